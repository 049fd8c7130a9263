"""A game in the service: commands, games kept at hand, streams and audits."""
