"""Towns: which of them a station serves, what they are called, and how many people live there."""
