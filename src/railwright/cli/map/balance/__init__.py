"""``railwright map balance``: options, the problem they describe, the search and its report."""
