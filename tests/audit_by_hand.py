"""Audits a game by the README's "Auditing a game" alone: python audit_by_hand.py < EXPORT.json"""

import json
import sys
from hashlib import sha256
from hmac import digest

HASHED = ["schema", "recorded_at", "type", "seat", "data", "commitments"]
SYMBOLS = ["temple", "amphora", "horse", "lyre", "soldier"]
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def below(key, label, bounds):
    blocks = (digest(key, f"{label}:{i}".encode(), "sha256") for i in range(2**32))
    words = (int.from_bytes(b[k : k + 4], "big") for b in blocks for k in range(0, 32, 4))
    return [next(w for w in words if w < 2**32 - 2**32 % n) % n for n in bounds]


def shuffled(key, label, cards):
    pile, places = sorted(cards, key=SYMBOLS.index), range(len(cards) - 1, 0, -1)
    for i, j in zip(places, below(key, label, [i + 1 for i in places]), strict=True):
        pile[i], pile[j] = pile[j], pile[i]
    return pile


def checks(game, events):
    terms, head, table, after = events[0]["data"], "0" * 64, None, {}
    luck = {e["seat"]: e["data"]["contribution"] or "" for e in events if e["type"] == "seat_taken"}
    secret = bytes.fromhex(terms["secret"])
    yield 1, "secret", terms["chance"]["commitment"], sha256(secret).hexdigest()
    for version, event in enumerate(events, 1):
        hashed = json.loads(json.dumps({k: event[k] for k in HASHED}))
        hashed |= {"version": version, "prev": head}
        for path, stated in event["commitments"].items():
            holder, steps = hashed["data"], [int(s) if s.isdigit() else s for s in path.split("/")]
            for step in steps[:-1]:
                holder = holder[step]
            salt = digest(secret, f"anabasis salt 1:{version}:{path}".encode(), "sha256")
            opened = digest(salt, canonical(holder[steps[-1]]).encode(), "sha256").hex()
            yield version, path, [stated, event["salts"][path]], [opened, salt.hex()]
            holder[steps[-1]] = None
        head, data = sha256(canonical(hashed).encode()).hexdigest(), event["data"]
        yield version, "hash", event["hash"], head
        if data.get("dealt"):
            lines = ["anabasis chance 1", *(luck[seat] for seat in sorted(luck))]
            key, n = digest(secret, "\n".join(lines).encode(), "sha256"), len(luck)
            deck, first = shuffled(key, "supply:0", SYMBOLS * 11), terms["first_seat"]
            first = below(key, "first_seat", [n])[0] if first is None else first
            parts = {"hands": deck[:n], "display": deck[n : n + 2], "supply": deck[n + 2 :]}
            yield version, "deal", data["dealt"], {**data["dealt"], **parts, "first_seat": first}
            table = deck[n + 2 :], [], 1
        elif event["type"] in ("undone", "redone"):
            table = after[data["to"]]
        elif table:
            supply, discard, shuffle = table
            spent = event["type"] == "taxes_levied" or data.get("from") == "hand"
            paid = {data["card"]: 1} if spent else data.get("paid") or data.get("cards") or {}
            kept, told = data.get("compensation") or {}, [data.get("refill"), data.get("drawn")]
            discard = discard + [c for c in paid for _ in range(paid[c] - kept.get(c, 0))]
            told = [card for card in told + data.get("refilled", []) if card]
            pile = shuffled(key, f"supply:{shuffle}", discard) if len(told) > len(supply) else []
            drawn, supply = (supply + pile)[: len(told)], (supply + pile)[len(told) :]
            yield version, "cards", [data.get("supply") or [], told], [pile, drawn]
            table = supply, [] if pile else discard, shuffle + bool(pile)
        after[version] = table
    yield version, "head", [game["version"], game["hash"]], [version, head]


export = json.load(sys.stdin)
found = checks(export, export["events"])
sys.exit(next((f"event {n}: {what}" for n, what, one, other in found if one != other), None))
