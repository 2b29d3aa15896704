"""Games stored on disk."""
