"""``railwright map``: make, import, export, measure and print boards."""
