"""Writing a backup file, under a temporary name until it is whole."""

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Self

import msgspec
from msgspec import Raw

from service.machine.os_errors import cause
from service.machine.zstandard import zstd
from service.operations.backup.bounds import LARGEST, MOST_ELEMENTS, Unbounded, weight_of
from service.operations.backup.errors import BackupFailed
from service.operations.backup.form import END, START, TAIL, BackupHeader, Tail, packed_item
from service.operations.backup.interrupts import deferred_signals
from service.operations.backup.protection import Protection
from service.operations.backup.soundness import FLAT, Unsound, check_block
from service.server.folder_files import flush_names
from service.server.leftovers import create, part_of, sweep_files

BLOCK = 2_000_000
"""The bytes of items, before compression, at which a block is written."""
LEVEL = 3
NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})
"""The errors of file systems without hard links, as on USB sticks."""


class BackupWriter:
    """Writes one file; a context manager that leaves nothing behind after an error."""

    def __init__(self, path: Path, header: BackupHeader, protection: Protection) -> None:
        """Raises BackupFailed if the file exists or cannot be written."""
        self.places: list[int] = []
        self.kinds = bytearray()
        self._path = path
        self._protection = protection
        self._header = msgspec.json.encode(header)
        self._kind = b""
        self._items: list[Raw] = []
        self._size = 0
        if os.path.lexists(path):
            raise BackupFailed(f"{path} is there: a backup replaces no file.")
        sweep_files(path.parent, START)
        self._part = part_of(path)
        try:
            self._file: IO[bytes] = os.fdopen(create(self._part), "wb")
        except OSError as error:
            raise _unwritable(path, error) from error

    def __enter__(self) -> Self:
        try:
            self._write(START + len(self._header).to_bytes(4, "big") + self._header)
        except BaseException:
            self._discard()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._discard()

    def _discard(self) -> None:
        with suppress(OSError):  # closing flushes the buffer, and the disk may be full
            self._file.close()
        with suppress(FileNotFoundError):
            self._part.unlink()

    @property
    def size(self) -> int:
        """The bytes written so far."""
        return self._file.tell()

    def put(self, kind: bytes, item: Any) -> int:
        """Add an item to the current block; return the block's number.

        Raises BackupFailed for an item that readers refuse.
        """
        if kind != self._kind or self._size >= BLOCK:
            self.end_block()
            self._kind = kind
        encoded = packed_item(item)
        if len(encoded) > LARGEST - BLOCK:
            raise _too_large(self._path, item, f"{len(encoded):,} bytes")
        weight = self._weight(kind, item, encoded)
        if self._items and self._size + weight >= 2 * BLOCK:
            self.end_block()
        self._items.append(Raw(encoded))
        self._size += weight
        return len(self.places)

    def _weight(self, kind: bytes, item: Any, encoded: bytes) -> int:
        try:
            return weight_of(encoded, FLAT.get(kind, 0))
        except Unbounded as error:
            raise _too_large(self._path, item, f"over {MOST_ELEMENTS:,} values") from error

    def end_block(self) -> None:
        """Write the current block, if it has items. Raises BackupFailed if readers refuse it."""
        if self._items:
            plain = packed_item(self._items)
            # These are the reader's own checks: notice now if the backup could not be restored.
            self._check(plain)
            payload = zstd.compress(plain, LEVEL)
            self.places.append(self._file.tell())
            self.kinds += self._kind
            self._write_block(self._kind, payload, len(self.places) - 1)
        self._items, self._size = [], 0

    def finish(self, tail: Tail) -> None:
        """Write the tail, and give the file its name. Raises BackupFailed."""
        self.end_block()
        place = self._file.tell()
        self._write_block(TAIL, zstd.compress(packed_item(tail), LEVEL), len(self.places))
        self._write(place.to_bytes(8, "big") + len(self.places).to_bytes(4, "big") + END)
        try:
            self._file.flush()
            # The name must not be on the disk before the contents are.
            os.fsync(self._file.fileno())
            with deferred_signals() as signals:
                signals.check()
                _give_name(self._part, self._path)
                flush_names(self._path.parent)
        except OSError as error:
            raise _unwritable(self._path, error) from error

    def _check(self, plain: bytes) -> None:
        try:
            check_block(plain, self._kind, len(self.places))
        except (Unsound, Unbounded, msgspec.DecodeError) as error:
            text = f"A block {error}, and could not be restored"
            raise BackupFailed(f"{text}: nothing is left of {self._path}.") from error

    def _write_block(self, kind: bytes, payload: bytes, number: int) -> None:
        protected = self._protection.protect(payload, number, kind + self._header)
        self._write(len(protected).to_bytes(4, "big") + kind + protected)

    def _write(self, data: bytes) -> None:
        try:
            self._file.write(data)
        except OSError as error:
            raise _unwritable(self._path, error) from error


def _give_name(part: Path, path: Path) -> None:
    """Give a file its name, which must be free. Raises OSError."""
    try:
        os.link(part, path)  # unlike a rename, this replaces no file
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        # Create the name first, so that the rename replaces no other file.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        os.rename(part, path)


def _too_large(path: Path, item: Any, size: str) -> BackupFailed:
    name = getattr(item, "game", None) or repr(getattr(item, "key", b""))
    text = f"{name} has {size}, more than a backup holds"
    return BackupFailed(f"{text}: nothing is left of {path}.")


def _unwritable(path: Path, error: OSError) -> BackupFailed:
    return BackupFailed(f"{path} cannot be written ({cause(error)}): nothing is left of it.")
