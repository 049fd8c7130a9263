"""Checks of a backup's items and tail; what passes can be restored and recomputed."""

import math
import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from service.operations.backup import form
from service.operations.backup.bounds import LONGEST_ENTRY, elements_in
from service.redis.shards import SHARDS
from service.store.schema import SCHEMA_KEY, is_newer

KINDS: dict[bytes, Any] = {
    form.GAMES: list[form.GameItem],
    form.LINES: list[form.FeedLine],
    form.KEYS: list[form.KeyItem],
    form.GAME_ROWS: list[form.GameRow],
    form.KEY_ROWS: list[form.KeyRow],
}
FLAT = {form.LINES: 6, form.GAME_ROWS: 7, form.KEY_ROWS: 4}
"""The number of values in an item, itself included, for the kinds whose items have no lists."""
# Milliseconds of 14 digits last until the year 5138.
_LINE_ID = re.compile(r"[0-9]{1,14}-[0-9]{1,19}")
_SUMMARY = re.compile(rb"[0-9]{1,14}-")
# Lua's numbers are exact up to here, and the scripts of the store compute with versions and times.
_LARGEST_NUMBER = 2**53
VALUES: dict[str, Any] = {
    "string": bytes,
    "set": list[bytes],
    "list": list[bytes],
    "hash": list[tuple[bytes, bytes]],
    "zset": list[tuple[bytes, float]],
    "stream": list[tuple[bytes, dict[bytes, bytes]]],
}
"""The types of keys' values, by the server's name of their kind."""


class Unsound(ValueError):
    """No release writes such an item or tail; the message says why."""


def check_item(item: Any, kind: bytes, blocks: int) -> None:
    """Raise Unsound for an item that no release writes, in a file of ``blocks`` blocks."""
    try:
        _CHECKS[kind](item, blocks)
    except Unsound as error:
        name = repr(item.key if isinstance(item, form.KeyItem | form.KeyRow) else item.game)
        raise Unsound(f"holds {name[:60]}, which {error}") from error


def check_block(plain: bytes, kind: bytes, blocks: int) -> None:
    """Raise Unsound or Unbounded unless every reader accepts a block's contents."""
    elements_in(plain, FLAT.get(kind, 0))
    for item in msgspec.msgpack.decode(plain, type=KINDS[kind]):
        check_item(item, kind, blocks)


def check_tail(tail: form.Tail) -> None:
    """Raise Unsound unless a tail lists blocks of known kinds, and each shard's in order."""
    count = len(tail.places)
    if len(tail.kinds) != count or any(bytes([kind]) not in _CHECKS for kind in {*tail.kinds}):
        raise Unsound("names blocks of unknown kinds")
    if len(tail.shards) != SHARDS:
        raise Unsound(f"has {len(tail.shards)} shards, not {SHARDS}")
    if min(tail.games, tail.events, tail.keys) < 0 or not math.isfinite(tail.seconds):
        raise Unsound("has impossible totals")
    for row in tail.shards:
        _check_shard(row, tail.kinds)


def check_named(tail: form.Tail, games: Collection[str]) -> None:
    """Raise Unsound unless the games that a tail names are in the index."""
    if unknown := [game for game in (*tail.left_out, *tail.damaged) if game not in games]:
        raise Unsound(f"names {unknown[0][:40]!r}, which is not in the index")


def _check_shard(row: form.ShardRow, kinds: bytes) -> None:
    for numbers, kind in ((row.games, form.GAMES), (row.lines, form.LINES)):
        if any(not 0 <= number < len(kinds) or kinds[number] != kind[0] for number in numbers):
            raise Unsound("names blocks that are not there")
        if any(before >= after for before, after in pairwise(numbers)):
            raise Unsound("names blocks twice or out of order")
    if any(line and not _LINE_ID.fullmatch(line) for line in (row.after, row.resume, row.last)):
        raise Unsound("names lines that cannot exist")


def _check_game(item: form.GameItem, _: int) -> None:
    _check_name(item.game)
    if item.after < 0 or (item.block and (item.entries or item.versions)):
        raise Unsound("has a game with impossible entries")
    if any(len(entry) > LONGEST_ENTRY for entry in item.entries):
        raise Unsound(f"has an event of more than {LONGEST_ENTRY:,} bytes")
    if item.versions is not None and not _are_versions(item.versions, item):
        raise Unsound("has impossible versions")
    _check_rest(item.rest)


def _are_versions(versions: Sequence[int], item: form.GameItem) -> bool:
    are_rising = all(before < after for before, after in pairwise([item.after, *versions]))
    is_whole = len(versions) == len(item.entries)
    return are_rising and is_whole and max(versions, default=0) < _LARGEST_NUMBER


def _check_rest(rest: form.Rest) -> None:
    if rest.summary and not _SUMMARY.match(rest.summary):
        raise Unsound("has an impossible summary")
    _check_end(rest.ids_end)


def _check_line(line: form.FeedLine, _: int) -> None:
    _check_name(line.game)
    if not _LINE_ID.fullmatch(line.id) or not 0 <= line.version < _LARGEST_NUMBER:
        raise Unsound("has an impossible line")


def _check_key(item: form.KeyItem, _: int) -> None:
    if item.type not in VALUES:
        raise Unsound(f"has a key of an unknown kind ({item.type[:20]!r})")
    try:
        value = msgspec.convert(item.value, VALUES[item.type])
    except msgspec.ValidationError as error:
        raise Unsound(f"has a value that is no {item.type} ({error})") from error
    if item.type == "zset" and any(math.isnan(score) for _, score in value):
        raise Unsound("has a score that is no number")
    if item.key == SCHEMA_KEY.encode() and (item.type != "string" or is_newer(value)):
        raise Unsound("has a mark of a newer release, unlike its header")
    if item.type == "stream":
        _check_stream([name for name, fields in value if fields], len(value))
    _check_end(item.end)


def _check_stream(names: Sequence[bytes], count: int) -> None:
    """Raise Unsound unless each entry has fields, and an id greater than the one before."""
    texts = [name.decode("latin-1") for name in names]
    if len(names) != count or not all(map(_LINE_ID.fullmatch, texts)):
        raise Unsound("has a stream with an impossible entry")
    places = [tuple(map(int, text.split("-"))) for text in texts]
    if any(before >= after for before, after in pairwise([(0, 0), *places])):
        raise Unsound("has a stream that is out of order")


def _check_game_row(row: form.GameRow, blocks: int) -> None:
    _check_name(row.game)
    _check_block(row.block, blocks)
    if not 0 <= row.after <= max(row.version, 0) < _LARGEST_NUMBER:
        raise Unsound("has an impossible head")


def _check_block(block: int, blocks: int) -> None:
    if not (block == form.ELSEWHERE or 0 <= block < blocks):
        raise Unsound("names a block that is not there")


def _check_end(end: int) -> None:
    if not -1 <= end < _LARGEST_NUMBER:
        raise Unsound("has an impossible time")


def _check_name(game: str) -> None:
    # With a colon in its name, a game's keys could be taken for those of another kind.
    if not game or not game.isprintable() or ":" in game:
        raise Unsound("has a game with an impossible name")


_CHECKS: dict[bytes, Callable[[Any, int], None]] = {
    form.GAMES: _check_game,
    form.LINES: _check_line,
    form.KEYS: _check_key,
    form.GAME_ROWS: _check_game_row,
    form.KEY_ROWS: lambda row, blocks: _check_block(row.block, blocks),
}
