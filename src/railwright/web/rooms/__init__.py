"""The games on the server: rooms with people and computer players, and the boards they play on."""
