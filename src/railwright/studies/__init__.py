"""Published studies, played again: each published table and figure next to ours."""
