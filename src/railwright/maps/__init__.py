"""The built-in boards and rulesets as data files, and code to load and check them."""
