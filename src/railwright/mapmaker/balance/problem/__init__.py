"""The design problem: the brief, the space of choices, the official style, and evaluation by games."""
