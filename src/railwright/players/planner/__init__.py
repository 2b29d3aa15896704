"""The planner: makes one plan for all its tickets and follows it.

The plan says which tracks to build (``plan``). The planner draws and pays for them (``cards``), chooses which to claim
(``claims``), and decides what comes first (``following``), with adjustable parameters (``style``). It is fast enough to
play the rollouts of a search, and it can play as a hoarder (``hoarding``). What it remembers is declared in ``memory``.

``express1`` depends on its decisions, which golden games keep as they are.
"""
