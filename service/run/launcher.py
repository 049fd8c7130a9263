"""The supervisor behind `anabasis run`: starts and stops the server, gunicorn and workers."""

import errno
import logging
import os
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from time import monotonic

from service.machine.processes import stop_all
from service.machine.stop_signals import Stopped, StopSignals
from service.redis.connecting import connect
from service.redis.error_translation import check_answers
from service.redis.errors import StoreRefused, StoreUnavailable
from service.redis.retirement import refuse_retired
from service.run.children import STOP_SECONDS, KeptChild, Start, WebService, start_child
from service.run.fork_server import Preloaded
from service.run.metrics_endpoint import MetricsUnavailable, metrics_of
from service.server.data_folder import DataFolderUnusable, DataInUse
from service.server.embedded import EmbeddedServer, ServerFailed
from service.settings.address import parse_address
from service.settings.addresses import free_port, local_address, reachable, why_not_bound
from service.settings.config import Config, unknown_variables
from service.store.configured_store import name_of
from service.store.redis_store import RedisStore
from service.store.schema import begin_writing
from service.telemetry.tracing import TracingUnavailable, check_installed

POLL_SECONDS = 0.1
READY_SECONDS = 60.0
CALM_SECONDS = 1.0
"""A second signal after this time means haste; before, it is the first signal delivered twice."""
PORT_SECONDS = 8.0
PORT_VARIABLE = "ANABASIS_PORT"

# Libraries fail on paths that the locale cannot decode.
UTF8 = {"PYTHONUTF8": "1"}
"""For the children's environment."""

log = logging.getLogger(__name__)


class LaunchFailed(Exception):
    """The service did not start, or ended by itself; says why, and the remedy."""


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs started beside the server; ``{fd}`` is the listening socket's descriptor."""

    web: Sequence[str] = (
        sys.executable,
        "-m",
        "gunicorn",
        "--config",
        "python:service.run.gunicorn_settings",
        "--bind",
        "fd://{fd}",
    )
    worker: Sequence[str] = (sys.executable, "-m", "service.run.cli", "worker")


FAILURES = (
    DataFolderUnusable,
    DataInUse,
    ServerFailed,
    StoreRefused,
    StoreUnavailable,
    MetricsUnavailable,
    TracingUnavailable,
)


def run(
    config: Config, programs: Programs | None = None, say: Callable[[str], object] = print
) -> None:
    """Run the service until SIGINT, SIGTERM or SIGHUP; then nothing of it is left running.

    SIGUSR2 restarts web service and workers, and no request is refused meanwhile.
    Raises LaunchFailed.
    """
    _check(config)
    stopping = StopSignals(renewals=True)
    try:
        with ExitStack() as stack:
            with suppress(Stopped):
                check_installed()
                launch = Launch(config, programs or Programs(), stack, stopping)
                launch.start()
                launch.await_ready()
                launch.start_workers()
                _say(say, launch.greeting())
                launch.watch()
            _say(say, "\nStopping…")
    except FAILURES as error:
        raise LaunchFailed(str(error)) from error
    launch.check_kept()
    _say(say, "Stopped; every game is kept.")


def _check(config: Config) -> None:
    """Warn about variables that nothing reads. Raises LaunchFailed for impossible replicas."""
    for name in unknown_variables(os.environ):
        log.warning("%s is no setting: see anabasis run --help for the names.", name)
    if config.replicas and not config.redis_url:
        raise LaunchFailed(
            f"ANABASIS_REPLICAS={config.replicas} cannot be kept: the embedded server has no "
            "replicas. Set ANABASIS_REDIS_URL to a server that has some, or leave it out."
        )


class Launch:
    """One run of the service; ``stack`` stops the processes that it starts, last first."""

    def __init__(
        self, config: Config, programs: Programs, stack: ExitStack, stopping: StopSignals
    ) -> None:
        self._config = config
        self._programs = programs
        self._stack = stack
        self._stopping = stopping
        self._server = (
            None if config.redis_url else EmbeddedServer(config.data, check=stopping.check)
        )
        self._port = config.port
        self._workers: list[KeptChild] = []

    def start(self) -> None:
        """Take the data folder and the port before anything else; then start store and web.

        Raises Stopped and the errors of the store.
        """
        patience = 0.0
        if self._server:
            self._server.lock()
            self._stack.callback(self._server.stop)
            patience = PORT_SECONDS if self._server.owner_was_killed else 0.0
        self._listener = self._stack.enter_context(self._listen(patience))
        self._metrics = metrics_of(self._config)
        if self._metrics:
            self._stack.enter_context(self._metrics)
        self._port = self._listener.getsockname()[1]
        self._preloaded = self._preload()
        self._children = self._environment(self._start_store())
        self._web = WebService(self._programs.web, self._children, self._listener, self._start)
        self._stack.callback(self._stop_children)

    def await_ready(self) -> None:
        """Wait until the service answers. Raises LaunchFailed, Stopped."""
        deadline = monotonic() + READY_SECONDS
        while not self._answers():
            self._check_web()
            if monotonic() > deadline:
                raise LaunchFailed(f"{self.address} does not answer after {READY_SECONDS:.0f} s.")
            self._stopping.wait(POLL_SECONDS)
            self._stopping.check()

    def start_workers(self) -> None:
        """Start the workers."""
        # Only once people can play: before, workers would take processor time from the web service.
        for number in range(1, self._config.worker_processes + 1):
            name = "the worker" if self._config.worker_processes == 1 else f"worker {number}"
            worker = KeptChild(name, self._programs.worker, self._children, self._start)
            self._workers.append(worker)
        if self._preloaded:
            self._preloaded.close()
        if self._metrics:
            self._metrics.tend()

    def watch(self) -> None:
        """Keep server and workers running until a signal. Raises LaunchFailed, Stopped."""
        while not self._stopping.wait(POLL_SECONDS):
            if self._stopping.is_renewal_asked:
                self._renew()
            self._check_web()
            for worker in self._workers:
                worker.tend()
            if self._metrics:
                self._metrics.tend()
            if self._server and (self._server.is_running() or self._server.restart()):
                self._server.tend()

    def check_kept(self) -> None:
        """Raise LaunchFailed if the next start will not find the games."""
        trouble = self._server and self._server.trouble
        if trouble:
            raise LaunchFailed(
                f"Stopped, and {trouble.detail}. Moves were refused once it was noticed. Put back "
                "the moved files, or restore a backup, and start again."
            )

    @property
    def address(self) -> str:
        """The service's address for a browser on this machine."""
        return local_address(self._config.host, self._port)

    def greeting(self) -> str:
        """Return the message after the start."""
        return (
            "\n  Anabasis is running.\n\n"
            f"    Play   {self.address}\n"
            f"    API    {self.address}docs\n"
            f"    Games  {self._whereabouts()}\n"
            f"{self._metrics_line()}"
            "    Stop   Ctrl-C\n"
        )

    def _preload(self) -> Preloaded | None:
        """Have our own programs loaded while the store starts; None if they start by themselves."""
        if self._programs != Programs():
            return None
        inherited = [self._listener.fileno()]
        try:
            loaded = Preloaded(os.environ | UTF8, inherited, self._stopping.check)
        except OSError:  # the start of the store will report the reason better
            return None
        self._stack.callback(loaded.close)
        return loaded

    @property
    def _start(self) -> Start:
        return self._preloaded.start if self._preloaded else start_child

    def _start_store(self) -> str:
        """Return the store's address, with the password."""
        if self._server is None:
            url = str(self._config.redis_url)
            store = RedisStore.unconnected(self._config)
            check_answers(store.client, name_of(self._config), url)
            for warning in store.verify_settings():
                log.warning("%s", warning)
            begin_writing(store.client, name_of(self._config))
            return url
        self._server.announce(self.address)
        self._server.start()
        client = connect(self._server.url)
        refuse_retired(client)
        begin_writing(client, name_of(self._config))
        return self._server.url

    def _renew(self) -> None:
        """Replace web service and workers by processes with the present code."""
        self._stopping.is_renewal_asked = False
        if not self._web.renew(self._check, self._is_stopping):
            log.error("the new web processes do not serve; the old ones go on")
            return
        if not all(worker.renew(self._check, self._is_stopping) for worker in self._workers):
            log.error("web service restarted; a new worker does not work, the old one goes on")
            return
        log.warning("web service and workers have been restarted")

    def _check(self) -> None:
        self._stopping.check()
        self._check_web()

    def _is_stopping(self) -> bool:
        return self._stopping.signalled

    def _stop_children(self) -> None:
        """End web service and workers together, each with everything that it has started."""
        self._listener.close()  # otherwise new connections would wait for nobody
        children = [self._web.process, *(worker.process for worker in self._workers)]
        stop_all(children, STOP_SECONDS, self._hurry())

    def _hurry(self) -> Callable[[], bool]:
        """Return a check for signals that come during the stop."""
        calm = monotonic() + CALM_SECONDS

        def is_hurried() -> bool:
            if monotonic() < calm:
                self._stopping.signalled = False
            return self._stopping.signalled

        self._stopping.signalled = False
        return is_hurried

    def _environment(self, url: str) -> dict[str, str]:
        """Return the children's environment."""
        # The store's address with its password goes by the environment, which `ps` does not show.
        return os.environ | {
            **UTF8,
            "ANABASIS_REDIS_URL": url,
            "ANABASIS_HOST": self._config.host,
            PORT_VARIABLE: str(self._port),
            "ANABASIS_DATA": str(self._server.folder if self._server else self._config.data),
            "ANABASIS_DATA_MARK": self._server.mark if self._server else "",
            "ANABASIS_WORKERS": str(self._config.workers),
            **(self._metrics.variables if self._metrics else {}),
        }

    def _check_web(self) -> None:
        code = self._web.process.poll()
        if code is not None:
            raise LaunchFailed(f"The web server ended with code {code}; everything is stopped.")

    def _listen(self, patience: float) -> socket.socket:
        """Return gunicorn's socket; wait ``patience`` seconds for a killed run to free the port."""
        host, port = self._config.host, self._config.port
        deadline = monotonic() + patience
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        while True:
            try:
                return socket.create_server((host, port), family=family, backlog=2048)
            except OSError as error:
                if error.errno != errno.EADDRINUSE or monotonic() > deadline:
                    raise LaunchFailed(_cannot_listen(host, port, error)) from error
            self._stopping.wait(POLL_SECONDS)
            self._stopping.check()

    def _answers(self) -> bool:
        connection = HTTPConnection(reachable(self._config.host), self._port, timeout=1.0)
        try:
            connection.request("GET", "/livez")
            return connection.getresponse().status < 500
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def _metrics_line(self) -> str:
        return f"    Watch  {self._metrics.address}\n" if self._metrics else ""

    def _whereabouts(self) -> str:
        if self._server:
            return f"kept in {self._server.folder}"
        return f"kept by the server at {parse_address(str(self._config.redis_url))}"


def _say(say: Callable[[str], object], text: str) -> None:
    """Print a message; a closed terminal must not interrupt the stop."""
    with suppress(OSError):
        say(text)


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        free = free_port(host, port)
        return (
            f"Port {port} on {host} is in use by another program: choose another one with "
            f"{_variable_remedy(port, free)}`anabasis run --port {free}`."
        )
    return f"Cannot listen on {host} port {port} ({why_not_bound(error)}): see --host and --port."


def _variable_remedy(port: int, free: int) -> str:
    """Return the variable to set instead of the option."""
    # ANABASIS_PORT overrides the PORT of `make`, so that would be no remedy where it is set.
    named = os.environ.get(PORT_VARIABLE, "").strip()
    if not named:
        return f"`make run PORT={free}` or "
    return f"`{PORT_VARIABLE}={free}` or " if named == str(port) else ""
