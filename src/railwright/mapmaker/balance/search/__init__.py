"""Our search: a model proposes designs, and races between them decide."""
