"""``railwright optimum``: one file for the command, and one for each question it answers."""
