"""Boards on paper: a PDF with the board at true scale, whole or in sheets to be glued, its tickets and train cards."""
