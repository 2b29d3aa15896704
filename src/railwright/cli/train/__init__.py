"""``railwright train``: train the network of express."""
