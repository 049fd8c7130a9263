"""A data folder: its only owner, its identity, its password.

No path is read from a file in the folder: that file may have come with a copy or from a stranger.
Files are written through the folder's descriptor, even if its path leads elsewhere by now.
"""

import errno
import fcntl
import hashlib
import logging
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import msgspec

from service.machine.os_errors import NO_ROOM, cause
from service.server.folder_files import (
    APPEND_ONLY,
    OURS,
    cut_zeros,
    part_links,
    remove,
    tighten,
    write_whole,
)
from service.server.folder_owner import own_files, refuse_another

LONGEST_SOCKET_PATH = 100
# A killed server releases its locks one after another, so the last may be held for a moment.
DYING_SECONDS, LOOK_SECONDS = 1.0, 0.01

PASSWORD = re.compile("[0-9a-f]{64}")

log = logging.getLogger(__name__)


class DataFolderUnusable(Exception):
    """The data folder cannot be made or written."""

    def __init__(self, folder: Path, error: OSError) -> None:
        remedy = "make room" if error.errno in NO_ROOM else "set ANABASIS_DATA to one that can"
        super().__init__(f"The data folder {folder} cannot be written ({cause(error)}): {remedy}.")


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that owns a data folder, and the service's address once that is known."""

    process: int
    address: str | None = None

    def __str__(self) -> str:
        return f"process {self.process}" + (f", {self.address}" if self.address else "")


class DataInUse(Exception):
    """Another process owns the data folder; ``owner`` is from its note."""

    def __init__(self, folder: Path, owner: Owner | str) -> None:
        self.folder, self.owner = folder, owner
        super().__init__(f"Anabasis already runs on {folder}: {owner}.")


@dataclass(frozen=True, slots=True)
class Identity:
    """A folder's id and its inode; a copy of the folder has another inode."""

    id: str
    inode: int


class DataFolder:
    """An owned data folder, until ``release``."""

    def __init__(self, path: Path) -> None:
        """Own the folder, making it if needed.

        Raises DataInUse, DataFolderUnusable, FolderOfAnother.
        """
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            refuse_another(path)
            if names := foreign_files(path):
                text = f"it holds other files, such as {', '.join(names)}"
                raise FileExistsError(errno.EEXIST, text)
            self._directory, self._note = _own(path)
        except OSError as error:
            raise DataFolderUnusable(path, error) from error
        identity = _identity(path)
        self.is_copy = identity is not None and identity.inode != self._inode
        self.owner_was_killed = bool(self._note.read()) and not self.is_copy

    def announce(self, owner: Owner) -> None:
        """Write the owner into the note, for other processes. Raises DataFolderUnusable."""
        # Written in place, as the lock is on this file; `_own_note` saw that nobody shares it.
        try:
            self._note.truncate(0)
            self._note.write(msgspec.json.encode(owner).decode())
            self._note.flush()
        except OSError as error:  # a full disk
            raise DataFolderUnusable(self.path, error) from error

    def release(self) -> None:
        """Release the folder; never call it in a fork of the owner."""
        self._note.truncate(0)  # by its descriptor: the locked file, wherever it is now
        with suppress(OSError):
            remove(self._directory, "lock")  # a start that was refused leaves nothing behind
        self._note.close()
        os.close(self._directory)

    def write(self, name: str, text: str) -> None:
        """Write one of our files, completely or not at all."""
        write_whole(self._directory, name, text)

    def keep(self, name: str, text: str | None) -> None:
        """Write one of our files, or remove it if there is no text; a full disk changes nothing."""
        with suppress(OSError):
            if text:
                self.write(name, text)
            else:
                remove(self._directory, name)

    def settle(self) -> None:
        """Give the folder its own identity, password, files and rights, before a server runs."""
        tighten(self.path)
        part_links(self.path)
        cut_zeros(self.path)
        remove(self._directory, "server.json")  # an older release would remove the folder it names
        if self.is_copy:
            log.warning(
                "%s is a copy of another data folder: from now on it is a folder of its own, with "
                "all its games and its own password. The other folder is not touched.",
                self.path,
            )
        is_new = self.is_copy or _identity(self.path) is None
        if is_new or not _has_password(self.path):
            self.write("password", secrets.token_hex(32))
        if is_new:
            identity = Identity(secrets.token_hex(16), self._inode)
            self.write("identity", msgspec.json.encode(identity).decode())

    @contextmanager
    def held_by_server(self) -> Iterator[list[int]]:
        """Yield the locks that a server inherits and holds for its whole life.

        Raises BlockingIOError if another folder's server holds the same append-only files.
        """
        with ExitStack() as stack:
            with suppress(FileExistsError):
                os.mkdir(APPEND_ONLY, mode=0o700, dir_fd=self._directory)
            files = os.open(APPEND_ONLY, os.O_RDONLY, dir_fd=self._directory)
            stack.callback(os.close, files)
            _lock_soon(files)
            self.write("server.lock", "")  # a new file: a copy may share the old one by a link
            lock = os.open("server.lock", os.O_RDWR | os.O_NOFOLLOW, dir_fd=self._directory)
            stack.callback(os.close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield [files, lock]

    @property
    def _inode(self) -> int:
        return os.fstat(self._directory).st_ino


def _lock_soon(file: int) -> None:
    """Lock a file; wait a moment for a holder that is just ending. Raises BlockingIOError."""
    end = time.monotonic() + DYING_SECONDS
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise
            time.sleep(LOOK_SECONDS)
        else:
            return


def foreign_files(folder: Path) -> list[str]:
    """Return the files with our names in a folder without our data: a start overwrites them."""
    if (folder / APPEND_ONLY).is_dir() or _identity(folder) is not None:
        return []
    # A host may have kept heads.json alone, and a killed start leaves its lock.
    paths = [folder / name for name in sorted(OURS - {"heads.json"})]
    files = [path for path in paths if path.is_file() and not path.is_symlink()]
    return [path.name for path in files if path.name != "lock" or not _is_note(path)]


def _is_note(path: Path) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    return not text or isinstance(_owner(text), Owner)


def is_copy(folder: Path) -> bool:
    """True if a folder is a copy of another one, and no server was started on it yet."""
    identity = _identity(folder)
    return identity is not None and identity.inode != folder.stat().st_ino


def is_held_by_server(folder: Path) -> bool:
    """True if a server runs on the folder, or on one that shares its files by links.

    Raises FolderOfAnother.
    """
    with own_files(folder), suppress(FileNotFoundError):
        return _is_locked(folder / "server.lock")
    return False


def _is_locked(path: Path) -> bool:
    with path.open(encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def running_url(folder: Path) -> str | None:
    """Return the address of the server that runs on a data folder, None if none runs.

    Raises FolderOfAnother.
    """
    folder = Path(os.path.realpath(folder))
    with own_files(folder), suppress(FileNotFoundError):
        if is_held_by_server(folder):
            return server_url(socket_path(folder), password(folder))
    return None


def running_address(folder: Path) -> str | None:
    """Return the announced address of the service on a data folder; None without one.

    Raises FolderOfAnother.
    """
    lock = folder / "lock"
    with own_files(folder), suppress(FileNotFoundError):
        owner = _owner(lock.read_text(encoding="utf-8")) if _is_locked(lock) else None
        return owner.address if isinstance(owner, Owner) else None
    return None


def _owner(note: str) -> Owner | str:
    """Return the owner that a note names; the note itself if an older release wrote it."""
    try:
        return msgspec.json.decode(note, type=Owner)
    except msgspec.DecodeError:
        return note


def server_url(socket: Path, password: str) -> str:
    """Return the address of the server behind a socket."""
    return f"unix://:{password}@{quote(str(socket))}"


def password(folder: Path) -> str:
    """Return the password of the folder's server. Raises FileNotFoundError."""
    return (folder / "password").read_text(encoding="ascii")


def socket_path(folder: Path) -> Path:
    """Return the server's socket; under /tmp if the folder's path cannot hold one.

    The path follows from the folder itself, never from a file in it.
    """
    socket = folder / "server.sock"
    path = os.fsencode(socket)
    # Systems allow some 100 bytes, and a path that is not ASCII differs by locale.
    if len(path) <= LONGEST_SOCKET_PATH and path.isascii():
        return socket
    status, identity = folder.stat(), _identity(folder)
    material = f"{identity and identity.id}:{status.st_dev}:{status.st_ino}"
    return Path("/tmp", f"anabasis-{hashlib.sha256(material.encode()).hexdigest()[:32]}", "sock")


def place_socket(folder: Path) -> Path:
    """Return ``socket_path``, and make its folder under /tmp if it needs one. Raises OSError."""
    socket = socket_path(folder)
    if socket.parent != folder:
        socket.parent.mkdir(mode=0o700, exist_ok=True)
        status = socket.parent.lstat()
        is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
        if not is_own or status.st_mode & 0o077:
            text = f"{socket.parent} is another user's: move {folder} to a shorter path"
            raise PermissionError(text)
    return socket


def _own(folder: Path) -> tuple[int, IO[str]]:
    """Lock the folder and its note ``lock``. Raises DataInUse."""
    with ExitStack() as stack:
        # The directory itself is locked: a copy is not, and deleting a file does not unlock it.
        directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        stack.callback(os.close, directory)
        note = stack.enter_context(_open_note(directory))
        if not _lock(directory) or not _lock(note.fileno()):
            raise DataInUse(folder, _owner(note.read()))
        if os.fstat(note.fileno()).st_nlink != 1:
            note = stack.enter_context(_own_note(directory, note.read()))
        stack.pop_all()
        return directory, note


def _own_note(directory: int, text: str) -> IO[str]:
    """Replace and lock the note: the old one may be deleted, or linked to another folder's."""
    write_whole(directory, "lock", text)
    note = _open_note(directory)
    _lock(note.fileno())
    return note


def _open_note(directory: int) -> IO[str]:
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
    note = open(os.open("lock", flags, 0o600, dir_fd=directory), "a+", encoding="utf-8")  # noqa: SIM115
    note.seek(0)
    return note


def _lock(descriptor: int) -> bool:
    """Lock a file or directory until it is closed; False if another process has."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _has_password(folder: Path) -> bool:
    """True if there is a password in our form."""
    try:
        # The text is written into the server's settings: any other form could add settings.
        return PASSWORD.fullmatch(password(folder)) is not None
    except (FileNotFoundError, ValueError):
        return False


def _identity(folder: Path) -> Identity | None:
    try:
        return msgspec.json.decode((folder / "identity").read_bytes(), type=Identity)
    except (FileNotFoundError, msgspec.DecodeError, ValueError):
        return None
