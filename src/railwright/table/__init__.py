"""A game with people at it: who sits where, its history, what can be taken back, what a seat may know, and in words."""
