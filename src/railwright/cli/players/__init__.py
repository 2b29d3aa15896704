"""``railwright players``: one file for the command, and one for the check of stated win chances."""
