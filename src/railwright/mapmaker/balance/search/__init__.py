"""Our search: a model proposes designs, races between them decide."""
