"""A process that loads the service once, and forks web service and workers for the launcher.

Loading it in each would take 0.7 s of CPU more. It ends once web service and worker run, so that
processes started later load the present code.
"""

import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module

import msgspec

from service.machine.companions import receive, send
from service.machine.processes import Child, adopt_orphans, end_with, spawn, stop
from service.machine.this_process import (
    become,
    detach,
    flush_output,
    kept_for_good,
    may_fork,
    name_process,
    run_to_end,
)

# Web processes let gevent patch the standard library after these are loaded: so none of them may
# import names such as `Lock` from the modules that are patched.
MODULES = (
    "service.run.web",
    "service.run.gunicorn_worker",
    "gunicorn.app.wsgiapp",
    "service.run.projections",
    "service.worker.thinker",
)
"""Modules that are loaded before any fork."""
# Libraries load these if they are installed, and only developers' tools install them.
UNUSED = ("httpx._main", "trio", "yaml")
"""Modules that are kept from being loaded."""
THIS, NAME = "service.run.fork_server", "preloaded"
POLL_SECONDS = 0.1
ADOPTION_SECONDS = 0.0005


class _Start(msgspec.Struct):
    module: str
    arguments: list[str]
    environment: dict[bytes, bytes]
    passed: list[int]


class Preloaded:
    """Starts commands of the form ``python -m module …`` by forking a process made for that.

    A started command becomes a child of this process, as if spawned by it. ``inherited`` are the
    descriptors that may be passed on; ``check`` is called while waiting and may raise to end the
    wait. A command that cannot be forked is spawned.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        inherited: Sequence[int],
        check: Callable[[], object] = lambda: None,
    ) -> None:
        self._check = check
        self.process: Child | None = None
        if adopt_orphans(wanted=True):
            self._commands, theirs = socket.socketpair()
            with theirs:
                self.process = _launch(environment, theirs.fileno(), inherited)

    def start(
        self, command: Sequence[str], environment: Mapping[str, str], passed: Sequence[int]
    ) -> Child:
        """Start a command that keeps the descriptors ``passed``."""
        if self.process is not None:
            with suppress(EOFError, OSError):  # somebody has killed it
                return self._forked(_start_of(command, environment, passed))
        return spawn(command, env=environment, pass_fds=passed)

    def close(self) -> None:
        """End the process; those that it started go on."""
        if self.process is not None:
            self._commands.close()
            stop(self.process, 0.0)
            self.process = None
            adopt_orphans(wanted=False)

    def _forked(self, start: _Start) -> "Adopted":
        send(self._commands, start)
        while not select.select([self._commands], [], [], POLL_SECONDS)[0]:
            self._check()
        return Adopted(msgspec.msgpack.decode(receive(self._commands), type=int))


def _launch(environment: Mapping[str, str], number: int, inherited: Sequence[int]) -> Child:
    """Start the process, if possible by a fork, which shares the modules loaded here."""
    if may_fork():
        flush_output()
        parent, process = os.getpid(), os.fork()
        if process == 0:
            run_to_end(lambda: _forked_main(parent, environment, number, inherited))
        os.setpgid(process, process)  # it does so itself, but we may have to kill it earlier
        return Adopted(process)
    passed = (number, *inherited)
    command = (sys.executable, "-m", THIS, *map(str, passed))
    return spawn(command, env=environment, pass_fds=passed)


def _forked_main(
    parent: int, environment: Mapping[str, str], number: int, inherited: Sequence[int]
) -> None:
    # First, as in memory the environment is beside the name.
    name_process(NAME)
    detach(parent, environment, (number, *inherited))
    main(number, [*inherited])


def _start_of(
    command: Sequence[str], environment: Mapping[str, str], passed: Sequence[int]
) -> _Start:
    _, _, module, *arguments = command
    variables = {os.fsencode(name): os.fsencode(value) for name, value in environment.items()}
    return _Start(module, arguments, variables, list(passed))


class Adopted:
    """A child that another process has started, with the part of ``Popen`` that is used here."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; None while it runs."""
        return self._reaped(os.WNOHANG)

    def wait(self) -> int:
        """Wait for its end and return the exit code."""
        code = self._reaped(0)
        assert code is not None
        return code

    def terminate(self) -> None:
        """Ask it to end, unless it has."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)

    def _reaped(self, options: int) -> int | None:
        if self._code is None:
            pid, status = os.waitpid(self.pid, options)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code


def load() -> None:
    """Load all modules permanently, as on a host without developers' tools."""
    for each in UNUSED:
        sys.modules[each] = None  # type: ignore[assignment]  # its import fails
    with kept_for_good():
        for module in MODULES:
            import_module(module)


def main(number: int, inherited: list[int]) -> None:
    """Follow commands until their socket is closed."""
    launcher = os.getppid()
    load()
    with socket.socket(fileno=number) as commands, suppress(EOFError, OSError):
        while True:
            start = msgspec.msgpack.decode(receive(commands), type=_Start)
            between = os.fork()
            if between == 0:
                run_to_end(partial(_fork_orphan, start, commands, launcher, inherited))
            if os.waitpid(between, 0)[1]:
                return  # the fork failed, and nobody answers: the launcher starts it by itself


def _fork_orphan(
    start: _Start, commands: socket.socket, launcher: int, inherited: list[int]
) -> None:
    """Fork a process for the launcher to adopt, and end."""
    between = os.getpid()
    if os.fork():
        os._exit(0)
    while os.getppid() == between:
        time.sleep(ADOPTION_SECONDS)
    end_with(launcher)()
    os.setpgid(0, 0)  # before the launcher knows of it and ends the rest of our group
    send(commands, os.getpid())
    commands.close()
    for descriptor in {*inherited} - {*start.passed}:
        os.close(descriptor)
    os.environb.clear()
    os.environb.update(start.environment)
    become(start.module, start.arguments)


if __name__ == "__main__":
    name_process(NAME)
    main(int(sys.argv[1]), [int(each) for each in sys.argv[2:]])
