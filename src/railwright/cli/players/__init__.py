"""``railwright players``: one file for the command, and one for the calibration of win probabilities."""
