"""The problem: what a designer asks for, what may be chosen, what makes a board official, and how games judge it."""
