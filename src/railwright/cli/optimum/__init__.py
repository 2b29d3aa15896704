"""``railwright optimum``: one file for the command, one for each question that it answers."""
