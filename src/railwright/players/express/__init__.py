"""Express, our own player: a planner, and a search that improves on it.

The planner makes one plan for all its tickets (``plan``) and follows it (``policy``), with adjustable parameters
(``style``). The search (``search``) tries the available actions in many games consistent with what the seat sees. Each
is played to its end with planners in all seats, except for seats that appear to play otherwise (``opponents``).
``player`` combines them; what it remembers is declared in ``memory``.
"""
