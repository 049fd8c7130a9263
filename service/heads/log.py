"""The public log of heads in the store: leaves are appended and never changed.

All its keys have the tag ``{heads}``, so that one script appends leaves whole or not at all::

    {heads}:size            the number of leaves
    {heads}:tile:<l>:<n>    the hashes of tile n of level l, up to 256 of 32 bytes
    {heads}:of:<game>       "<version> <index> <time, ms> <hash>" of the game's newest leaf
    {heads}:feeds           by shard the id of the feed line up to which heads were recorded

Only hashes are public, as a leaf names its game, and games may be unlisted. A backup of a running
store reads these keys at different moments; so a place counts only if its leaf is there, and
``heal`` lowers a size that the tiles have not reached.
"""

import logging
import random
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from domain.record.record import stated_hash
from service.heads.tree import HASH, WIDTH, Tree, growth, leaf_hash
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.store.contract import EventStore

ATTEMPTS = 20
LONGEST_PAUSE = 0.05
_SIZE, _FEEDS = "{heads}:size", "{heads}:feeds"
_APPEND = Script.of("service.heads", "append_leaves.lua")
_TAKE_BACK = Script.of("service.heads", "take_back.lua")

log = logging.getLogger(__name__)


class HeadUnsigned(Exception):
    """The game was imported, so this server signs no head of it."""


class Head(NamedTuple):
    """A game's id, and the version and hash (hex) of one of its events."""

    game_id: str
    version: int
    hash: str

    @property
    def text(self) -> bytes:
        """The text that is signed, and hashed as a leaf of the log."""
        return f"anabasis head 1\n{self.game_id}\n{self.version}\n{self.hash}\n".encode()


@dataclass(frozen=True, slots=True)
class Leaf:
    """A game's newest leaf: version, index in the log, time (ms since 1970), and hash."""

    version: int
    index: int
    at: int
    leaf: bytes

    def is_of(self, head: Head) -> bool:
        """True if the leaf belongs to this head."""
        return self.leaf == leaf_hash(head.text)


class _Gap(NamedTuple):
    """A tile that is too short for the log's size: the leaves before it, its key, its bytes."""

    whole: int
    key: str
    length: int


class LogContended(Exception):
    """Others changed the log in every attempt; nothing was appended."""

    def __str__(self) -> str:
        return "other processes changed the log of heads too often in a row"


class HeadLog:
    """The log of heads in a store."""

    def __init__(self, client: Any) -> None:
        self._client = client  # redis-py has no types for a script's answer

    def size(self) -> int:
        """Return the number of leaves. Raises StoreUnavailable."""
        with translated_errors():
            return int(self._client.get(_SIZE) or 0)

    def tree(self, size: int | None = None) -> Tree:
        """Return the tree of the first leaves, or of all if ``size`` is None.

        Raises StoreUnavailable.
        """
        return Tree(self.size() if size is None else size, self._tile)

    def place(self, game_id: str) -> Leaf | None:
        """Return the place of a game's newest leaf, or None. Raises StoreUnavailable."""
        return self.places([game_id]).get(game_id)

    def places(self, game_ids: Iterable[str], size: int | None = None) -> dict[str, Leaf]:
        """Return the places of games' newest leaves below ``size``, by default the log's own.

        Raises StoreUnavailable.
        """
        names = list(dict.fromkeys(game_ids))
        if not names:
            return {}
        with translated_errors():
            known = zip(names, self._client.mget(list(map(_of, names))), strict=True)
        # Read last: a leaf that is appended meanwhile would be past an earlier size.
        size = self.size() if size is None else size
        stated = {name: value.decode().split() for name, value in known if value}
        stated = {name: parts for name, parts in stated.items() if int(parts[1]) < size}
        leaves = self._leaves([int(parts[1]) for parts in stated.values()])
        return {
            name: Leaf(int(version), int(index), int(at), there)
            for (name, (version, index, at, leaf)), there in zip(
                stated.items(), leaves, strict=True
            )
            if bytes.fromhex(leaf) == there
        }

    def append(self, heads: Sequence[Head], now: int, lost: Collection[Leaf] = ()) -> int:
        """Append the heads that are newer than their games' leaves; return their number.

        Give at most one head for each game. ``now`` is in milliseconds since 1970. ``lost`` places
        are ignored, as their events are not in the record. Raises StoreUnavailable, LogContended.
        """
        parts = (heads[at : at + WIDTH] for at in range(0, len(heads), WIDTH))
        return sum(self._append_part(part, now, lost) for part in parts)

    def _append_part(self, heads: Sequence[Head], now: int, lost: Collection[Leaf]) -> int:
        for _ in range(ATTEMPTS):
            # Read first, so that an append by others after it makes this attempt fail.
            size = self.size()
            places = self.places((head.game_id for head in heads), size)
            new = [head for head in heads if _is_new(head, places.get(head.game_id), lost)]
            if not new or self._appended(size, new, now):
                return len(new)
            _pause()
        raise LogContended

    def heal(self) -> None:
        """Lower a size that the tiles have not reached, and have the feeds read again.

        Raises StoreUnavailable, LogContended.
        """
        for _ in range(ATTEMPTS):
            size = self.size()
            gap = self._gap(size)
            if gap is None:
                return
            # Another process may have healed it meanwhile, and leaves may be published since.
            if self._taken_back(size, gap):
                log.warning("the log is taken back from %d to %d leaves", size, gap.whole)
                return
            _pause()
        raise LogContended

    def checkpoints(self) -> dict[int, str]:
        """Return the feed line up to which heads were recorded, by shard."""
        with translated_errors():
            lines = self._client.hgetall(_FEEDS)
        return {int(shard): line.decode() for shard, line in lines.items()}

    def keep_checkpoints(self, lines: Mapping[int, str]) -> None:
        """Note the feed line up to which heads were recorded, by shard."""
        if lines:
            with translated_errors():
                self._client.hset(_FEEDS, mapping=dict(lines))

    def _appended(self, size: int, heads: Sequence[Head], now: int) -> bool:
        leaves = [leaf_hash(head.text) for head in heads]
        grown = list(growth(size, leaves, self._tile))
        keys = [_SIZE, *(_of(head.game_id) for head in heads)]
        keys += [_key(level, number) for level, number, *_ in grown]
        places = [
            f"{head.version} {index} {now} {leaf.hex()}"
            for index, (head, leaf) in enumerate(zip(heads, leaves, strict=True), start=size)
        ]
        parts = (value for _, _, *written in grown for value in written)
        arguments: list[Any] = [size, size + len(heads), len(heads), *places, *parts]
        with translated_errors():
            return bool(_APPEND.run(self._client, keys, *arguments))

    def _leaves(self, indices: Sequence[int]) -> list[bytes]:
        """Return the hashes at these places, empty ones past the end."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for index in indices:
                number, place = divmod(index, WIDTH)
                pipeline.getrange(_key(0, number), place * HASH, place * HASH + HASH - 1)
            return list(pipeline.execute()) if indices else []

    def _gap(self, size: int) -> _Gap | None:
        """Return the gap that leaves the fewest leaves whole, None if there is none."""
        least, whole = None, size
        for level in range(size.bit_length() // 8 + 1):
            gap = self._gap_of(level, whole >> 8 * level)
            if gap is not None:
                least, whole = gap, gap.whole
        return least

    def _gap_of(self, level: int, entries: int) -> _Gap | None:
        for number in range(-(-entries // WIDTH)):
            key = _key(level, number)
            with translated_errors():
                length = int(self._client.strlen(key))
            if length // HASH < min(WIDTH, entries - number * WIDTH):
                return _Gap(number * WIDTH + length // HASH << 8 * level, key, length)
        return None

    def _taken_back(self, size: int, gap: _Gap) -> bool:
        keys = (_SIZE, _FEEDS, gap.key)
        with translated_errors():
            return bool(_TAKE_BACK.run(self._client, keys, size, gap.whole, gap.length))

    def _tile(self, level: int, number: int) -> bytes:
        with translated_errors():
            return bytes(self._client.get(_key(level, number)) or b"")


def recorded_head(store: EventStore, game_id: str, place: Leaf) -> Head | None:
    """Return the head that a place stands for, None if the record has another event or none.

    That happens if a restore or a fail-over loses a game's end while the log keeps its leaf. Raises
    StoreUnavailable.
    """
    for entry in store.read(game_id, place.version - 1, 1):
        with suppress(ValueError):  # an entry that states no hash
            head = Head(game_id, place.version, stated_hash(entry).hex())
            return head if place.is_of(head) else None
    return None


def _pause() -> None:
    """Wait for a short random time, so that others do not win every attempt."""
    time.sleep(random.uniform(0, LONGEST_PAUSE))


def _is_new(head: Head, known: Leaf | None, lost: Collection[Leaf]) -> bool:
    return known is None or known.version < head.version or known in lost


def _of(game_id: str) -> str:
    return f"{{heads}}:of:{game_id}"


def _key(level: int, number: int) -> str:
    return f"{{heads}}:tile:{level}:{number}"
