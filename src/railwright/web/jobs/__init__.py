"""Work that could take long, done in processes that can be stopped: fair to all who ask, with a deadline for each."""
