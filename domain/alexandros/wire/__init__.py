"""JSON, notation and drawing of the game's positions, moves and events."""
