"""The planner: a learned judgement of positions, and a search that plays by it; it needs numpy."""
