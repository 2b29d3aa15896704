"""Plays games between players in this process, whole blocks of games at once in compiled code."""
