"""A month of play with a fake clock, and a checker that knows which notices were due."""
