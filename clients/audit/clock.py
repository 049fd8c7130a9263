"""Check a record's clock: time ran out when it says so, and more was given only by consent."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from clients.audit.core import BACK, Json
from clients.audit.quiet import days_away, least_of, longest, quiet, ran_out, settled_end, short_of

LONGEST_PAUSE = 30 * 86_400


def clock(events: list[Json]) -> Iterator[tuple[int, str, Any, Any]]:
    """Check that time ran out when the record says so, and that only then did the clock act."""
    before: Json = {}
    absent: set[int] = set()
    yield 1, "deadline", _are_terms(events[0]["data"]["deadline"] or {}), True
    for version, event in enumerate(events, 1):
        if event["type"] == "time_expired":
            yield version, "deadline", _is_due(event, events[: version - 1]), [True] * 4
        if event["type"] in {"time_asked", "time_granted", "time_refused", "paused"}:
            yield version, "more time", _is_agreed(event, events[: version - 1], absent), True
        if event["type"] == "stand_in_agreed":
            yield version, "stand-in", _may_stand_in(event, events[: version - 1], absent), True
        if event["type"] == "came_back":
            yield version, "stand-in", event["seat"] in absent, True
        yield from quiet(version, event, events[: version - 1])
        if event["type"] in {"time_expired", "paused", "resumed"}:
            yield version, "pause", _is_in_place(event, events[: version - 1]), True
        is_up = before.get("data", {}).get("policy") in {"skip", "resign"}
        is_on = (is_up or before.get("by") == "clock") and before["seat"] == event["seat"]
        by, seat = event.get("by"), event["seat"]
        yield version, "by", by in {None, "clock", "bot"}, True
        is_players = event["type"] in {"stand_in_agreed", "came_back"}
        yield version, "by", is_players <= (by is None), True
        yield version, "by", is_up <= (by == "clock") <= is_on, True
        yield version, "by", (by == "bot") <= (seat in absent), True
        absent = _absent_after(event, absent)
        before = event


def _absent_after(event: Json, absent: set[int]) -> set[int]:
    """Return the seats for which bots play after an event."""
    seat, data = event["seat"], event["data"]
    if event["type"] == "time_expired":
        return absent | {seat} if data["policy"] == "bot" else absent
    if event.get("by") is None:
        absent = absent - {seat}
    return absent | {data["absent"]} if data.get("begins") else absent


def _is_due(event: Json, earlier: list[Json]) -> list[bool]:
    """Return whether the policy, the beginning of the turn, its end and its length are sound."""
    data, terms = event["data"], earlier[0]["data"]["deadline"] or {}
    since, due = (datetime.fromisoformat(data[name]) for name in ("since", "due"))
    begun = data["since"] in {each["recorded_at"] for each in earlier}
    turn = [each["data"] for each in earlier if each["recorded_at"] >= data["since"]]
    more = sum(each.get("seconds") or 0 for each in turn if each.get("asker") == event["seat"])
    # A pause stops the clock, and when it ends the seat gets the least time on top.
    more += sum(_paused(earlier, data["since"]))
    least, most = _bounds(event, earlier, terms)
    most = longest(most + more, terms) + days_away(event["seat"], earlier)
    length = least <= (due - since).total_seconds() <= most
    settled = settled_end(event["seat"], data["since"], earlier)
    is_up = data["due"] <= event["recorded_at"] and settled in {None, data["due"]}
    return [data["policy"] == terms.get("at_zero"), begun, is_up, length]


def _are_terms(terms: Json) -> bool:
    """Return whether the least time and the short wait of the terms are in bounds, in seconds."""
    least, absent = least_of(terms), terms.get("absent_wait", 1)
    return type(least) is type(absent) is int and 60 <= least <= 600 and absent > 0


def _bounds(event: Json, earlier: list[Json], terms: Json) -> tuple[float, float]:
    """Return the least and the most seconds that a wait, which ran out, may have had at its start.

    The wait is short if the seat's time ran out before and no event of its player followed.
    """
    data, least, most = event["data"], least_of(terms), _most(terms)
    if "absent_wait" not in terms:
        return least, most
    begun = [each["type"] for each in earlier if each["recorded_at"] == data["since"]]
    # An undo gives no time back.
    if not {*begun} & {*BACK}:
        least = max(least, terms.get("per_move") or min(most, terms.get("increment", 0)))
    if ended := ran_out(event["seat"], earlier, data["since"]):
        least = min(least, short_of(terms))
        # Later in the same turn the wait must be short; in another turn it may be, as only the
        # rules of the game say whether the seat was on its own turn.
        most = min(most, short_of(terms)) if ended["data"]["turn"] == data["turn"] else most
    return least, most


def _paused(earlier: list[Json], since: str) -> Iterator[float]:
    """Yield the seconds of each pause that ended after a moment, plus the least time."""
    begun, least = since, least_of(earlier[0]["data"]["deadline"] or {})
    for event in earlier:
        if event["type"] == "paused":
            begun = max(since, event["recorded_at"])
        if event["type"] == "resumed" and event["recorded_at"] >= since:
            yield _seconds(begun, event["recorded_at"]) + least


def _seconds(since: str, until: str) -> float:
    return (datetime.fromisoformat(until) - datetime.fromisoformat(since)).total_seconds()


def _is_in_place(event: Json, earlier: list[Json]) -> bool:
    """Return whether only a pause that has begun ends, and no time runs out during a pause."""
    last = next((e for e in reversed(earlier) if e["type"] in {"paused", "resumed"}), {})
    is_paused = last.get("type") == "paused"
    if event["type"] != "resumed" or not is_paused:
        return bool(is_paused == (event["type"] == "resumed"))
    lasted = _seconds(last["recorded_at"], event["recorded_at"])
    return event["seat"] is not None or bool(lasted >= LONGEST_PAUSE)


def _most(terms: Json) -> int:
    return int(terms.get("per_move") or terms.get("reserve", 0))


def _is_agreed(event: Json, earlier: list[Json], absent: set[int]) -> bool:
    """Return whether a request is in bounds, an answer fits it, and everybody needed has agreed."""
    seat, data = event["seat"], event["data"]
    seconds, asker = data.get("seconds"), data.get("asker", seat)
    terms = earlier[0]["data"]["deadline"] or {}
    if seconds is not None and not least_of(terms) <= seconds <= _most(terms):
        return False
    asked = [n for n, each in enumerate(earlier) if each["type"] == "time_asked"]
    if event["type"] == "time_asked":
        return True
    if asker == seat and event["type"] in {"time_granted", "paused"}:
        return not _people(earlier) - absent - {seat}
    answered = earlier[asked[-1] + 1 :] if asked else []
    yes = {each["seat"] for each in answered if each["type"] == "time_granted"} | {seat}
    is_open = all("asker" not in each["data"] or _is_partial(each["data"]) for each in answered)
    is_last = seconds is not None or event["type"] == "paused"
    is_whole = not is_last or yes >= _people(earlier) - absent - {asker}
    return is_open and is_whole and _is_answer(earlier[asked[-1]] if asked else {}, event)


def _may_stand_in(event: Json, earlier: list[Json], absent: set[int]) -> bool:
    """Return whether a yes to a stand-in is allowed, and the last one needed if that begins it."""
    data, own = event["data"], event["data"]["absent"]
    terms, stopped = earlier[0]["data"]["deadline"] or {}, data["stopped"]
    yes, since = {event["seat"]}, ""
    for each in earlier:
        if each["type"] == "stand_in_agreed" and each["data"]["absent"] == own:
            yes.add(each["seat"])
        is_by_hand = each.get("by") is None and each["type"] != "time_expired"
        # Before the bot plays, an order answers at the time of the event before it.
        if each["seat"] == own and is_by_hand and each["recorded_at"] > since:
            yes = {event["seat"]}
        since = each["recorded_at"]
    is_whole = yes >= _people(earlier) - absent - {own, *stopped}
    is_fit = terms.get("at_zero", "nudge") == "nudge" and stopped == sorted({*stopped})
    is_for_another = own in stopped and own not in absent | {event["seat"]}
    is_terse = data["begins"] or stopped == [own]
    return is_fit and is_for_another and is_terse and is_whole >= data["begins"]


def _is_partial(data: Json) -> bool:
    return data.get("seconds", 0) is None


def _is_answer(request: Json, event: Json) -> bool:
    """Return whether an answer names the seat and the time of this request."""
    asked, stated = request.get("data", {}).get("seconds"), event["data"].get("seconds")
    is_same = asked is None if event["type"] == "paused" else stated in (None, asked)
    return bool(request.get("seat") == event["data"]["asker"] and is_same)


def _people(earlier: list[Json]) -> set[int]:
    """Return the seats of players who never resigned; one who took it back did resign."""
    last = {each["data"]["seat"]: each for each in earlier if each["type"] == "seat_taken"}
    gone = {each["seat"] for each in earlier if each["type"] == "resigned"}
    return {seat for seat, each in last.items() if each["data"]["player"]} - gone
