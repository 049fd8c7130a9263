"""Numbers and shuffles, recomputed from a game's secret and the contributions of its seats."""

from collections import Counter
from hmac import digest
from typing import Any

Json = dict[str, Any]


def chance_key(secret: bytes, events: list[Json]) -> bytes:
    """Return the key from which all luck of a game follows."""
    own = {e["seat"]: e["data"]["contribution"] for e in events if e["type"] == "seat_taken"}
    lines = ["anabasis chance 1", *(own[seat] or "" for seat in sorted(own))]
    return digest(secret, "\n".join(lines).encode(), "sha256")


def below(key: bytes, label: str, *bounds: int) -> list[int]:
    """Return a number below each bound, all from one stream."""
    blocks = (digest(key, f"{label}:{i}".encode(), "sha256") for i in range(2**32))
    words = (int.from_bytes(b[k : k + 4], "big") for b in blocks for k in range(0, 32, 4))
    return [next(w for w in words if w < 2**32 - 2**32 % n) % n for n in bounds]


def shuffled(key: bytes, label: str, cards: dict[str, int] | list[Any]) -> list[Any]:
    """Return the cards, given in order or as counts, as the shuffle leaves them."""
    pile = [*Counter[Any](cards).elements()]
    places = range(len(pile) - 1, 0, -1)
    for i, j in zip(places, below(key, label, *(i + 1 for i in places)), strict=True):
        pile[i], pile[j] = pile[j], pile[i]
    return pile
