"""Express, our own player: a planner, and a search that improves on it.

The planner makes one plan for all its tickets (``plan``) and follows it (``policy``), by some numbers (``style``). The
search (``search``) tries the actions at hand in many games that fit what the seat sees: each is played to its end
with planners in all seats, except where a seat has shown that it plays otherwise (``opponents``). ``player`` puts them
together.
"""
