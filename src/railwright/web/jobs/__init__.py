"""Long-running work in worker processes, with fair queueing by client and a deadline for each job."""
