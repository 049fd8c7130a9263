"""Names, counts and times of a game, in words of one line."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from ..shapes import JsonObject
from .harmless import harmless

_SPANS: Final = ((86_400, "d"), (3_600, "h"), (60, "min"))


def name_of(view: JsonObject, seat: int) -> str:
    """Return the name of the player at a seat, or what stands for it, with ``(you)``."""
    each = view["seats"][seat]
    name = "(gone)" if each["forgotten"] else each["name"] or "(free)"
    twin = f" {seat + 1}" if each.get("name_twin") else ""
    yours = " (you)" if seat == own_seat(view) and not view.get("study") else ""
    return f"{harmless(name)}{twin}{yours}"


def own_seat(view: JsonObject) -> int | None:
    """Return the viewer's seat; None for a spectator. In a study the seat to act is one's own."""
    viewer = view.get("viewer")
    return viewer["seat"] if viewer else None


def counts(cards: Mapping[str, int] | None) -> str:
    """Return counts by name, such as ``1 wool, 2 ore``."""
    told = [f"{n} {harmless(name).replace('_', ' ')}" for name, n in (cards or {}).items() if n]
    return ", ".join(told) or "none"


def span(seconds: float) -> str:
    """Return a time span, such as ``3 h``; seconds only under a minute."""
    for size, unit in _SPANS:
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return f"{max(0, int(seconds))} s"


def moment(text: str) -> datetime:
    """Return a time of the API."""
    return datetime.fromisoformat(text)


def until(text: str) -> str:
    """Return how long it is until a time of the API."""
    left = (moment(text) - datetime.now(UTC)).total_seconds()
    return f"{span(left)} left" if left > 0 else "time is up"
