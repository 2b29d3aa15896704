"""The games on the server: rooms with people and computers in them, and the boards they are played on."""
