"""The core of the audit, the same for all games: the chain of hashes, hidden values and luck."""

import json
from collections.abc import Iterator
from hashlib import sha256
from hmac import digest
from typing import Any

HASHED = ["schema", "recorded_at", "type", "seat", "data", "commitments"]
BACK = ["undone", "redone"]
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode

Json = dict[str, Any]
Checks = Iterator[tuple[int, str, Any, Any]]
"""An event's version, a word for what is checked, and two values that have to be the same."""


def core(events: list[Json], hidden: dict[str, str] | None) -> Checks:
    """Yield the checks of a record; ``hidden`` are the hidden paths of each type of event."""
    terms = events[0]["data"]
    secret = bytes.fromhex(terms["secret"])
    yield 1, "secret", terms["chance"]["commitment"], sha256(secret).hexdigest()
    yield from _chain(events, secret, hidden)
    if terms["chance"]["version"] > 1:
        yield from _luck(events, chance_key(secret, events))


def _chain(events: list[Json], secret: bytes, hidden: dict[str, str] | None) -> Checks:
    head = "0" * 64
    for version, event in enumerate(events, 1):
        # Older records lack these two, and hash the same without them.
        names = HASHED + [name for name in ("by", "settled") if name in event]
        # A deep copy, in which hidden values become null, as they are in the hash.
        hashed = json.loads(json.dumps({name: event[name] for name in names}))
        commitments, salts, paths = event["commitments"], event["salts"], _paths(event, hidden)
        yield version, "hidden", [sorted(commitments), sorted(salts)], [paths, paths]
        for path in paths:
            due = _opened(secret, version, path, hashed["data"])
            yield version, path, [commitments[path], salts[path]], due
        link = {"version": version, "prev": head}
        head = sha256(canonical(hashed | link).encode()).hexdigest()
        stated = {name: event[name] for name in ("version", "prev", "hash")}
        yield version, "hash", stated, link | {"hash": head}


def _paths(event: Json, hidden: dict[str, str] | None) -> list[str]:
    """Return the paths at which an event hides a value; in an unknown game, those it names."""
    if hidden is None and event["type"] != "created":
        return sorted(event["commitments"])
    own = (
        "secret" if event["type"] == "created" else f"luck {(hidden or {}).get(event['type'], '')}"
    )
    return sorted(path for each in own.split() for path in _matching(each, event["data"]))


def _matching(pattern: str, value: Any) -> Iterator[str]:
    for step in pattern.removesuffix("/*").split("/"):
        value = (value or {}).get(step)
    items = enumerate(value or []) if pattern.endswith("*") else [("", value)]
    yield from (f"{pattern.strip('*')}{n}" for n, item in items if item is not None)


def _opened(secret: bytes, version: int, path: str, holder: Any) -> list[str]:
    """Return the expected commitment and salt of a value, and replace the value by null."""
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    for step in steps:
        holder = holder[step]
    salt = digest(secret, f"anabasis salt 1:{version}:{path}".encode(), "sha256")
    value, holder[last] = holder[last], None
    return [digest(salt, canonical(value).encode(), "sha256").hex(), salt.hex()]


def _luck(events: list[Json], key: bytes) -> Checks:
    """Check draws: their labels number the uses of a name on the line, and give the results."""
    used, after = dict[str, int](), dict[int, dict[str, int]]()
    for version, event in enumerate(events, 1):
        # Luck is counted along the line: a move played again after an undo meets the same luck.
        used = after[event["data"]["to"]] if event["type"] in BACK else used
        for draw in event["data"].get("luck") or []:
            name, _, number = draw["label"].partition(":")
            # A study begins in the middle of a game, with the counts of its origin.
            n = used.get(name, int(number) if events[0]["data"].get("study") else 0)
            label, used, is_order = (
                f"{name}:{n}",
                used | {name: n + 1},
                type(draw["result"]) is list,
            )
            size = len(draw["result"]) if is_order else min(max(draw["below"], 1), 2**32)
            due = order(key, label, size) if is_order else below(key, label, size)[0]
            yield version, "luck", draw, {"label": label, "below": size, "result": due}
        after[version] = used


def chance_key(secret: bytes, events: list[Json]) -> bytes:
    """Return the key from which all luck of a game follows."""
    own = {e["seat"]: e["data"]["contribution"] for e in events if e["type"] == "seat_taken"}
    lines = ["anabasis chance 1", *(own[seat] or "" for seat in sorted(own))]
    return digest(secret, "\n".join(lines).encode(), "sha256")


def below(key: bytes, label: str, *bounds: int) -> list[int]:
    """Return a number below each bound, all from one stream."""
    blocks = (digest(key, f"{label}:{i}".encode(), "sha256") for i in range(2**32))
    words = (int.from_bytes(b[k : k + 4], "big") for b in blocks for k in range(0, 32, 4))
    # Words at the top are skipped, since the remainder alone would favour small numbers.
    return [next(w for w in words if w < 2**32 - 2**32 % n) % n for n in bounds]


def order(key: bytes, label: str, items: int) -> list[int]:
    """Return a shuffle of the places from 0 on."""
    order, places = [*range(items)], range(items - 1, 0, -1)
    for i, j in zip(places, below(key, label, *(i + 1 for i in places)), strict=True):
        order[i], order[j] = order[j], order[i]
    return order
