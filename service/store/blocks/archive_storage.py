"""Archives outside of Redis in which blocks may lie: none, a folder or a bucket."""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from service.machine.os_errors import naming, plain
from service.redis.errors import StoreUnavailable
from service.server.folder_files import close_to_others, flush_names, is_open
from service.server.leftovers import create, part_of, sweep_files
from service.settings.archive_addresses import folder_of
from service.store.blocks.block import LARGEST, START, BlockDamaged, BlockHeader, header_of
from service.store.blocks.s3 import Bucket

PROBES = ".probe"
"""The folder of objects that ``probe`` writes: no game's id begins with a dot."""
_NAME = re.compile(r"[A-Za-z0-9_-]+/[A-Za-z0-9_-]+-\d+-[0-9a-f]{64}\.anb")


class ArchiveUnreachable(StoreUnavailable):
    """An archive lacks a block or cannot be reached.

    The game still counts as known and sound: requests for it are answered 503.
    """

    @property
    def is_missing(self) -> bool:
        """True if the archive answers that it lacks this block."""
        return isinstance(self.__cause__, FileNotFoundError)


class Objects(Protocol):
    """Named blocks that are written once. Each method raises OSError."""

    def write(self, name: str, block: bytes) -> None:
        """Write a block durably; a block with the same name may be there already."""

    def read(self, name: str) -> bytes:
        """Return a block, cut off after ``LARGEST`` bytes. Raises FileNotFoundError if missing."""

    def delete(self, name: str) -> None:
        """Delete an object that ``probe`` wrote."""


class Outside:
    """The archive of sealed games; without ``objects`` there is none."""

    # Blocks are never deleted, as few become useless: those of games whose end was rolled back, and
    # those that a restored store holds itself.

    def __init__(self, objects: Objects | None = None) -> None:
        self.objects = objects

    def keep(self, block: bytes) -> str:
        """Write a block, read it back, and return its name. Raises ArchiveUnreachable."""
        assert self.objects is not None
        objects, header = self.objects, header_of(block)
        name = name_of(header)
        with _reaching(header):
            objects.write(name, block)
            # The store deletes its own copy after this, so the archive must be seen to have it.
            written = objects.read(name)
        if written != block:
            raise ArchiveUnreachable(f"the archive holds something else as {name}")
        return name

    def probe(self) -> None:
        """Write an object of no game, read it back and delete it. Raises OSError."""
        assert self.objects is not None
        name, content = f"{PROBES}/{secrets.token_hex(8)}", secrets.token_bytes(16)
        self.objects.write(name, content)
        try:
            if self.objects.read(name) != content:
                raise OSError(f"{name} is read back as something else")
        finally:
            self.objects.delete(name)

    def fetch(self, header: BlockHeader) -> bytes:
        """Return the block that a header names. Raises ArchiveUnreachable, BlockDamaged."""
        if self.objects is None:
            where = f"game {header.game} lies in an archive outside of the store"
            raise ArchiveUnreachable(f"{where}: set ANABASIS_ARCHIVE_URL to it")
        objects = self.objects
        if not _NAME.fullmatch(header.outside):
            raise BlockDamaged(f"{header.outside!r} is no name of a block")
        with _reaching(header):
            block = objects.read(header.outside)
        own = header_of(block)
        if (own.game, own.version, own.hash) != (header.game, header.version, header.hash):
            raise BlockDamaged(f"{header.outside} is the block of another record")
        return block


NOWHERE = Outside()


def outside_of(url: str | None) -> Outside:
    """Return the archive at an address (see ``ANABASIS_ARCHIVE_URL``), NOWHERE without one.

    Raises ValueError.
    """
    if not url:
        return NOWHERE
    return Outside(Bucket(url) if url.startswith("s3:") else Folder(folder_of(url)))


def name_of(header: BlockHeader) -> str:
    """Return the name of a block, another one for each game and each head of its record."""
    return f"{header.game[:2]}/{header.game}-{header.version}-{header.hash.hex()}.anb"


class Folder:
    """Blocks as files in a folder that must be there, each written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begun: set[Path] = set()

    def write(self, name: str, block: bytes) -> None:
        """Write a block, synced to the disk with its folder."""
        path = self._folder / name
        # Without `parents`: if the archive's folder is missing, it may not be mounted yet.
        path.parent.mkdir(mode=0o700, exist_ok=True)
        self._begin(path.parent)
        part = part_of(path)
        try:
            with naming(path), os.fdopen(create(part), "wb") as file:
                file.write(block)
                file.flush()
                os.fsync(file.fileno())
                part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        flush_names(path.parent)

    def read(self, name: str) -> bytes:
        """Return a block, cut off after LARGEST bytes."""
        with (self._folder / name).open("rb") as file:
            close_to_others(file.fileno())
            return file.read(LARGEST)

    def open_files(self) -> Iterator[Path]:
        """Yield files of older releases that other users of the machine may read."""
        if not is_open(self._folder):
            return
        for folder in filter(is_open, _folders(self._folder)):
            yield from (file for file in folder.iterdir() if file.is_file() and is_open(file))

    def _begin(self, folder: Path) -> None:
        """Once for each folder: flush its name, sweep leftovers, close its files to other users."""
        if folder not in self._begun:
            flush_names(self._folder)
            sweep_files(folder, START)
            for place in (folder, *folder.glob("*.anb")):
                close_to_others(place)
            self._begun.add(folder)

    def delete(self, name: str) -> None:
        """Delete a file, and its folder if that is empty now."""
        path = self._folder / name
        path.unlink()
        with suppress(OSError):
            path.parent.rmdir()


def _folders(folder: Path) -> Iterator[Path]:
    return (each for each in folder.iterdir() if each.is_dir() and not each.is_symlink())


@contextmanager
def _reaching(header: BlockHeader) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = f"game {header.game} cannot be read from the archive or written to it"
        raise ArchiveUnreachable(f"{reason}: {plain(error)}") from error
