"""The algorithm of Smith and Anton (2022) as published, with our reading stated where the paper leaves a choice."""
