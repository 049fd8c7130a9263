"""JSON for every ruleset."""
