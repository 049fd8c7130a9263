"""Real servers for the tests that claim them: Valkey on a folder, gunicorn on the loopback."""

import os
import signal
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import httpx
from redis import Redis

from clients.python import Anabasis, Patience
from service.machine.processes import spawn, stop
from service.run.launcher import Programs
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.clusters import free_ports
from tests.programs import ANABASIS
from tests.service.running import PLAIN
from tests.waiting import eventually

STOP_SECONDS = 15.0
BOOT_SECONDS = 60.0


class Web:
    """Gunicorn as the launcher starts it, on a port of its own; a context manager."""

    def __init__(
        self,
        store_url: str,
        log: Path,
        workers: int = 2,
        settings: Mapping[str, str] | None = None,
        program: Sequence[str] = Programs().web,
    ) -> None:
        self.count = workers
        self._log = log
        with (
            socket.create_server(("127.0.0.1", 0), backlog=2048) as listener,
            log.open("ab") as out,
        ):
            descriptor = listener.fileno()
            self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
            self.process = spawn(
                [part.format(fd=descriptor) for part in program],
                env=_environment(store_url, workers) | (settings or {}),
                output=out,
                pass_fds=[descriptor],
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        stop(self.process, STOP_SECONDS)

    @property
    def told(self) -> str:
        """All that gunicorn and the service have printed."""
        return self._log.read_text()

    @property
    def pids(self) -> set[int]:
        """The worker processes alive now."""
        return children(self.process.pid)

    def wait_until_ready(self) -> None:
        """Return once the service answers that it can record and every worker lives."""
        eventually(self._is_ready, BOOT_SECONDS)

    def kill_worker(self, pid: int) -> None:
        """End one worker without a word, and wait until another has taken its place."""
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: pid not in self.pids and len(self.pids) == self.count, BOOT_SECONDS)

    def _is_ready(self) -> bool:
        assert self.process.poll() is None, self.told
        try:
            answer = httpx.get(f"{self.address}/readyz", timeout=5.0, verify=PLAIN)
        except httpx.TransportError:
            return False
        return answer.status_code == 200 and len(self.pids) == self.count


@dataclass(frozen=True, slots=True)
class Service:
    """A running service: its server, its web processes, and clients for it."""

    valkey: EmbeddedServer
    web: Web

    @property
    def store(self) -> RedisStore:
        """The record, past the service."""
        return RedisStore.of_url(self.valkey.url)

    def client(self, token: str | None = None, retries: int = 0) -> Anabasis:
        """A client with a connection of its own."""
        return Anabasis(self.web.address, token, patience=patience(retries))

    def player(self, name: str = "Ada") -> Anabasis:
        """A new player's client with a connection of its own.

        It tries again: gunicorn may close a connection just when it is used once more.
        """
        client = self.client(retries=3)
        return client.with_token(client.create_player(name)["token"])

    def kill_valkey(self) -> None:
        """End the server without a word; it stays away until ``valkey.restart()``."""
        os.kill(self.valkey.pid, signal.SIGKILL)
        eventually(lambda: not self.valkey.is_running())


def patience(retries: int) -> Patience:
    """So many retries, one right after the other."""
    return Patience(retries, first_pause=0.01, longest_pause=0.05)


@contextmanager
def serving(folder: Path, workers: int = 2, **settings: str) -> Iterator[Service]:
    """A service of the test's own, ready; nothing of it is left afterwards."""
    with (
        EmbeddedServer(folder / "var") as valkey,
        Web(valkey.url, folder / "web.log", workers, settings) as web,
    ):
        web.wait_until_ready()
        yield Service(valkey, web)


class Worker:
    """A worker process on a service's record, which can be killed and started again."""

    def __init__(self, service: Service) -> None:
        self._environment = _environment(service.valkey.url, service.web.count)
        self.start()

    @property
    def pid(self) -> int:
        """The process id."""
        return self.process.pid

    def start(self) -> None:
        """Start it; it works in a second or two, once it has been given its share."""
        command = [ANABASIS, "worker"]
        self.process = spawn(command, env=self._environment)

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait()

    def tend(self) -> None:
        """Start it again if it has ended, as it does where its server is away at its start."""
        if self.process.poll() is not None:
            self.start()


@contextmanager
def working(service: Service) -> Iterator[Worker]:
    """A worker on a service's record."""
    worker = Worker(service)
    try:
        yield worker
    finally:
        stop(worker.process, STOP_SECONDS)


def replicate(first: EmbeddedServer, second: EmbeddedServer) -> None:
    """Have the second server follow the first, and wait until it does."""
    [port] = free_ports(1)
    Redis.from_url(first.url).config_set("port", str(port), "repl-diskless-sync-delay", "0")
    replica = Redis.from_url(second.url)
    replica.config_set("masterauth", (first.folder / "password").read_text())
    replica.replicaof("127.0.0.1", str(port))
    eventually(lambda: replica.info("replication")["master_link_status"] == "up")


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """A process that stands still: it is there and says nothing."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def children(pid: int) -> set[int]:
    """The living processes that a process has started."""
    return {child for child, (parent, state) in _processes() if parent == pid and state != "Z"}


def descendants(pid: int) -> set[int]:
    """The living processes that a process has started, and those that these have."""
    born = children(pid)
    return born.union(*map(descendants, born))


def _processes() -> Iterator[tuple[int, tuple[int, str]]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            except (FileNotFoundError, ProcessLookupError):
                continue
            yield int(folder.name), (int(parent), state)


def _environment(store_url: str, workers: int) -> dict[str, str]:
    inherited = {name: v for name, v in os.environ.items() if not name.startswith("ANABASIS_")}
    return inherited | {
        "ANABASIS_REDIS_URL": store_url,
        "ANABASIS_WORKERS": str(workers),
        "ANABASIS_RATE_LIMIT": "off",
    }
