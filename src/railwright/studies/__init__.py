"""Replications of published studies: each published table and figure next to ours."""
