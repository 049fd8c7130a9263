"""Reading a backup file: each block is checked before any of it is used."""

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import msgspec

from service.backup.errors import BackupBroken, BackupFailed
from service.backup.form import (
    END,
    GAME_ROWS,
    GAMES,
    KEY_ROWS,
    KEYS,
    LINES,
    START,
    TAIL,
    GameItem,
    GameRow,
    Header,
    KeyItem,
    KeyRow,
    Line,
    Tail,
)
from service.backup.protection import protection_of
from service.zstandard import zstd

HEAD = 5
"""The bytes of a block before its payload: its length and its kind."""
FOOT = 12 + len(END)
MOST_HEADER = 10_000
KINDS: dict[bytes, Any] = {
    GAMES: list[GameItem],
    LINES: list[Line],
    KEYS: list[KeyItem],
    GAME_ROWS: list[GameRow],
    KEY_ROWS: list[KeyRow],
}


class BackupFile:
    """One file; its header, tail and index are read at once, its blocks on demand."""

    def __init__(self, path: Path, passphrase: str | None = None) -> None:
        """Raises BackupFailed if it cannot be read, BackupBroken if it is not whole."""
        self.path = path
        try:
            self._file: IO[bytes] = path.open("rb")
            self._size = os.fstat(self._file.fileno()).st_size
        except OSError as error:
            raise BackupFailed(f"{path} cannot be read ({error.strerror}).") from error
        self._about, self.header = self._read_header()
        self._protection = protection_of(self.header.encryption, passphrase, path)
        self.tail = self._read_tail()

    @cached_property
    def games(self) -> dict[str, GameRow]:
        """The heads of all games."""
        return {row.game: row for row in self._items(self._numbers(GAME_ROWS), GAME_ROWS)}

    @cached_property
    def held(self) -> dict[str, GameRow]:
        """The heads of the games that were neither left out nor damaged."""
        others = {*self.tail.left_out, *self.tail.damaged}
        return {game: row for game, row in self.games.items() if game not in others}

    @cached_property
    def keys(self) -> dict[bytes, KeyRow]:
        """All other keys."""
        return {row.key: row for row in self._items(self._numbers(KEY_ROWS), KEY_ROWS)}

    def games_of(self, shard: int) -> Iterator[GameItem]:
        """Yield the file's items of a shard's games."""
        yield from self._items(self.tail.shards[shard].games, GAMES)

    def lines_of(self, shard: int) -> Iterator[Line]:
        """Yield the file's lines of a shard's feed."""
        yield from self._items(self.tail.shards[shard].lines, LINES)

    def key_items(self) -> Iterator[KeyItem]:
        """Yield the file's other keys."""
        yield from self._items(self._numbers(KEYS), KEYS)

    def check(self) -> Iterator[int]:
        """Check each block and yield its size. Raises BackupBroken at the first broken one."""
        for number in range(len(self.tail.places)):
            kind, payload = self._block(number)
            self._decoded(payload, number, KINDS[kind])
            yield len(payload)

    def _numbers(self, kind: bytes) -> Iterator[int]:
        return (number for number, each in enumerate(self.tail.kinds) if each == kind[0])

    def _items(self, numbers: Iterable[int], kind: bytes) -> Iterator[Any]:
        for number in list(numbers):
            own, payload = self._block(number)
            if own != kind:
                raise self._broken(number, "is of another kind than the index says")
            yield from self._decoded(payload, number, KINDS[kind])

    def _decoded(self, payload: bytes, number: int, type_: Any) -> Any:
        try:
            return msgspec.msgpack.decode(zstd.decompress(payload), type=type_)
        except (zstd.ZstdError, msgspec.DecodeError) as error:
            raise self._broken(number, f"cannot be read ({error})") from error

    def _block(self, number: int) -> tuple[bytes, bytes]:
        """Return kind and payload of a block."""
        return self._block_at(self.tail.places[number], number)

    def _block_at(self, place: int, number: int) -> tuple[bytes, bytes]:
        length, kind = self._head_at(place)
        if place + HEAD + length > self._size - FOOT:
            raise self._broken(number, "does not end where it says")
        payload = self._protection.recover(self._file.read(length), number, kind + self._about)
        if payload is None:
            raise self._broken(number, "is not as it was written")
        return kind, payload

    def _head_at(self, place: int) -> tuple[int, bytes]:
        self._file.seek(place)
        head = self._file.read(HEAD)
        return int.from_bytes(head[:4], "big"), head[4:]

    def _read_header(self) -> tuple[bytes, Header]:
        start = self._file.read(len(START) + 4)
        if start[: len(START) - 1] != START[:-1]:
            raise BackupFailed(f"{self.path} is no backup.")
        if start[: len(START)] != START[: len(start)]:
            raise BackupFailed(f"{self.path} is of a newer form: read it with a newer release.")
        length = int.from_bytes(start[len(START) :], "big")
        text = self._file.read(min(length, MOST_HEADER))
        try:
            return text, msgspec.json.decode(text, type=Header)
        except (msgspec.DecodeError, ValueError) as error:
            raise BackupBroken(f"{self.path}: the header cannot be read ({error}).") from error

    def _read_tail(self) -> Tail:
        self._file.seek(max(self._size - FOOT, 0))
        foot = self._file.read()
        place, count = int.from_bytes(foot[:8], "big"), int.from_bytes(foot[8:12], "big")
        if foot[12:] != END or place > self._size - FOOT:
            raise self._cut()
        kind, payload = self._block_at(place, count)
        if kind != TAIL:
            raise self._broken(count, "is not the tail")
        tail: Tail = self._decoded(payload, count, Tail)
        return tail

    def _cut(self) -> BackupBroken:
        """Return the error for a truncated file, which names its last block."""
        number, place = -1, len(START) + 4 + len(self._about)
        while place < self._size:
            number, place = number + 1, place + HEAD + self._head_at(place)[0]
        return BackupBroken(f"{self.path} is cut short in block {number}. Use another copy.")

    def _broken(self, number: int, reason: str) -> BackupBroken:
        return BackupBroken(f"{self.path}: block {number} {reason}. Use another copy.")
