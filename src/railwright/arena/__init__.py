"""Matches and tournaments between players: statistics, ratings and sequential tests."""
