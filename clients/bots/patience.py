"""Time for people to answer an offer before the seat that made it goes on."""

from datetime import UTC, datetime, timedelta
from typing import Final

from clients.python.shapes import JsonObject

_PATIENCE: Final = timedelta(seconds=15)


def awaits_answers(view: JsonObject, moves: list[JsonObject], now: datetime | None = None) -> bool:
    """True if the seat's own offer is recent, not accepted, and others may still answer."""
    kinds = {move["type"] for move in moves}
    if "withdraw_trade" not in kinds or "close_trade" in kinds or len(view["to_act"]) < 2:
        return False
    # A clock that is wrong must not make a bot wait for ever: see the bounds below.
    waited = (now or datetime.now(UTC)) - datetime.fromisoformat(view["updated_at"])
    return timedelta(0) <= waited < _PATIENCE
