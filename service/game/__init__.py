"""A game in the service: commands, the cache of games, streams and audits."""
