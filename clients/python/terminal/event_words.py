"""Events of a game, each in a line of words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ..shapes import JsonObject
from .harmless import harmless
from .words import counts, name_of

_QUIET: Final = frozenset(
    {
        "commitments",
        "contribution",
        "dealt",
        "draws",
        "honours",
        "luck",
        "player",
        "result",
        "scores",
        "slot",
        "supply",
    }
)
"""Parts of an event that the board shows, or that nobody reads."""

_LONG: Final = frozenset({"created", "dealt"})
"""Events whose facts are the whole position."""


def event_line(event: JsonObject, view: JsonObject) -> str:
    """Return an event in a line: its version, its player and its facts."""
    seat = event["seat"]
    who = f"{_player(seat, view)}: " if seat is not None else ""
    what = _plain(event["type"])
    data = {} if event["type"] in _LONG else event["data"]
    own = {name: value for name, value in data.items() if name != "seat" or value != seat}
    facts = "; ".join(_facts(own, view))
    gone = " (undone)" if event.get("undone") else ""
    return f"{event['version']:>4}  {who}{what}{' ' if facts else ''}{facts}{gone}"


def _facts(data: Mapping[str, Any], view: JsonObject) -> Iterator[str]:
    for name, value in data.items():
        told = "" if name in _QUIET else _TOLD.get(name, _value)(value, view)
        if told:
            yield f"{_plain(name)} {told}"


def _value(value: Any, view: JsonObject) -> str:
    """Return a value in words; empty for one that says nothing, such as a secret of others."""
    if isinstance(value, dict):
        numbers = {name: n for name, n in value.items() if isinstance(n, int) and n}
        if "name" in value:
            return harmless(str(value["name"]))
        return counts(numbers) if numbers else ""
    if isinstance(value, list):
        flat = all(isinstance(each, int) for each in value)
        return ("," if flat else " ").join(filter(None, (_value(each, view) for each in value)))
    if value is None or isinstance(value, bool):
        return "yes" if value else ""
    return _plain(str(value))


def _player(value: Any, view: JsonObject) -> str:
    if not isinstance(value, int):
        return ""
    return name_of(view, value) if value < len(view["seats"]) else f"seat {value}"


def _by_seat(value: Any, view: JsonObject) -> str:
    """Return a list with a place for each seat, by name; or one seat's own, as others are."""
    if not isinstance(value, list):
        return _value(value, view)
    told = (
        f"{_player(seat, view)} {shown}"
        for seat, each in enumerate(value)
        if each and (shown := _value(each, view))
    )
    return " · ".join(told)


def _number(value: Any, _view: JsonObject) -> str:
    """Return a number other than 0, or that of the things in a list."""
    number = len(value) if isinstance(value, list) else value
    return str(number) if number else ""


def _one(value: Any, view: JsonObject) -> str:
    """Return what each seat knows of one card: nothing, or the same."""
    known = [each for each in value or () if each]
    return _value(known[0], view) if known else ""


def _answer(value: Any, _view: JsonObject) -> str:
    return "yes" if value else "no"


def _plain(text: str) -> str:
    return harmless(text).replace("_", " ")


_TOLD: Final[dict[str, Callable[[Any, JsonObject], str]]] = {
    **dict.fromkeys(("seat", "next_seat", "winner", "loser", "victim", "chooser"), _player),
    **dict.fromkeys(("gains", "owed", "advisors"), _by_seat),
    **dict.fromkeys(("black_walls", "red_walls", "knights"), _number),
    "stolen": _one,
    "accepted": _answer,
}
"""The words for those parts of events whose form does not explain them."""
