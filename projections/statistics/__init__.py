"""Statistics of a game: where points came from, dice, cards, yields and waits."""
