"""The exact best score on a board, for a budget of trains, or from a position in a game.

- Start with ``best_score``. An ``instance`` is made by ``board_instance`` or ``position_instance`` and solved by
  ``branch_and_bound`` with bounds from ``relaxation`` (and ``cuts``) or ``pricing``. ``solution`` counts the points.
- ``sweep``, ``optima`` and ``sensitivity`` ask further questions; ``flow`` and ``connected`` are independent methods.
- The cheapest tracks for tickets: ``networks`` for Python code, ``compiled_networks`` for compiled players, both from
  Steiner trees (``steiner_trees``).
"""
