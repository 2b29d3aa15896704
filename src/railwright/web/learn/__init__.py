"""Learning pages: what studies, tournaments and searches for the best score have found."""
