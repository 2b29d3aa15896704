"""``railwright sprt``: options, and the test."""
