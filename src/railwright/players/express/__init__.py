"""Express: our own player. A planner that a search improves on."""
