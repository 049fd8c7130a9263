"""News for each player of all their games, in one stream an account."""
