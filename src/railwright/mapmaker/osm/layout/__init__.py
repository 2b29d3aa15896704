"""From a graph of stations to the plan of a board: which become cities, which railways become routes."""
