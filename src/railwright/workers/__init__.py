"""Does work on several processes or on a cluster: the same results on any number of workers."""
