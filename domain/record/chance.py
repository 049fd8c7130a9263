"""Auditable chance: each draw follows from a secret, the seats' contributions and a label.

In detail (clients/audit/README.md describes it for other implementations):

- the game has a secret of 32 bytes; its SHA-256 stands in the first event;
- the key is HMAC-SHA-256(secret, "anabasis chance 1" and, for each seat in order, a line feed and
  its contribution in lower-case hex, or nothing where a game from a seed has none);
- the stream of a label is the blocks HMAC-SHA-256(key, label + ":" + i) for i = 0, 1, 2 …, read
  as 32-bit big-endian words;
- a number below n is w mod n for the next word w < 2^32 - (2^32 mod n); larger words are skipped;
- a shuffle of m items: for i from m-1 down to 1, swap item i with item (number below i+1);
- a label is a name and how often the present line has used it before: "die:0", "die:1".

In version 2 an event states the luck that decided it. Games of version 1 state none, number their
dice from 1 and have labels without a number where a name is used once.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from struct import Struct
from typing import Any, NamedTuple, TypeVar

VERSION = 2
# Version 1 stays: its games are folded, audited and played on as they began.
VERSIONS = (1, VERSION)
LUCK = "luck"
"""The field of an event's data for the luck that decided it: label, bound and result of each draw.

The result is a number from 0 on; for a shuffle it is the list of the items' former places, also
from 0 on.
"""
SECRET_BYTES = 32
_WORD = 2**32
_FIRST_WORD, _WORDS = Struct(">I"), Struct(">8I")
_HASH_BLOCK = 64
# Keeps this use of the secret apart from salts and seeds. The 1 is the version of the construction,
# which version 2 of chance shares.
_DOMAIN = b"anabasis chance 1"

T = TypeVar("T")
R = TypeVar("R", int, list[int])


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of a started game: pure functions of its key and of labels."""

    key: bytes
    version: int = 1

    def below(self, label: str, n: int) -> int:
        """Return a uniform whole number from 0 to n-1."""
        label = self._numbered(label)
        word = _FIRST_WORD.unpack_from(self._block(label, 0))[0]
        # One first word in 2^32 / n is too large; only then are others read.
        is_first = word < _limit(n)
        return self._noted(label, n, word % n if is_first else _below(self._words(label), n))

    def die(self, n: int) -> int:
        """Return the n-th die of the present line (n from 1), 1 to 6."""
        # In version 2 the labels of dice count from 0, like those of all other draws.
        return 1 + self.below(f"die:{n if self.version == 1 else n - 1}", 6)

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a uniformly random order (Fisher-Yates, from the end)."""
        label = self._numbered(label)
        words = self._words(label)
        order = list(range(len(items)))
        # Places are shuffled, not items: the list of places is the luck that an event states.
        for i in range(len(order) - 1, 0, -1):
            j = _below(words, i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple([items[place] for place in self._noted(label, len(items), order)])

    def _numbered(self, label: str) -> str:
        return label if ":" in label or self.version == 1 else f"{label}:0"

    def _noted(self, _label: str, _n: int, result: R) -> R:
        return result

    def _words(self, label: str) -> Iterator[int]:
        for i in count():
            # Eight words at once: a shuffle reads dozens.
            yield from _WORDS.unpack(self._block(label, i))

    def _block(self, label: str, i: int) -> bytes:
        """Return the HMAC of a label's i-th block, computed as two hashes (RFC 2104)."""
        keyed = _keyed(self.key)
        # Copies of hashes that have the key in them: half the time of a copy of `hmac`'s own, and
        # `hmac.digest` took 2.05 µs a block against 0.84 for that (commits d1a2c6cb, ebad672b).
        inner, outer = keyed.inner.copy(), keyed.outer.copy()
        inner.update(f"{label}:{i}".encode())
        outer.update(inner.digest())
        return outer.digest()


@dataclass(frozen=True, slots=True)
class NotedChance(Chance):
    """The chance of one decision; it notes its draws and their results."""

    luck: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, chance: Chance) -> "NotedChance":
        """Return a game's chance with nothing noted yet."""
        return cls(chance.key, chance.version)

    def noted_in(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return an event's data, with the noted luck in games that state it."""
        # Games of version 1 go on without luck, so that their events keep one form.
        return {**data, LUCK: self.luck} if self.luck and self.version > 1 else data

    def _noted(self, label: str, n: int, result: R) -> R:
        self.luck.append({"label": label, "below": n, "result": result})
        return result


class _Keyed(NamedTuple):
    """The two hashes of an HMAC with the key in them."""

    inner: "hashlib._Hash"
    outer: "hashlib._Hash"


@lru_cache(maxsize=64)
def _keyed(key: bytes) -> _Keyed:
    """Return hashes to copy, with the key in them."""
    padded = key.ljust(_HASH_BLOCK, b"\0")
    inner, outer = (padded.translate(pad) for pad in (hmac.trans_36, hmac.trans_5C))
    return _Keyed(hashlib.sha256(inner), hashlib.sha256(outer))


def _below(words: Iterator[int], n: int) -> int:
    limit = _limit(n)
    while (word := next(words)) >= limit:
        pass
    return word % n


def _limit(n: int) -> int:
    """Return the largest multiple of n that is at most 2^32."""
    # Words from this limit on would favour small numbers.
    return _WORD - _WORD % n


def game_chance(secret: bytes, contributions: Sequence[str | None], version: int = 1) -> Chance:
    """Return the chance of a game from its secret and its seats' contributions (hex), in order."""
    # In the order of seats and with empty lines, so that no two tables give the same key.
    lines = [_DOMAIN, *((each or "").encode() for each in contributions)]
    return Chance(hmac.digest(secret, b"\n".join(lines), "sha256"), version)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the secret (hex), which the first event states."""
    return hashlib.sha256(secret).hexdigest()


def secret_of_seed(seed: str) -> bytes:
    """Return the secret of a game whose host fixed its chance by ``seed`` (hex)."""
    # Lower case first: the same seed in capitals is the same game.
    return hashlib.sha256(b"anabasis seed 1\n" + seed.lower().encode()).digest()
