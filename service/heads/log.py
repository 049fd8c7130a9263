"""The public log of heads in the store: leaves are appended, and nothing is ever changed.

All its keys have the tag ``{heads}``, so that one script appends leaves whole or not at all::

    {heads}:size            the number of leaves
    {heads}:tile:<l>:<n>    the hashes of tile n of level l, up to 256 of 32 bytes
    {heads}:of:<game>       "<version> <index> <time, ms>" of the game's newest leaf
    {heads}:feeds           by shard the id of the feed line up to which heads were recorded

Only hashes are public: a leaf names its game, and games may be unlisted.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple

from redis.exceptions import NoScriptError

from service.heads.tree import WIDTH, Tree, growth, leaf_hash
from service.store.reaching import reaching

ATTEMPTS = 20
_SIZE, _FEEDS = "{heads}:size", "{heads}:feeds"
_SCRIPT = files("service.heads").joinpath("lua/append.lua").read_text("utf-8")
_DIGEST = hashlib.sha1(_SCRIPT.encode(), usedforsecurity=False).hexdigest()


class Head(NamedTuple):
    """A game's id, and the version and hash (hex) of an event of it."""

    game_id: str
    version: int
    hash: str

    @property
    def text(self) -> bytes:
        """The text that is signed, and hashed as a leaf of the log."""
        return f"anabasis head 1\n{self.game_id}\n{self.version}\n{self.hash}\n".encode()


@dataclass(frozen=True, slots=True)
class Place:
    """A game's newest leaf: the version it is of, its index in the log, its time (ms)."""

    version: int
    index: int
    at: int


class LogContended(Exception):
    """Others appended to the log too often in a row; nothing was appended."""


class HeadLog:
    """The log of heads in a store."""

    def __init__(self, client: Any) -> None:
        self._client = client  # redis-py does not type what a script answers

    def size(self) -> int:
        """Return the number of leaves. Raises StoreUnavailable."""
        with reaching():
            return int(self._client.get(_SIZE) or 0)

    def tree(self, size: int | None = None) -> Tree:
        """Return the tree of the first leaves, all if ``size`` is None. Raises StoreUnavailable."""
        return Tree(self.size() if size is None else size, self._tile)

    def place(self, game_id: str) -> Place | None:
        """Return where a game's newest leaf is, None if it has none. Raises StoreUnavailable."""
        return self.places([game_id]).get(game_id)

    def places(self, game_ids: Iterable[str]) -> dict[str, Place]:
        """Return where the newest leaves of games are. Raises StoreUnavailable."""
        names = list(dict.fromkeys(game_ids))
        if not names:
            return {}
        with reaching():
            known = self._client.mget([_of(name) for name in names])
        pairs = zip(names, known, strict=True)
        return {name: Place(*map(int, value.split())) for name, value in pairs if value}

    def logged(self, game_id: str) -> tuple[int, bytes] | None:
        """Return the version and hash of a game's newest leaf. Raises StoreUnavailable."""
        place = self.place(game_id)
        return None if place is None else (place.version, self.tree().leaf(place.index))

    def append(self, heads: Sequence[Head], now: int) -> int:
        """Append the heads that are newer than their games' leaves; return how many those are.

        Of a game there may be one. ``now`` is in milliseconds. Raises StoreUnavailable,
        LogContended.
        """
        parts = (heads[at : at + WIDTH] for at in range(0, len(heads), WIDTH))
        return sum(self._append_part(part, now) for part in parts)

    def _append_part(self, heads: Sequence[Head], now: int) -> int:
        for _ in range(ATTEMPTS):
            size, places = self.size(), self.places(head.game_id for head in heads)
            new = [head for head in heads if _is_new(head, places.get(head.game_id))]
            if not new or self._appended(size, new, now):
                return len(new)
        raise LogContended

    def checkpoints(self) -> dict[int, str]:
        """Return by shard the feed line up to which heads were recorded."""
        with reaching():
            lines = self._client.hgetall(_FEEDS)
        return {int(shard): line.decode() for shard, line in lines.items()}

    def keep_checkpoints(self, lines: Mapping[int, str]) -> None:
        """Note by shard the feed line up to which heads were recorded."""
        if lines:
            with reaching():
                self._client.hset(_FEEDS, mapping=dict(lines))

    def _appended(self, size: int, heads: Sequence[Head], now: int) -> bool:
        leaves = [leaf_hash(head.text) for head in heads]
        grown = list(growth(size, leaves, self._tile))
        keys = [_SIZE, *(_of(head.game_id) for head in heads)]
        keys += [_key(level, number) for level, number, _ in grown]
        versions = [head.version for head in heads]
        return self._run(keys, size, now, len(heads), *versions, *(part for *_, part in grown))

    def _run(self, keys: Sequence[str], *arguments: Any) -> bool:
        with reaching():
            try:
                outcome, _ = self._client.evalsha(_DIGEST, len(keys), *keys, *arguments)
            except NoScriptError:
                outcome, _ = self._client.eval(_SCRIPT, len(keys), *keys, *arguments)
        return bool(outcome == b"APPENDED")

    def _tile(self, level: int, number: int) -> bytes:
        with reaching():
            return bytes(self._client.get(_key(level, number)) or b"")


def _is_new(head: Head, known: Place | None) -> bool:
    return known is None or known.version < head.version


def _of(game_id: str) -> str:
    return f"{{heads}}:of:{game_id}"


def _key(level: int, number: int) -> str:
    return f"{{heads}}:tile:{level}:{number}"
