"""Runs work in several processes or on a cluster, with the same results on any number of workers.

``pool`` is the entry point. It runs ``tasks``: batches of games, which ``batch_cutting`` cuts into blocks, and calls of
functions. The work is done by an ``executor``: ``process`` or ``cluster_executor``.
"""
