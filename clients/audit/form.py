"""The form of a record and of the document around it: everything that follows from the events."""

from datetime import datetime
from typing import Any

from clients.audit.core import BACK, Checks, Json

SEATING = ["seat_taken", "seat_freed"]


def form(events: list[Json]) -> Checks:
    """Yield the checks of the events' form and of their places."""
    time, terms = "", events[0]["data"]
    seats, schema = [None, *range(terms["seats"])], min(terms["chance"]["version"], 2)
    for version, event in enumerate(events, 1):
        is_nobodys = version == 1 or (event["type"] == "resumed" and event["seat"] is None)
        is_seat = event["seat"] in (seats[:1] if is_nobodys else seats[1:])
        yield version, "schema and seat", [event["schema"], is_seat], [schema, True]
        yield version, "time", _is_time(event["recorded_at"]), True
        # Times of one form sort as text, and must not go back.
        yield version, "time", max(event["recorded_at"], time), (time := event["recorded_at"])
        yield version, "undone", event["type"] in BACK and event["data"]["to"] >= version, False
        yield version, "end", bool(event["data"].get("result")), version == len(events)


def _is_time(text: str) -> bool:
    try:
        moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        return False
    # `strptime` also reads one digit for a month and one to six for the fraction.
    return f"{moment.isoformat(timespec='milliseconds')}Z" == text


def document(export: Json) -> Checks:
    """Yield the checks that the document's own fields follow from its events."""
    yield from _head(export)
    yield from _marks(export["events"])


def _head(export: Json) -> Checks:
    events, terms = export["events"], export["events"][0]["data"]
    due = {name: terms[name] for name in ("ruleset", "rules_version", "game_id") if name in terms}
    due |= {"format": "anabasis game 1", "version": len(events), "hash": events[-1]["hash"]}
    due |= {"status": "finished", "complete": True, "redacted": False}
    yield len(events), "head", {name: export[name] for name in due}, due
    yield 1, "head", "game_id" in terms, terms["chance"]["version"] > 1
    yield len(events), "seats", [_occupant(seat) for seat in export["seats"]], _seats(events)


def _occupant(seat: Json) -> list[Any]:
    return [seat["seat"], seat["player_id"], seat["bot"]]


def _seats(events: list[Json]) -> list[list[Any]]:
    """Return each seat's player or bot; in a study its creator, who plays all seats."""
    terms = events[0]["data"]
    seats = [[seat, terms["creator"], None] for seat in range(terms["seats"])]
    for data in [event["data"] for event in events if event["type"] in SEATING]:
        seats[data["seat"]] = [data["seat"], data.get("player"), data.get("bot")]
    return seats


def _marks(events: list[Json]) -> Checks:
    """Check that the events marked as undone are those not on the line to the last event."""
    before: dict[int, int] = {}
    place, line = 0, []
    for version, event in enumerate(events, 1):
        if event["type"] not in BACK:
            before[version] = place
        place = event["data"]["to"] if event["type"] in BACK else version
    while place:
        line.append(place)
        place = before[place]
    for version, event in enumerate(events, 1):
        yield version, "undone", event["undone"], version in before and version not in line
