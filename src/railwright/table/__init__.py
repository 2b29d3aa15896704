"""A game with people at the table: seats, history, undo, what each seat may know, and narration."""
