"""Training the planner: games of mixed strengths, and networks fitted to them."""
