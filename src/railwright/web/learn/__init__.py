"""Learning pages: results of studies, tournaments and searches for the best score."""
