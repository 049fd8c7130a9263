"""The record of a finished game: its chain of hashes, its hidden values, its form and its luck."""

import json
import sys
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from hmac import digest
from typing import Any, NoReturn

from clients.audit.clock import clock
from clients.audit.games import game_named
from clients.audit.luck import Json, below, chance_key
from clients.audit.result import winner

HASHED = ["schema", "recorded_at", "type", "seat", "data", "commitments"]
BACK = ["undone", "redone"]
SEATING = ["seat_taken", "seat_freed"]
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode

Checks = Iterator[tuple[int, str, Any, Any]]
"""An event's version, a word for what is checked, and two values that have to be the same."""


def checks(export: Json) -> Checks:
    """Yield every check of an export: the luck last, for it builds on all the others."""
    events, terms = export["events"], export["events"][0]["data"]
    secret, game = bytes.fromhex(terms["secret"] or _untold(events)), game_named(terms["ruleset"])
    yield 1, "secret", terms["chance"]["commitment"], sha256(secret).hexdigest()
    yield from _chain(events, secret, game)
    yield from _form(events)
    yield from clock(events)
    yield from _head(export)
    yield from _marks(events)
    yield from winner(events)
    if not limit(export):
        yield from _luck(events, chance_key(secret, events), game)


def _untold(events: list[Json]) -> NoReturn:
    """Exit and say why the secret is not told."""
    if events[-1]["type"] == "cancelled":
        sys.exit("the game was cancelled before its start: there is nothing to audit")
    if events[-1]["type"] == "abandoned":
        sys.exit("the game was abandoned, and its secret is never told: there is nothing to audit")
    sys.exit("the game is not over: export it once it is")


def limit(export: Json) -> str:
    """Return why the luck of a game is not checked, nothing if it is."""
    terms = export["events"][0]["data"]
    if game_named(terms["ruleset"]) is None:
        return f", but its luck was not checked: no file here knows {terms['ruleset']!r}"
    return ", but its luck was not checked: a study has no deal" if terms.get("study") else ""


def _chain(events: list[Json], secret: bytes, game: Any) -> Checks:
    head = "0" * 64
    for version, event in enumerate(events, 1):
        names = HASHED + [name for name in ("by", "settled") if name in event]
        hashed = json.loads(json.dumps({name: event[name] for name in names}))
        commitments, salts, paths = event["commitments"], event["salts"], _hidden(event, game)
        yield version, "hidden", [sorted(commitments), sorted(salts)], [paths, paths]
        for path in paths:
            due = _opened(secret, version, path, hashed["data"])
            yield version, path, [commitments[path], salts[path]], due
        link = {"version": version, "prev": head}
        head = _hash(hashed | link)
        yield version, "hash", {name: event[name] for name in link}, link
        yield version, "hash", event["hash"], head


def _hash(hashed: Json) -> str:
    return sha256(canonical(hashed).encode()).hexdigest()


def _hidden(event: Json, game: Any) -> list[str]:
    """Return the paths at which an event hides a value; of an unknown game those it names."""
    if game is None and event["type"] != "created":
        return sorted(event["commitments"])
    patterns = "secret" if event["type"] == "created" else game.HIDDEN.get(event["type"], "")
    return sorted(path for each in patterns.split() for path in _matching(each, event["data"]))


def _matching(pattern: str, value: Any) -> Iterator[str]:
    for step in pattern.removesuffix("/*").split("/"):
        value = (value or {}).get(step)
    items = enumerate(value or []) if pattern.endswith("*") else [("", value)]
    yield from (f"{pattern.strip('*')}{n}" for n, item in items if item is not None)


def _opened(secret: bytes, version: int, path: str, holder: Any) -> list[str]:
    """Return the commitment and salt that are due, and put null in the value's place."""
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    for step in steps:
        holder = holder[step]
    salt = digest(secret, f"anabasis salt 1:{version}:{path}".encode(), "sha256")
    value, holder[last] = holder[last], None
    return [digest(salt, canonical(value).encode(), "sha256").hex(), salt.hex()]


def _form(events: list[Json]) -> Checks:
    time, seats = "", [None, *range(events[0]["data"]["seats"])]
    for version, event in enumerate(events, 1):
        is_nobodys = version == 1 or (event["type"] == "resumed" and event["seat"] is None)
        is_seat = event["seat"] in (seats[:1] if is_nobodys else seats[1:])
        yield version, "schema and seat", [event["schema"], is_seat], [1, True]
        yield version, "time", _is_time(event["recorded_at"]), True
        yield version, "time", max(event["recorded_at"], time), (time := event["recorded_at"])
        yield version, "undone", event["type"] in BACK and event["data"]["to"] >= version, False
        yield version, "end", bool(event["data"].get("result")), version == len(events)


def _is_time(text: str) -> bool:
    try:
        moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        return False
    return f"{moment.isoformat(timespec='milliseconds')}Z" == text


def _head(export: Json) -> Checks:
    """Check that the document's own fields follow from its events."""
    events, terms = export["events"], export["events"][0]["data"]
    due = {name: terms[name] for name in ("ruleset", "rules_version")}
    due |= {"format": "anabasis game 1", "version": len(events), "hash": events[-1]["hash"]}
    due |= {"status": "finished", "complete": True, "redacted": False}
    yield len(events), "head", {name: export[name] for name in due}, due
    yield len(events), "seats", [_occupant(seat) for seat in export["seats"]], _seats(events)


def _occupant(seat: Json) -> list[Any]:
    return [seat["seat"], seat["player_id"], seat["bot"]]


def _seats(events: list[Json]) -> list[list[Any]]:
    """Return each seat's player or bot; a study's creator, who plays all of its seats."""
    terms = events[0]["data"]
    seats = [[seat, terms["creator"], None] for seat in range(terms["seats"])]
    for data in [event["data"] for event in events if event["type"] in SEATING]:
        seats[data["seat"]] = [data["seat"], data.get("player"), data.get("bot")]
    return seats


def _marks(events: list[Json]) -> Checks:
    """Check that the events marked as undone are those off the line to the last event."""
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


def _luck(events: list[Json], key: bytes, game: Any) -> Checks:
    terms, table = dict(events[0]["data"]), None
    tables: dict[int, Json | None] = {}
    if terms["first_seat"] is None:
        terms["first_seat"] = below(key, "first_seat", terms["seats"])[0]
    for version, event in enumerate(events, 1):
        if stated := event["data"].get("dealt"):
            stated, (due, table) = [table, stated], game.deal(key, terms)
            due = {**stated[1], **due, "first_seat": terms["first_seat"]}
            yield version, "deal", stated, [None, due]
        elif event["type"] in BACK:
            table = tables[event["data"]["to"]]
        elif table:
            stated, due, table = game.draw(key, table, event)
            yield version, "cards", stated, due
        tables[version] = table
    yield len(events), "deal", table is not None, True
