"""The Valkey server that `anabasis run` starts and supervises, with its data in a folder.

The folder holds ``lock`` (the process that owns it), ``identity`` (distinguishes it from a copy),
``server.lock`` (held by the server for its whole life), ``password``, ``server.log``,
``heads.json`` (the last known ends of the feeds), ``closed`` (the new place, if the store was moved
away) and the append-only file.
"""

import logging
import os
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Self

from redis import Redis
from redis.exceptions import BusyLoadingError, RedisError

from service.machine.os_errors import cause, is_full, plain
from service.machine.processes import spawn, stop
from service.redis.connecting import connect
from service.redis.retirement import CLOSED, moved_to
from service.server import feed_ends, valkey
from service.server.data_folder import (
    DataFolder,
    Owner,
    is_held_by_server,
    password,
    place_socket,
    server_url,
    socket_path,
)
from service.server.server_settings import append_only_bytes
from service.server.watch import FolderWatch, Trouble

FEED_ENDS_SECONDS = 10.0
START_SECONDS = 30.0
STOP_SECONDS = 30.0
ASK_AGAIN_SECONDS = 0.5
POLL_SECONDS = 0.01
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

log = logging.getLogger(__name__)


class ServerFailed(Exception):
    """The embedded server did not start or stop; the message ends with its log's last lines."""


class EmbeddedServer:
    """One server on a data folder; a context manager, stopped only by its owner.

    ``binary`` is the server to run, None for the Valkey that came with the packages. ``check`` is
    called while waiting and may raise to end the wait. After a stop, ``trouble`` says why the next
    start will not find the games; it is None if it will.
    """

    def __init__(
        self,
        folder: Path,
        binary: str | None = None,
        check: Callable[[], object] = lambda: None,
    ) -> None:
        self.folder = Path(os.path.realpath(folder))
        self.owner_was_killed = False
        self.trouble: Trouble | None = None
        self._binary = binary
        self._check = check
        self._owner = os.getpid()
        self._data: DataFolder | None = None
        self._watch: FolderWatch | None = None
        self._feed_ends: feed_ends.FeedEnds | None = None
        self._feed_ends_due = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: Path | None = None
        self._log_start = 0
        self._is_full = False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address with its password: fit for children's environments, not arguments or logs."""
        assert self._socket is not None
        return server_url(self._socket, password(self.folder))

    @property
    def mark(self) -> str:
        """The folder's mark, by which children recognise it; see FolderWatch."""
        assert self._watch is not None
        return self._watch.mark

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._process is not None
        return self._process.pid

    def lock(self) -> None:
        """Own the folder and change nothing else in it. Raises as DataFolder does."""
        if self._data is None:
            self._data = DataFolder(self.folder)
            self.owner_was_killed = self._data.owner_was_killed
            self.announce()

    def announce(self, address: str | None = None) -> None:
        """Note this process and its service's address for other processes."""
        assert self._data is not None
        self._data.announce(Owner(self._owner, address))

    def start(self) -> None:
        """Start the server and wait until it answers; shut down one left behind first.

        Raises DataInUse, DataFolderUnusable, FolderOfAnother, ServerFailed.
        """
        self.lock()
        try:
            self._begin()
        except BaseException:
            self.stop()
            raise

    def is_running(self) -> bool:
        """True if the server still runs."""
        return self._process is not None and self._process.poll() is None

    def restart(self) -> bool:
        """Start a dead server again at the same address, if its disk has room; True if it runs.

        Raises ServerFailed, unless the disk is full.
        """
        if not self._has_room():
            return False
        log.warning("the server ended; starting it again")
        try:
            self._begin()
        except ServerFailed:
            if self._has_room():
                raise
            return False
        return True

    def _has_room(self) -> bool:
        """True unless the folder's disk is full, which is logged once."""
        was_full, self._is_full = self._is_full, is_full(self.folder)
        if self._is_full and not was_full:
            log.error(valkey.FULL_DISK, self.folder)
        return not self._is_full

    def tend(self) -> None:
        """Save the feed ends every FEED_ENDS_SECONDS, for the next start to compare."""
        if monotonic() >= self._feed_ends_due:
            self._feed_ends_due = monotonic() + FEED_ENDS_SECONDS
            self._keep_feed_ends()

    def stop(self) -> None:
        """Stop the server and give up the folder; in a fork of the owner this does nothing."""
        if os.getpid() != self._owner:
            return
        if self._process is not None:
            self._keep_feed_ends()
            self.trouble = self._find_trouble()
            _stop(self._process)
            self._process = None
            self._leave_socket()
        if self._data is not None:
            self._data.release()
            self._data = None

    def _begin(self) -> None:
        self._check_folder()
        _end_left_behind(self.folder, self._check)
        self._serve()
        if self._has_cut():
            log.warning(valkey.HALF_WRITTEN, self.folder)
            assert self._process is not None
            _stop(self._process)
            self._serve()
        self._compare_feed_ends()
        self._watch = self._watch or FolderWatch(self.folder)

    def _serve(self) -> None:
        """Launch the server and wait until it answers. Raises ServerFailed."""
        assert self._data is not None
        try:
            with self._data.held_by_server() as locks:
                if self._socket is None:
                    self._data.settle()
                    self._socket = place_socket(self.folder)
                self._launch(locks)
        except BlockingIOError as error:
            raise ServerFailed(valkey.shared_folder_reason(self.folder)) from error
        except OSError as error:
            raise ServerFailed(f"The embedded server cannot be started: {plain(error)}.") from error
        self._wait_until_ready()

    def _has_cut(self) -> bool:
        """True if the server has cut off the end of a file while it loaded it."""
        # Until its next start it counts these bytes as written: the watch would find them missing.
        with suppress(RedisError, OSError), _client(self.url) as client:
            return FolderWatch(self.folder).shortfall(lambda: append_only_bytes(client)) is not None
        return False

    def _check_folder(self) -> None:
        """Raise ServerFailed if the server's files are no longer in the folder."""
        trouble = self._watch.trouble() if self._watch else None
        if trouble:
            raise ServerFailed(f"The server ended, and {trouble.detail}. {trouble.remedy}")

    def _launch(self, locks: list[int]) -> None:
        assert self._socket is not None
        # Relative to the folder, so that it is removed from the folder even after a move.
        is_inside = self._socket.parent == self.folder
        socket = _quoted(self._socket.name if is_inside else str(self._socket))
        settings = SETTINGS.format(socket=socket, password=password(self.folder))
        with open(self.folder / "server.log", "ab", opener=_private) as output:
            self._log_start = output.tell()
            with tempfile.TemporaryFile() as stdin:
                stdin.write(settings.encode())
                stdin.seek(0)
                self._process = spawn(
                    [self._binary or _binary(), "-"],
                    env={"PATH": os.defpath, "LC_ALL": "C"},
                    cwd=self.folder,
                    stdin=stdin,
                    output=output,
                    pass_fds=locks,
                    umask=0o077,
                )

    def _leave_socket(self) -> None:
        """Remove the socket's folder under /tmp, if there is one and it is empty."""
        socket, self._socket = self._socket, None
        if socket is not None and socket.parent != self.folder:
            with suppress(OSError):
                socket.parent.rmdir()  # fails if the folder is not empty

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
            tail = self._log_tail()
            raise ServerFailed(f"{valkey.start_failure(self.folder, tail)}\n{tail}")
        if monotonic() > deadline:
            raise ServerFailed(f"The embedded server is silent.\n{self._log_tail()}")

    def _compare_feed_ends(self) -> None:
        """Raise ServerFailed if known events are gone; a copy of a folder only logs it."""
        assert self._data is not None
        known = self._feed_ends or feed_ends.load(self.folder)
        try:
            with _client(self.url) as client:
                self._data.keep(CLOSED, note := moved_to(client))
                if note:
                    return  # the store was moved: its feeds are put aside, and it records nothing
                now = feed_ends.read(client)
                gone = feed_ends.lost_events(client, known, now)
        except RedisError as error:
            raise ServerFailed(f"The embedded server does not answer: {error}.") from error
        if gone and (self._feed_ends or not self._data.is_copy):
            raise ServerFailed(feed_ends.loss_message(self.folder, known, now, gone))
        if gone:  # a copy of a running folder may have been taken file by file
            log.warning("%s", feed_ends.loss_message(self.folder, known, now, gone))
        self._note(now)

    def _keep_feed_ends(self) -> None:
        """Save the feed ends, unless events are gone or the watch reports trouble."""
        if self._feed_ends is None or self._watch is None or self._watch.trouble():
            return
        with suppress(RedisError, OSError), _client(self.url) as client:
            now = feed_ends.read(client)
            gone = feed_ends.lost_events(client, self._feed_ends, now)
            if gone:
                log.error("%s", feed_ends.loss_message(self.folder, self._feed_ends, now, gone))
            elif now.feeds != self._feed_ends.feeds:
                self._note(now)

    def _find_trouble(self) -> Trouble | None:
        """Return why games are not in the folder, if that is known; save a move's note."""
        trouble = self._watch.trouble() if self._watch else None
        if self._watch is None or trouble:
            return trouble
        assert self._data is not None
        with suppress(RedisError, OSError), _client(self.url) as client:
            self._data.keep(CLOSED, moved_to(client))
            return self._watch.shortfall(lambda: append_only_bytes(client))
        return None

    def _note(self, now: feed_ends.FeedEnds) -> None:
        assert self._data is not None
        self._feed_ends = now
        try:
            self._data.write(feed_ends.NAME, feed_ends.encode(now))
        except OSError as error:
            log.warning("%s cannot be written: %s", self.folder / feed_ends.NAME, cause(error))

    def _log_tail(self) -> str:
        path = self.folder / "server.log"
        lines = path.read_bytes()[self._log_start :].decode(errors="replace").splitlines()
        return "\n".join([f"The end of {path}:", *lines[-LOG_TAIL_LINES:]])


def _stop(server: subprocess.Popen[bytes]) -> None:
    """Terminate the server, repeatedly; kill it after STOP_SECONDS."""
    # Repeatedly, as it forgets the signal while it first writes its append-only file.
    deadline = monotonic() + STOP_SECONDS
    while server.poll() is None and monotonic() < deadline:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(ASK_AGAIN_SECONDS)
    stop(server, 0.0)


def _end_left_behind(folder: Path, check: Callable[[], object]) -> None:
    """Shut down a server that outlived its killed owner; everything is on the disk."""
    deadline = monotonic() + STOP_SECONDS
    while is_held_by_server(folder):
        with suppress(RedisError, OSError):
            _shut_down(folder)
        if monotonic() > deadline:
            raise ServerFailed(
                f"A server left behind on {folder} does not end (its process id is in "
                f"{folder / 'server.pid'}): end it and start again."
            )
        check()
        sleep(POLL_SECONDS)


def _shut_down(folder: Path) -> None:
    """Shut down the folder's server. Raises ServerFailed if it is another folder's."""
    with _client(server_url(socket_path(folder), password(folder))) as client:
        # A copy made of hard links shares the socket, so ask the server for its folder.
        if not os.path.samefile(client.config_get("dir")["dir"], folder):
            raise ServerFailed(valkey.shared_folder_reason(folder))
        client.shutdown()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _quoted(text: str) -> str:
    escaped = "".join(f"\\x{byte:02x}" for byte in os.fsencode(text))
    return f'"{escaped}"'


def _client(url: str) -> Redis:
    return connect(url, "write")


def _binary() -> str:
    try:
        return valkey.valkey_server()
    except valkey.NoBinary as error:
        raise ServerFailed(
            f"There is no embedded server for this machine ({error}): set ANABASIS_REDIS_URL to "
            "a Redis or Valkey server."
        ) from error
