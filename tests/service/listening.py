"""The listeners to games, counted."""

from service.game.live import Live


def listeners_of(live: Live) -> int:
    """The number of listeners to all games."""
    return live._total
