"""Smith and Anton (2022): boards on which four strategies win equally often, by their method and by ours."""
