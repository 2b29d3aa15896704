"""What is done in the server's processes, with data of strangers: think, answer, read, draw."""
