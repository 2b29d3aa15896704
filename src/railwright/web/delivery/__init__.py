"""How the page and its data reach a browser: bundled, compressed, and cached."""
