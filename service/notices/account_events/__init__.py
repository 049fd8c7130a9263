"""What each player is told of all their games, in one stream an account."""
