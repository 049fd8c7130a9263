"""The read model of due moments, from which the worker learns in which games time may be up.

The game itself decides whether it is, so a read model that lags ends no turn early or twice.
"""

from projections.summary import Summary

ORDER = "due"


def sort_keys(summary: Summary) -> dict[str, int]:
    """Return the earliest moment at which a seat's time, or the game's own, will be up."""
    game = summary.game
    moments = [wait.due for wait in game.running().values()]
    if game.abandoned_at is not None:
        moments.append(game.abandoned_at)
    if game.pause is not None:
        moments.append(game.pause[1])
    return {ORDER: min(moments)} if moments else {}
