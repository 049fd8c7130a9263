"""The read models: lobby, my games, bots, deadlines."""
