"""Mikk Õunmaa: Analyzing AI players on different Ticket to Ride variants (master's thesis, Leiden University, 2022)."""
