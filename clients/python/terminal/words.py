"""Names, counts, times and events of a game, in words of one line."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from ..shapes import JsonObject
from .harmless import harmless

_QUIET: Final = frozenset({"luck", "result", "honours", "draws", "supply", "commitments", "gains"})
"""Parts of an event that the board shows, or that nobody reads."""

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


def event_line(event: JsonObject, view: JsonObject) -> str:
    """Return an event in a line: its version, its player and its facts."""
    seat = event["seat"]
    who = f"{name_of(view, seat)}: " if seat is not None and seat < len(view["seats"]) else ""
    what = harmless(event["type"]).replace("_", " ")
    facts = "; ".join(_facts(event["data"])) if event["type"] not in {"created", "dealt"} else ""
    gone = " (undone)" if event.get("undone") else ""
    return f"{event['version']:>4}  {who}{what}{' ' if facts else ''}{facts}{gone}"


def _facts(data: Mapping[str, Any]) -> Iterator[str]:
    for name, value in data.items():
        told = "" if name in _QUIET else _value(value)
        if told:
            yield f"{harmless(name).replace('_', ' ')} {told}"


def _value(value: Any) -> str:
    """Return a value in words; empty for one that says nothing, such as a secret of others."""
    if isinstance(value, dict):
        numbers = {name: n for name, n in value.items() if isinstance(n, int) and n}
        return (
            harmless(str(value["name"])) if "name" in value else counts(numbers) if numbers else ""
        )
    if isinstance(value, list):
        flat = all(isinstance(each, int) for each in value)
        return ("," if flat else " ").join(filter(None, map(_value, value)))
    if value is None or isinstance(value, bool):
        return "yes" if value else ""
    return harmless(str(value))
