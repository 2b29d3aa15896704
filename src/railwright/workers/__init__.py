"""Runs work in several processes or on a cluster, with the same results on any number of workers."""
