"""A process, forked early, that forks others, each of which starts with all modules loaded.

So a killed process of bots is replaced without loading the modules again. No library forks from a
process with loaded modules: until its first answer, a process of multiprocessing's forkserver, also
under Pebble (LGPL, which our licence rules out), took 900 ms of CPU and 73 MB; one of these takes
15 ms and 42 MB. A call costs 33 µs here, and 170 to 260 there or with loky. If one call has to be
killed, the standard library's executor and loky end all calls; no library can hurry one.
"""

import os
import signal
import socket
from contextlib import suppress
from importlib import import_module

import msgspec
from msgspec import Struct

from service.machine import companions
from service.machine.companions import receive, send
from service.machine.this_process import become, name_process


class _Start(Struct, tag=True):
    module: str
    arguments: list[str]


class _End(Struct, tag=True):
    process: int


class Nursery:
    """Starts and ends processes as the module ``companions`` does, but as forks of one process.

    Make it before this process has threads or connections, which a fork would copy. The nursery
    ends with the process that made it. For use by one thread.
    """

    def __init__(self, *modules: str) -> None:
        self._commands, theirs = socket.socketpair()
        self._forked: dict[int, int] = {}  # ids, which are reused, and descriptors, which are not
        self.process = os.fork()
        if self.process == 0:
            self._commands.close()
            _serve(theirs, modules)
        theirs.close()

    def start(self, module: str, other: socket.socket, *arguments: str) -> int:
        """Run a module with its end of a socket pair, as ``companions.start`` does."""
        try:
            process = self._ask(_Start(module, list(arguments)), other)
        except (EOFError, OSError):  # somebody has killed the nursery
            return companions.start(module, other, *arguments)
        self._forked[process] = os.pidfd_open(process)
        return process

    def end(self, process: int) -> None:
        """Kill a companion, unless it has ended."""
        if process not in self._forked:
            companions.end(process)
            return
        descriptor = self._forked.pop(process)
        try:
            self._ask(_End(process))
        except (EOFError, OSError):  # somebody has killed the nursery, but not its children
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        finally:
            os.close(descriptor)

    def close(self) -> None:
        """End the process itself; companions end when their sockets are closed."""
        self._commands.close()
        for descriptor in self._forked.values():
            os.close(descriptor)
        self._forked.clear()
        with suppress(ChildProcessError):
            os.waitpid(self.process, 0)

    def _ask(self, command: _Start | _End, other: socket.socket | None = None) -> int:
        send(self._commands, command)
        if other is not None:
            socket.send_fds(self._commands, [b"."], [other.fileno()])
        return msgspec.msgpack.decode(receive(self._commands), type=int)


def _serve(commands: socket.socket, modules: tuple[str, ...]) -> None:
    """Follow commands until their socket is closed, then exit."""
    name_process("nursery")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # its parent gets it too, and closes
    children: set[int] = set()
    try:
        for module in modules:
            import_module(module)
        while True:
            command = msgspec.msgpack.decode(receive(commands), type=_Start | _End)
            children = {child for child in children if _is_running(child)}
            send(commands, _followed(command, commands, children))
    except (EOFError, OSError):
        os._exit(0)
    finally:
        os._exit(1)  # after any error, so that it never goes on with its parent's work


def _followed(command: _Start | _End, commands: socket.socket, children: set[int]) -> int:
    if isinstance(command, _Start):
        _, [number], _, _ = socket.recv_fds(commands, 1, 1)
        child = os.fork()
        if child == 0:
            commands.close()
            become(command.module, [str(number), *command.arguments])
        os.close(number)
        children.add(child)
        return child
    if command.process in children:
        os.kill(command.process, signal.SIGKILL)
        os.waitpid(command.process, 0)
        children.remove(command.process)
    return command.process


def _is_running(child: int) -> bool:
    """True unless a child has ended; then its number may belong to another process."""
    return os.waitpid(child, os.WNOHANG) == (0, 0)
