"""Sweeping unfinished files and folders of killed backups, restores, moves and sealings.

A writer locks its file, and the lock ends with its process. So a file that can be locked is
abandoned; it is ours if its name has our form and its first bytes are ours.
"""

import fcntl
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from shutil import rmtree

from service.server.data_folder import socket_path
from service.server.folder_files import APPEND_ONLY, OURS

MOST = 100
"""The most leftovers swept at once."""
_PART = re.compile(r"\..+\.[0-9a-f]{8}\.part", re.DOTALL)


def part_of(path: Path) -> Path:
    """Return a temporary name beside a path, for a file or folder until it is whole."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")


def create(part: Path) -> int:
    """Create a file that only its owner can read, and lock it; return its descriptor.

    Raises OSError.
    """
    while True:
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with suppress(OSError):  # a file system without locks, where nothing is ever swept
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor
        os.close(descriptor)  # another process swept it before it was locked


def sweep_files(folder: Path, start: bytes) -> None:
    """Remove unfinished files of dead processes that begin with ``start``."""
    for path in _parts(folder):
        with suppress(OSError), _locked(path, 0) as descriptor:
            status = os.fstat(descriptor)
            if stat.S_ISREG(status.st_mode) and _is_own(status) and _begins(descriptor, start):
                path.unlink()


def sweep_folders(folder: Path) -> None:
    """Remove the unfinished data folders of dead restores and moves beside a folder."""
    for path in _parts(folder.parent):
        if not path.name.startswith(f".{folder.name}."):
            continue
        with suppress(OSError), _locked(path, os.O_DIRECTORY) as descriptor:
            if _is_own(os.fstat(descriptor)) and _is_data(path):
                _remove_socket(path)
                rmtree(path, ignore_errors=True)


def _remove_socket(folder: Path) -> None:
    """Remove the socket of a data folder's dead server, if it is in /tmp."""
    with suppress(OSError):  # a host may have emptied /tmp; the folder is still swept
        socket = socket_path(folder)
        if socket.parent != folder and _is_own(socket.parent.lstat()):
            socket.unlink(missing_ok=True)
            socket.parent.rmdir()


def _parts(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        names = (name for name in os.listdir(folder) if _PART.fullmatch(name))
        yield from (folder / name for name in islice(names, MOST))


@contextmanager
def _locked(path: Path, flags: int) -> Iterator[int]:
    """Yield the descriptor of a file or folder; raise OSError if another process has it."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | flags)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield descriptor
    finally:
        os.close(descriptor)


def _is_own(status: os.stat_result) -> bool:
    return status.st_uid == os.geteuid()


def _begins(descriptor: int, start: bytes) -> bool:
    """True if a file begins with ``start``, or is the beginning of it."""
    own = os.read(descriptor, len(start))
    return own == start[: len(own)]


def _is_data(folder: Path) -> bool:
    """True for a data folder that has only our files, and whose server has ended."""
    with _locked(folder / APPEND_ONLY, os.O_DIRECTORY):
        return OURS.issuperset(os.listdir(folder))
