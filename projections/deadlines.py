"""The read model of due moments, from which the worker learns whose time is up."""

from projections.contract import Placement
from projections.summary import Summary

ORDER = "due"


def place(game_id: str, summary: Summary) -> Placement:
    """Place a game by the earliest moment at which a seat's time, or its own, will be up."""
    game = summary.game
    moments = [wait.due for wait in game.running().values()]
    if game.abandoned_at is not None:
        moments.append(game.abandoned_at)
    if game.pause is not None:
        moments.append(game.pause[1])
    if not moments:
        return Placement()
    return Placement({"game_id": game_id, "version": game.version}, {ORDER: min(moments)})
