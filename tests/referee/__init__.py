"""A slow, plain referee for Ticket to Ride, written from docs/rules.md and docs/records.md alone.

It shares no code with the engine. It takes only the outcomes of chance from the events of a game, derives
everything else by itself, and raises Dispute where the two differ.
"""
