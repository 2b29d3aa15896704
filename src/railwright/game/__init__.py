"""The rules of the game. Pure: no files, no clock, no global randomness, no printing.

- What is played: ``board``, ``ruleset``, ``setup`` (both with a ticket deck), ``rulebook`` (a setup for compiled code).
- What is legal and what an action does: ``rules``; its parts are ``payment`` (which tracks and how to pay),
  ``building``, ``train_cards`` (deck and discards), ``face_up_row`` (refilled, or replaced because of locomotives),
  ``tickets``, ``turns`` and ``dealing``. ``actions`` has the numbers of the actions.
- What there is to see: ``state``, ``view`` (what a seat knows), ``log`` and ``story`` (what happened).
- What counts: ``scoring``, ``network`` and ``completion`` (tickets), ``trail`` with ``bridges`` and ``frontier`` (the
  longest path).
- For Python code: ``game`` (one game) and ``record`` (a game as JSON).
"""
