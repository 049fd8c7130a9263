"""The arena: matches of bots against bots, and how sure their results are."""
