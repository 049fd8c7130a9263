"""JSON for every ruleset alike."""
