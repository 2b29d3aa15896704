"""Official boards and rulesets as data files, and how they are loaded."""
