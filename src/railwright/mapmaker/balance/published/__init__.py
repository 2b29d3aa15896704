"""The algorithm of Smith and Anton (2022) as published; where the paper leaves a choice open, our reading is stated."""
