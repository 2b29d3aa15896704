"""``railwright study``: options, and the replication."""
