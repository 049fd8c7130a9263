"""Quiet hours and vacations in a record: the time that they give is possible and within terms."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from clients.audit.core import Json

DAY, LEAST = 86_400, 600
EPOCH = "1970-01-01T00:00:00.000Z"
AGAIN = {"time_granted", "resumed", "vacation_taken", "vacation_ended", "undone", "redone"}
"""Types of events that settle a turn already begun, or give none of its time back."""

Checks = Iterator[tuple[int, str, Any, Any]]


def quiet(version: int, event: Json, earlier: list[Json]) -> Checks:
    """Check the clocks that an event settles, and the vacation that it is."""
    terms = earlier[0]["data"]["deadline"] or {} if earlier else {}
    if "settled" in event:
        stated = event["settled"].items()
        sound = [_is_settled(name, own, event, earlier) for name, own in stated]
        is_due = bool(terms.get("quiet_hours")) and bool(sound)
        yield version, "quiet hours", [is_due, *sound], [True] * (len(sound) + 1)
    if event["type"] in {"vacation_taken", "vacation_ended"}:
        yield version, "vacation", _is_granted(event, earlier, terms.get("vacation", 0)), True


def longest(length: float, terms: Json) -> float:
    """Return the most seconds that a time can take."""
    # Where players live is not recorded, so their quiet hours cannot be computed. The service gives
    # at most three times the time and three days, and only that bound can be checked.
    return 3 * length + 3 * DAY if terms.get("quiet_hours") else length


def least_of(terms: Json) -> int:
    """Return the least seconds with which a wait begins: ten minutes unless the terms name them."""
    least: int = terms.get("least", LEAST)
    return least


def short_of(terms: Json) -> int:
    """Return the most seconds of a short wait."""
    return max(least_of(terms), int(terms["absent_wait"]))


def ran_out(seat: int, events: list[Json], at: str) -> Json:
    """Return the end of a seat's time if its player was not back by a moment, else nothing."""
    until = [each for each in events if each["recorded_at"] <= at]
    own = [each for each in zip([{}, *until], until, strict=False) if each[1]["seat"] == seat]
    last: Json = next((each for before, each in reversed(own) if _is_players(before, each)), {})
    return last if last.get("type") == "time_expired" else {}


def _is_players(before: Json, event: Json) -> bool:
    """Return whether a seat's player made an event, or its time was up then."""
    # A standing order answers at the moment of the event before it: its player need not be there.
    is_later = before.get("recorded_at", "") < event["recorded_at"]
    return event.get("by") is None and (is_later or event["type"] == "time_expired")


def days_away(seat: int, earlier: list[Json]) -> int:
    """Return the seconds of all vacations that a seat has taken so far."""
    taken = (each for each in earlier if each["type"] == "vacation_taken")
    return DAY * sum(int(each["data"]["days"]) for each in taken if each["seat"] == seat)


def settled_end(seat: int, since: str, earlier: list[Json]) -> str | None:
    """Return the settled end of a turn that has begun then, None if another event may move it."""
    turn = [each for each in earlier if each["recorded_at"] >= since]
    if any(each["type"] in AGAIN for each in turn):
        return None
    ends = [each.get("settled", {}).get(str(seat), {}).get("due") for each in turn]
    return next((end for end in reversed(ends) if end), None)


def _is_settled(name: str, clock: Json, event: Json, earlier: list[Json]) -> bool:
    """Return whether a seat's settled clock has a sound form and gives no more than possible."""
    if name not in map(str, range(earlier[0]["data"]["seats"])):
        return False
    if not clock or clock.keys() - {"due", "left"}:
        return False
    terms = earlier[0]["data"]["deadline"] or {}
    granted = [each["data"] for each in [*earlier, event] if each["type"] == "time_granted"]
    more = sum(each["seconds"] or 0 for each in granted if each["asker"] == int(name))
    most, left = int(terms.get("per_move") or terms.get("reserve", 0)) + more, clock.get("left", 0)
    if type(left) is not int or not 0 <= left <= 1000 * most:
        return False
    if "due" not in clock:
        return True
    time = _seconds(event["recorded_at"], clock["due"])
    least = 0 if event["type"] in AGAIN else terms.get("per_move", 0)
    if "absent_wait" in terms and ran_out(int(name), [*earlier, event], event["recorded_at"]):
        least = min(least, short_of(terms))
    return bool(least < time <= longest(most, terms) + days_away(int(name), [*earlier, event]))


def _is_granted(event: Json, earlier: list[Json], granted: int) -> bool:
    """Return whether the seat has the days left that it takes, or is on vacation to end it."""
    until, year, spent, sound = 0.0, "", 0, False
    own = (each for each in [*earlier, event] if each["seat"] == event["seat"])
    for each in (each for each in own if each["type"].startswith("vacation_")):
        at, days = _seconds(EPOCH, each["recorded_at"]), each["data"].get("days")
        if days is None:
            sound = until > at
            spent, until = spent - int((until - at) // DAY), at
        else:
            spent = days + (spent if each["recorded_at"][:4] == year else 0)
            year, until = each["recorded_at"][:4], max(at, until) + days * DAY
            sound = type(days) is int and days > 0 and spent <= granted
    return sound


def _seconds(since: str, until: str) -> float:
    return (datetime.fromisoformat(until) - datetime.fromisoformat(since)).total_seconds()
