"""Frames of an animation: the moments of a game that it shows, and their durations."""

from collections.abc import Iterable, Sequence

from domain.kernel.game import Game
from domain.kernel.timeline import Timeline

MOST_FRAMES = 120
FRAME_MILLISECONDS = 500
LAST_MILLISECONDS = 3000
# With these widths a film has at most a megabyte or so.
WIDTHS = {"wide": 640, "square": 480}
"""The width in pixels, by shape."""


def moments_shown(games: Iterable[Game]) -> list[int]:
    """Return the events after which a finished game is shown: its opening, and each turn's end.

    ``games`` are the game after each of its events. Undone turns are left out; of more than
    MOST_FRAMES turns some are left out at equal distances.
    """
    turns: dict[int, int] = {}
    line: Timeline | None = None
    for game in games:
        line = game.timeline
        if game.head == game.version and line is not None:
            turns[game.version] = game.ruleset.turn(game.state)
    assert line is not None
    ends = {turn: version for version, turn in turns.items() if line.holds(version)}
    return thinned(sorted({line.start, *ends.values()}), MOST_FRAMES)


def thinned(moments: Sequence[int], most: int) -> list[int]:
    """Return at most ``most`` of the moments, including the first and the last one."""
    if len(moments) <= most:
        return list(moments)
    return [moments[n * (len(moments) - 1) // (most - 1)] for n in range(most)]


def durations(frames: int) -> list[int]:
    """Return the milliseconds of each frame; the last one is shown longer."""
    return [FRAME_MILLISECONDS] * (frames - 1) + [LAST_MILLISECONDS]
