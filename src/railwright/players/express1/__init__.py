"""Express1: the planner, and a search that improves on it. The first generation of express, frozen as a yardstick.

The search (``search``) tries the available actions in many games consistent with what the seat sees. Each is played to
its end with planners in all seats, except for seats that appear to hoard cards. ``player`` combines them; what it
remembers is declared in ``memory``. Its decisions never change, so that later players can be measured against it.
"""
