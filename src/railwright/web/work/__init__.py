"""The jobs of the worker processes, which handle untrusted data: choose moves, answer queries, read files, draw."""
