"""The files of a data folder, made private and separated from those of other folders."""

import logging
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

APPEND_ONLY = "appendonlydir"
CHUNK = 65_536
OURS = frozenset(
    {
        "lock",
        "lock.new",
        "identity",
        "identity.new",
        "password",
        "password.new",
        "heads.json",
        "heads.json.new",
        "closed",
        "closed.new",
        "server.lock",
        "server.lock.new",
        "server.log",
        "server.pid",
        "server.sock",
        "server.json",
        APPEND_ONLY,
    }
)
"""The names of all files that the service puts into a data folder."""

log = logging.getLogger(__name__)


def write_whole(directory: int, name: str, text: str) -> None:
    """Write a file in an open directory whole or not at all, readable by its owner alone."""
    written = f"{name}.new"
    remove(directory, written)  # left by a crash, or a link that others put there
    descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=directory)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    # Both names are in the open directory, whose path may lead to another directory by now.
    os.rename(written, name, src_dir_fd=directory, dst_dir_fd=directory)
    os.fsync(directory)


def flush_names(folder: Path) -> None:
    """Flush the names in a folder to the disk. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove(directory: int, name: str) -> None:
    """Remove one of our names from an open directory; a link is removed, not its target."""
    assert name in OURS
    try:
        os.unlink(name, dir_fd=directory)
    except FileNotFoundError:
        return


def tighten(folder: Path) -> None:
    """Close the files, which hold games' secrets, to other users; warn if they were open."""
    was_open = is_open(folder)
    for path in _private(folder):
        if is_open(path):
            _close(path)
    if was_open:
        log.warning(
            "%s, with secrets of games, was open to other users of this machine: "
            "its files are closed to them from now on.",
            folder,
        )


def part_links(folder: Path) -> None:
    """Copy append-only files that are links to those of another folder. Hold their locks."""
    # Two servers that append to one file would spoil it.
    for path in _append_only_files(folder):
        if path.is_symlink() or path.stat().st_nlink > 1:
            _part(path)


def _part(path: Path) -> None:
    own = path.with_name(f"temp-{path.name}")
    own.unlink(missing_ok=True)  # left by a crash; a link's target stays
    with path.open("rb") as theirs, own.open("xb") as file:
        own.chmod(0o600)
        shutil.copyfileobj(theirs, file)
        file.flush()
        os.fsync(file.fileno())
    # The name in our folder now leads to the copy; the other folder keeps its file.
    own.replace(path)


def cut_zeros(folder: Path) -> None:
    """Cut off zeros that a power cut left at the end of append-only files, under their locks."""
    # Some file systems make a file longer before its data is there, and the server would not start
    # on zeros. No stored command ends with a zero, so none is lost.
    for path in (folder / APPEND_ONLY).glob("appendonly.aof.*.incr.aof"):
        zeros = _zeros_at_end(path)
        if zeros:
            with path.open("r+b") as file:
                file.truncate(path.stat().st_size - zeros)
                os.fsync(file.fileno())
            log.warning(
                "%s ended with %d zeros, as after a power cut; they held no event and are cut off.",
                path,
                zeros,
            )


def _zeros_at_end(path: Path) -> int:
    with path.open("rb") as file:
        size = end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - CHUNK)
            file.seek(start)
            kept = file.read(end - start).rstrip(b"\0")
            if kept:
                return size - start - len(kept)
            end = start
    return size


def _private(folder: Path) -> Iterator[Path]:
    """Yield the folder if it holds only our files, and all files that we put into it."""
    names = set(os.listdir(folder))
    if all(name in OURS or name.startswith("temp-") for name in names):
        yield folder  # not a home folder or /tmp that was named as data folder
    yield from (folder / name for name in sorted(names & OURS - {"server.sock"}))
    yield from _append_only_files(folder)


def _append_only_files(folder: Path) -> list[Path]:
    return sorted((folder / APPEND_ONLY).glob("appendonly.aof*"))


def close_to_others(place: Path | int) -> None:
    """Remove others' rights on a file or folder, if it belongs to this user and has some."""
    with suppress(OSError):
        status = os.stat(place)
        if status.st_uid == os.geteuid() and status.st_mode & 0o077:
            os.chmod(place, stat.S_IMODE(status.st_mode) & 0o700)


def is_open(path: Path) -> bool:
    """True if others than the owner have a right on a file or folder; False for a link."""
    mode = path.lstat().st_mode
    return bool(mode & 0o077) and (stat.S_ISDIR(mode) or stat.S_ISREG(mode))


def _close(path: Path) -> None:
    try:
        path.chmod(0o700 if path.is_dir() else 0o600)
    except PermissionError:
        log.warning("%s belongs to another user: only that user can close it to others.", path)
