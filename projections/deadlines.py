"""The read model of due moments, from which the worker learns whose time is up."""

from domain.kernel.expiry import abandonment_due, due_moments
from domain.kernel.pauses import pause_span
from projections.followed import Followed, Placement

ORDER = "due"


def place(game_id: str, followed: Followed) -> Placement:
    """Place a game by the earliest moment at which a seat's time, or its own, will be up."""
    moments = [*due_moments(followed.game).values()]
    if (abandonment := abandonment_due(followed.game)) is not None:
        moments.append(abandonment[1])
    if (pause := pause_span(followed.game)) is not None:
        moments.append(pause[1])
    if not moments:
        return Placement()
    row = {"game_id": game_id, "version": followed.game.version}
    return Placement(row, {ORDER: min(moments)})
