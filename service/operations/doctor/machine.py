"""Checks of the data folder and the machine: rights, disk, memory, descriptors."""

import os
import resource
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from service.operations.doctor.findings import Finding, error, ok, warning
from service.redis.retirement import note_of, with_remedy
from service.server.data_folder import foreign_files, running_address
from service.server.folder_files import APPEND_ONLY
from service.server.folder_owner import (
    FolderOfAnother,
    FolderUnreadable,
    own_files,
    refuse_another,
    unreadable,
)
from service.settings.config import Config

GB = 1_000_000_000
LITTLE_DISK, NO_DISK = 2 * GB, GB // 5
# When the server rewrites its file, it needs memory for the pages that change meanwhile.
LITTLE_MEMORY = 0.1
"""The share of memory that should be free."""
TO_BE_MADE = "will be made by the first start"
DESCRIPTORS = 200
"""The number of descriptors that a process needs besides its streams."""


def check_machine(config: Config, environment: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Yield the findings about folder, disk and machine."""
    if not config.redis_url:
        is_named = bool(environment.get("ANABASIS_DATA", "").strip())
        yield from check_folder(config.data, is_named=is_named)
    yield from _memory(Path("/proc/meminfo"))
    yield from _descriptors(config)


def check_folder(folder: Path, *, is_named: bool = False) -> Iterator[Finding]:
    """Yield the findings about the data folder and its disk.

    A missing folder is a fault if a setting names it (``is_named``).
    """
    try:
        with own_files(folder):
            is_there = _is_there(folder)
            yield from _check_folder(folder) if is_there else _place_of_new(folder, is_named)
    except FolderUnreadable as refusal:
        yield error("data folder", refusal.text, refusal.remedy)


def _is_there(folder: Path) -> bool:
    """True if anything is at a path. Raises OSError for an impossible path."""
    try:
        folder.stat()
    except (FileNotFoundError, NotADirectoryError):  # the latter: a parent is no folder
        return False
    return True


def _check_folder(folder: Path) -> Iterator[Finding]:
    status = folder.stat()
    if not stat.S_ISDIR(status.st_mode):
        raise unreadable(folder, NotADirectoryError())
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise FolderOfAnother(folder, folder)
    refuse_another(folder)
    if names := foreign_files(folder):
        text = f"{folder} holds other files, such as {', '.join(names)}, so no service starts on it"
        yield error("data folder", text, "Set ANABASIS_DATA to a folder of its own.")
    if status.st_mode & 0o077:
        text = f"{folder} is open to others on this machine, and holds hidden cards and tokens"
        yield warning("data folder", text, f"Try chmod -R go-rwx {folder}.")
    address = running_address(folder)
    state = f"runs at {address}" if address else "stopped"
    yield ok("data folder", f"{folder}, {state}")
    if address is None and (note := note_of(folder)):
        yield Finding("error", "games", with_remedy(note))
    yield _disk(folder, _size(folder / APPEND_ONLY))


def _place_of_new(folder: Path, is_named: bool) -> Iterator[Finding]:
    parent = next(each for each in folder.absolute().parents if each.exists())
    if parent.is_dir() and os.access(parent, os.W_OK | os.X_OK):
        yield _missing(folder) if is_named else _nothing_yet(folder)
        yield _disk(parent, 0)
        return
    yield error("data folder", f"{folder} cannot be made in {parent}", "Set ANABASIS_DATA.")


def _nothing_yet(folder: Path) -> Finding:
    text = f"there is nothing at {folder.absolute()} yet: it {TO_BE_MADE}"
    return Finding("ok", "data folder", text, "If games lie elsewhere, set ANABASIS_DATA to them.")


def _missing(folder: Path) -> Finding:
    text = f"{folder} of ANABASIS_DATA is not there, and {TO_BE_MADE}"
    remedy = "If it should hold games, fix ANABASIS_DATA, or put the folder back."
    return warning("data folder", text, remedy)


def _disk(folder: Path, needed: int) -> Finding:
    free = shutil.disk_usage(folder).free
    text = f"{free / GB:.1f} GB free, games take {needed / GB:.1f} GB"
    remedy = "Make room: without it moves are refused, and a rewrite needs as much as the games."
    # A rewrite writes a second copy of the games before it deletes the first.
    if free < NO_DISK:
        return error("disk", text, remedy)
    return warning("disk", text, remedy) if free < LITTLE_DISK + needed else ok("disk", text)


def _size(folder: Path) -> int:
    return sum(map(_bytes, folder.glob("*")))


def _bytes(file: Path) -> int:
    """Return a file's size; 0 if a rewrite has just removed it."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _memory(meminfo: Path) -> Iterator[Finding]:
    if not meminfo.exists():
        return
    lines = (line.split() for line in meminfo.read_text().splitlines())
    sizes = {line[0].rstrip(":"): int(line[1]) * 1024 for line in lines}
    free, total = sizes.get("MemAvailable", 0), sizes.get("MemTotal", 1)
    text = f"{free / GB:.1f} of {total / GB:.1f} GB free"
    if free < LITTLE_MEMORY * total:
        yield warning("memory", text, "End another program, or use a larger machine.")
    else:
        yield ok("memory", text)


def _descriptors(config: Config) -> Iterator[Finding]:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)  # processes raise the soft limit
    if 0 <= most < config.streams + DESCRIPTORS:
        text = f"a process may open {most} files, for {config.streams} streams and the rest"
        yield warning(
            "descriptors", text, "Raise the limit (ulimit -n), or lower ANABASIS_STREAMS."
        )
