"""Reading a backup file: each block is checked before any of it is used."""

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import msgspec

from service.machine.os_errors import cause
from service.machine.zstandard import zstd
from service.operations.backup import form
from service.operations.backup.bounds import MemoryBudget, Unbounded, decompressed, elements_in
from service.operations.backup.errors import BackupBroken, BackupFailed
from service.operations.backup.protection import protection_of, refuse_unencrypted
from service.operations.backup.soundness import (
    FLAT,
    KINDS,
    Unsound,
    check_item,
    check_named,
    check_tail,
)
from service.store.schema import SCHEMA

HEAD = 5
"""The number of bytes of a block before its payload: they state its length and kind."""
FOOT = 12 + len(form.END)
MOST_HEADER = 10_000
_UNREADABLE = (zstd.ZstdError, msgspec.DecodeError, RecursionError, IndexError, EOFError)


class BackupFile:
    """One file; its header and tail are read at once, the index and other blocks on demand.

    Every number in it is checked against its size and its other parts before it is used.
    """

    def __init__(
        self, path: Path, passphrase: str | None = None, *, unencrypted: bool = False
    ) -> None:
        """Raises BackupFailed if it cannot be read, BackupBroken if it is not whole.

        With a passphrase the file must be encrypted, unless ``unencrypted`` is set.
        """
        self.path = path
        try:
            self._file: IO[bytes] = path.open("rb")
            self._size = os.fstat(self._file.fileno()).st_size
        except OSError as error:
            raise BackupFailed(f"{path} cannot be read ({cause(error)}).") from error
        self._about, self.header = self._read_header()
        if passphrase and not unencrypted:
            refuse_unencrypted(self.header.encryption, path)
        self._protection = protection_of(self.header.encryption, passphrase, path)
        self._tail_place = 0
        self.tail = self._read_tail()

    @cached_property
    def games(self) -> dict[str, form.GameRow]:
        """The heads of all games."""
        games = {
            row.game: row for row in self._items(self._numbers(form.GAME_ROWS), form.GAME_ROWS)
        }
        try:
            check_named(self.tail, games)
        except Unsound as error:
            raise self._broken(len(self.tail.places), str(error)) from error
        return games

    @cached_property
    def intact_games(self) -> dict[str, form.GameRow]:
        """The heads of the games that were neither left out nor damaged."""
        others = {*self.tail.left_out, *self.tail.damaged}
        return {game: row for game, row in self.games.items() if game not in others}

    @cached_property
    def keys(self) -> dict[bytes, form.KeyRow]:
        """All other keys."""
        return {row.key: row for row in self._items(self._numbers(form.KEY_ROWS), form.KEY_ROWS)}

    def games_of(self, shard: int) -> Iterator[form.GameItem]:
        """Yield the file's items of a shard's games."""
        yield from self._items(self.tail.shards[shard].games, form.GAMES)

    def lines_of(self, shard: int) -> Iterator[form.FeedLine]:
        """Yield the file's lines of a shard's feed."""
        yield from self._items(self.tail.shards[shard].lines, form.LINES)

    def key_items(self) -> Iterator[form.KeyItem]:
        """Yield the file's other keys; the caller must not keep them."""
        # So each block may use a whole budget of memory.
        for number in self._numbers(form.KEYS):
            yield from self._items([number], form.KEYS)

    def check(self) -> Iterator[int]:
        """Check each block and yield its size. Raises BackupBroken at the first broken one."""
        for number, kind in enumerate(map(_kind, self.tail.kinds)):
            payload = self._block(number, kind)
            for _ in self._sound(payload, number, kind, MemoryBudget(self._size)):
                pass
            yield len(payload)

    def _numbers(self, kind: bytes) -> Iterator[int]:
        return (number for number, each in enumerate(self.tail.kinds) if _kind(each) == kind)

    def _items(self, numbers: Iterable[int], kind: bytes) -> Iterator[Any]:
        allowance = MemoryBudget(self._size)
        for number in list(numbers):
            yield from self._sound(self._block(number, kind), number, kind, allowance)

    def _sound(
        self, payload: bytes, number: int, kind: bytes, allowance: MemoryBudget
    ) -> Iterator[Any]:
        items = self._decoded(payload, number, KINDS[kind], allowance, FLAT.get(kind, 0))
        # Otherwise the payload would stay in memory, beside its contents, while items are used.
        del payload
        try:
            for item in items:
                check_item(item, kind, len(self.tail.places))
                yield item
        except Unsound as error:
            raise self._broken(number, str(error)) from error

    def _decoded(
        self, payload: bytes, number: int, type_: Any, allowance: MemoryBudget, flat: int = 0
    ) -> Any:
        try:
            plain = decompressed(payload, allowance.largest)
            allowance.spend(plain, elements_in(plain, flat, allowance.most))
            return msgspec.msgpack.decode(plain, type=type_)
        except Unbounded as error:
            raise self._too_large(number, str(error)) from error
        except _UNREADABLE as error:
            raise self._broken(number, f"cannot be read ({error})") from error

    def _block(self, number: int, kind: bytes) -> bytes:
        """Return the payload of a block; it must have this kind, and end where the next begins."""
        places = self.tail.places
        payload, end = self._block_at(places[number], number, kind)
        if end != (places[number + 1] if number + 1 < len(places) else self._tail_place):
            raise self._broken(number, "does not end where the next one begins")
        return payload

    def _block_at(self, place: int, number: int, kind: bytes) -> tuple[bytes, int]:
        """Return the payload of a block, and the place where the block ends."""
        length, own = self._head_at(place)
        end = place + HEAD + length
        # Checked before reading: a forged length could ask for more memory than the file has bytes.
        if end > self._size - FOOT:
            raise self._broken(number, "does not end where it says")
        if not form.TAG <= length <= MemoryBudget(self._size).largest + form.TAG:
            raise self._broken(number, f"has a length that cannot be ({length:,} bytes)")
        written = self._read(length)
        payload = self._protection.recover(written, number, own + self._about)
        if payload is None:
            raise self._broken(number, "is not as it was written")
        if own != kind:
            raise self._broken(number, "is of another kind than the index says")
        return payload, end

    def _head_at(self, place: int) -> tuple[int, bytes]:
        head = self._read(HEAD, place)
        return int.from_bytes(head[:4], "big"), head[4:]

    def _read(self, length: int, place: int | None = None) -> bytes:
        """Read from a place, by default where the last read ended. Raises BackupFailed."""
        try:
            if place is not None:
                self._file.seek(place)
            return self._file.read(length)
        except OSError as error:
            raise BackupFailed(f"{self.path} cannot be read ({cause(error)}).") from error

    def _read_header(self) -> tuple[bytes, form.BackupHeader]:
        start = self._read(len(form.START) + 4)
        # The last byte of the start is the format's number.
        if start[: len(form.START) - 1] != form.START[:-1]:
            raise BackupFailed(f"{self.path} is no backup.")
        if start[: len(form.START)] != form.START[: len(start)]:
            raise BackupFailed(f"{self.path} is of a newer form: read it with a newer release.")
        length = int.from_bytes(start[len(form.START) :], "big")
        text = self._read(min(length, MOST_HEADER))
        try:
            header = msgspec.json.decode(text, type=form.BackupHeader)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise BackupBroken(f"{self.path}: the header cannot be read ({error}).") from error
        if header.format > form.FORMAT or header.schema > SCHEMA:
            raise BackupFailed(f"{self.path} is of a newer form: read it with a newer release.")
        return text, header

    def _read_tail(self) -> form.Tail:
        foot = self._read(FOOT, max(self._size - FOOT, 0))
        place, count = int.from_bytes(foot[:8], "big"), int.from_bytes(foot[8:12], "big")
        first = len(form.START) + 4 + len(self._about)
        if foot[12:] != form.END or not first <= place <= self._size - FOOT:
            raise self._cut()
        payload, end = self._block_at(place, count, form.TAIL)
        if end != self._size - FOOT:
            raise self._broken(count, "does not end where it says")
        tail: form.Tail = self._decoded(payload, count, form.Tail, MemoryBudget(self._size))
        try:
            check_tail(tail)
        except Unsound as error:
            raise self._broken(count, str(error)) from error
        if len(tail.places) != count or (tail.places or [place])[0] != first:
            raise self._broken(count, "counts other blocks than there are")
        self._tail_place = place
        return tail

    def _cut(self) -> BackupBroken:
        """Return the error for a truncated file, with the number of its last block."""
        number, place = -1, len(form.START) + 4 + len(self._about)
        while place < self._size:
            length, _ = self._head_at(place)
            number, place = number + 1, place + HEAD + length
            if length < form.TAG:
                break
        return BackupBroken(f"{self.path} is cut short in block {number}. Use another copy.")

    def _too_large(self, number: int, reason: str) -> BackupBroken:
        text = f"{self.path}: block {number} {reason}, which is more than this release reads"
        return BackupBroken(f"{text}. If you trust the file, use the release that took it.")

    def _broken(self, number: int, reason: str) -> BackupBroken:
        text = " ".join(f"block {number} {reason}".split())
        return BackupBroken(f"{self.path}: {text}. Use another copy.")


def _kind(number: int) -> bytes:
    return bytes([number])
