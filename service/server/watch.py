"""Checks that recorded events will be kept: the server's settings, and an embedded one's folder."""

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import NoReturn

from service.machine.os_errors import is_full
from service.redis.error_translation import STORE_ERRORS
from service.redis.errors import StoreUnsafe, Unsafe
from service.server.folder_files import APPEND_ONLY

LOOK_SECONDS = 10.0
REWRITING = "rewriting"
"""Added to a server's settings while it rewrites its append-only file."""
MANIFEST = f"{APPEND_ONLY}/appendonly.aof.manifest"
IN_USE = ("b", "i")
"""The types, in the manifest, of the files that a start reads: base and increments."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A reason why events recorded now would be lost, and the remedy."""

    case: Unsafe
    detail: str
    remedy: str


class FolderWatch:
    """A data folder and the append-only file in it, identified by their inodes."""

    # Checked twice for each move, which takes three system calls if nothing has changed.

    def __init__(self, folder: Path, mark: str | None = None) -> None:
        """``mark`` is the folder's, by default its present one. Raises FileNotFoundError."""
        self.folder = folder
        self.mark = mark or mark_of(folder)
        self._manifest = os.path.join(folder, MANIFEST)
        self._seen = ((0, 0), "", "")
        self._has_file()  # remember the file now, not at the first move

    def trouble(self) -> Trouble | None:
        """Return the trouble if the next start will not find the server's files."""
        try:
            if mark_of(self.folder) != self.mark:
                return _trouble("folder_replaced", f"{self.folder} is another folder than before")
        except OSError:
            return _trouble("folder_gone", f"the data folder {self.folder} is gone")
        if self._has_file() or self._has_file():  # twice, as a rewrite may come in between
            return None
        return _trouble("files_gone", f"the append-only file in {self.folder} is gone or replaced")

    def shortfall(self, read_written: Callable[[], int]) -> Trouble | None:
        """Return the trouble if the files hold less than the server has written to them.

        That happens if an older copy is written over them. Raises as ``read_written`` does.
        """
        if self._lacks(read_written()) and self._lacks(read_written()):  # as in ``trouble``
            detail = f"the append-only file in {self.folder} lacks data that was written to it"
            return _trouble("files_gone", detail)
        return None

    def _lacks(self, written: int) -> bool:
        try:
            files = [file for file, kind in self._files() if kind in IN_USE]
            return sum(os.stat(file).st_size for file in files) < written
        except (OSError, ValueError):
            return False  # ``trouble`` reports a missing file

    def _has_file(self) -> bool:
        """True if the file that the server appends to is the one first seen under its name."""
        try:
            file, mark = self._appended_to()
            return mark_of(file) == mark
        except (OSError, ValueError):
            self._seen = ((0, 0), *self._seen[1:])
            return False

    def _appended_to(self) -> tuple[str, str]:
        """Return the last file of the manifest, which is read only if it has changed."""
        status = os.stat(self._manifest)
        manifest = status.st_ino, status.st_mtime_ns
        known, file, mark = self._seen
        if manifest != known:
            *_, (last, _type) = self._files()
            file, mark = (file, mark) if last == file else (last, mark_of(last))
            self._seen = (manifest, file, mark)
        return file, mark

    def _files(self) -> Iterator[tuple[str, str]]:
        """Yield the manifest's files and their types. Raises ValueError if it is invalid."""
        folder = os.path.dirname(self._manifest)
        for line in Path(self._manifest).read_text().splitlines():
            _, name, _, _, _, kind, *_ = line.split()  # file <name> seq <n> type <type>
            yield os.path.join(folder, name), kind


class StoreWatch:
    """Checks the folder at each call; the server and files every LOOK_SECONDS, or if in trouble."""

    def __init__(
        self,
        read_settings: Callable[[], Mapping[str, str]],
        folder: FolderWatch | None = None,
        clock: Callable[[], float] = monotonic,
        read_written: Callable[[], int] = lambda: 0,
    ) -> None:
        """``read_settings`` and ``read_written`` ask the server, and may raise a RedisError.

        ``read_written`` returns the number of bytes that the append-only files should have.
        """
        self._read_settings = read_settings
        self._read_written = read_written
        self._folder = folder
        self._clock = clock
        # The launcher checks before it starts anything, but files may have been replaced since.
        self._due = clock() + (0 if folder else LOOK_SECONDS)
        self._unsafe: Trouble | None = None
        self._reported: Trouble | None = None
        self.late_sync: str | None = None
        """The server's appendfsync, if it is one that may lose accepted moves in a power cut."""

    @property
    def full_folder(self) -> Path | None:
        """The folder if its disk is full."""
        return self._folder.folder if self._folder and is_full(self._folder.folder) else None

    def guard(self, *, fresh: bool = False) -> None:
        """Raise StoreUnsafe if events recorded now would be lost; see ``look``."""
        trouble = self.look(fresh=fresh)
        if trouble:
            raise StoreUnsafe(trouble.case, trouble.detail)

    def refuse(self, setting: str) -> NoReturn:
        """Raise StoreUnsafe for an unsafe setting and its value, named by the append's script."""
        # The script checks at each append: a check every 10 s had let 14 moves through.
        name, _, value = setting.partition(" ")
        self._unsafe = unsafe_setting({name: value})
        assert self._unsafe
        self._report(self._unsafe)
        raise StoreUnsafe(self._unsafe.case, self._unsafe.detail)

    def look(self, *, fresh: bool = False) -> Trouble | None:
        """Return the trouble, if any, and log it once; ``fresh`` always asks the server."""
        # In trouble every call checks again, so that moves are accepted as soon as it ends.
        if fresh or self._unsafe or self._clock() >= self._due:
            self._look_at_server()
        trouble = (self._folder and self._folder.trouble()) or self._unsafe
        self._report(trouble)
        return trouble

    def _look_at_server(self) -> None:
        self._due = self._clock() + LOOK_SECONDS
        try:
            short = self._folder and self._folder.shortfall(self._read_written)
            settings = self._read_settings()
        except STORE_ERRORS:
            return  # unreachable: reported elsewhere
        if not (settings or short):
            return  # CONFIG and INFO are forbidden
        self._unsafe = short or unsafe_setting(settings) or self._unfinished(settings)
        self._note_sync(settings)

    def _unfinished(self, settings: Mapping[str, str]) -> Trouble | None:
        """Return the trouble of `appendonly no` until the server has rewritten its file."""
        # Until then a start would read the old file.
        was_off = self._unsafe and self._unsafe.case == "appendonly"
        return self._unsafe if was_off and REWRITING in settings else None

    def _note_sync(self, settings: Mapping[str, str]) -> None:
        """Warn once of a server that syncs its file later than each append."""
        warning, before = late_sync_warning(settings), self.late_sync
        self.late_sync = settings["appendfsync"] if warning else None
        if warning and self.late_sync != before:
            log.warning("%s", warning)

    def _report(self, trouble: Trouble | None) -> None:
        if trouble == self._reported:
            return
        self._reported = trouble
        if trouble:
            log.error("%s: nothing is accepted. %s", trouble.detail, trouble.remedy)
        else:
            log.warning("the store keeps events again")


def unsafe_setting(settings: Mapping[str, str]) -> Trouble | None:
    """Return the trouble if a setting would make the server lose games."""
    if settings.get("appendonly") == "no":
        detail = "the server has appendonly no, so a restart loses games"
        return Trouble("appendonly", detail, _set("appendonly yes"))
    policy = settings.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        detail = f"the server has maxmemory-policy {policy}, so full memory drops games"
        return Trouble("maxmemory_policy", detail, _set("maxmemory-policy noeviction"))
    return None


def late_sync_warning(settings: Mapping[str, str]) -> str | None:
    """Return a warning if a setting would lose accepted moves in a power cut."""
    value = settings.get("appendfsync", "always")
    if value == "always":
        return None
    lost = "second" if value == "everysec" else "half minute or more"
    return (
        f"The server has appendfsync {value}: a power cut may lose the last {lost} of accepted "
        "moves. Set `appendfsync always` to keep every one."
    )


def _set(remedy: str) -> str:
    return f"Set `{remedy}` in its configuration, or now by CONFIG SET {remedy}."


def _trouble(case: Unsafe, detail: str) -> Trouble:
    remedy = "Put back the moved files, or stop the service and restore a backup."
    return Trouble(case, detail, remedy)


def mark_of(path: Path | str) -> str:
    """Return device and inode of a file or folder, its identity at any path. Raises OSError."""
    status = os.stat(path)
    return f"{status.st_dev}:{status.st_ino}"
