"""Commands forked from a process that has loaded the service run as if started by themselves."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import requires
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from service.machine.processes import Child, stop
from service.run.fork_server import Preloaded
from tests.service.running import ROOT, is_alive
from tests.waiting import eventually

WITNESS = (sys.executable, "-m", "tests.service.run.witness")
STALE = """
import sys
from service.run import fork_server
from service.run.patching import patch_master
fork_server.load()
patch_master()
from gevent.monkey import saved
originals = {id(each) for names in saved.values() for each in names.values() if callable(each)}
for name, module in list(sys.modules.items()):
    if module is not None and not name.startswith("gevent"):
        for key, value in vars(module).items():
            if id(value) in originals and name != getattr(value, "__module__", None):
                print(f"{name}.{key}")
"""
LOADED = """
import sys
from importlib.metadata import packages_distributions
from service.run.fork_server import load
load()
packages = {name.partition(".")[0] for name, module in sys.modules.items() if module is not None}
print(*(each for name, of in packages_distributions().items() if name in packages for each in of))
"""
LAUNCHER = """
import json, os, sys
from pathlib import Path
from service.machine.stop_signals import StopSignals
from service.run.fork_server import Preloaded
stopping, held = StopSignals(), os.open(os.devnull, os.O_RDONLY)
reading, writing = os.pipe()
made = Preloaded(os.environ, [writing])
witness = [sys.executable, "-m", "tests.service.run.witness", str(writing)]
child = made.start(witness, os.environ | {"GIVEN": "Ada"}, [writing])
told = json.loads(os.read(reading, 1 << 16))
title = Path(f"/proc/{made.process.pid}/cmdline").read_text().strip("\\0 ")
kind = type(made.process).__name__
made.close()
child.terminate()
print(json.dumps({
    "kind": kind, "title": title, "ours": told["parent"] == os.getpid(),
    "open": sorted({*told["open"]} - {writing}), "given": told["variables"]["GIVEN"],
    "has_service": told["has_service"], "ended": child.wait(), "heard": stopping.signalled,
}))
"""
UNHEARD = """
import os, sys
from service.run.fork_server import Preloaded
try:
    made = Preloaded(os.environ, [])
except OSError:  # a launcher would go on here
    os.write(2, b"a second launcher")
    os._exit(0)
child = made.start([sys.executable, "-m", "this"], os.environ, [])
child.wait()
made.close()
os._exit(0)
"""
FORKLESS = """
import errno, itertools, os, sys
from service.run import fork_server
def fork_orphan(*_):
    raise BlockingIOError(errno.EAGAIN, "no more processes")
polls = itertools.count()
def check():
    if next(polls) > 3000:
        sys.exit("nobody has answered")
fork_server._fork_orphan = fork_orphan
made = fork_server.Preloaded(os.environ, [], check)
child = made.start([sys.executable, "-c", "raise SystemExit(7)"], os.environ, [])
made.close()
sys.exit(f"{type(child).__name__} {child.wait()}")
"""
HARMLESS = {
    "click.globals.local",
    "functools.RLock",  # of cached properties: one thread never waits for itself
    "jinja2.utils.Lock",  # these locks are never held while a greenlet waits
    "tempfile._allocate_lock",
    "werkzeug.routing.map.Lock",
    "wrapt.synchronization.Lock",
    "ssl.create_connection",  # gevent replaces the functions and classes that use these
    "ssl.socket",
    "threading.stack_size",
    "threading._LockType",  # since Python 3.13; no more than another name of the patched Lock
    "reprlib.get_ident",
}
"""Names that libraries take from the modules that gevent patches."""
UNUSED = {"asyncio", "redis.asyncio"}
"""Packages that a web process never uses."""


@pytest.fixture(scope="module")
def passed() -> Iterator[tuple[int, int]]:
    """A pipe whose writing end may be passed on."""
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)
    os.close(writing)


@pytest.fixture(scope="module")
def preloaded(passed: tuple[int, int]) -> Iterator[Preloaded]:
    made = Preloaded(os.environ, [passed[1]])
    yield made
    made.close()


@contextmanager
def started(
    preloaded: Preloaded, passed: tuple[int, int], *code: str
) -> Iterator[tuple[Child, dict[str, Any]]]:
    """A command, and how it was started."""
    reading, writing = passed
    environment = os.environ | {"GIVEN": "Ada"}
    child = preloaded.start([*WITNESS, str(writing), *code], environment, [writing])
    try:
        yield child, json.loads(os.read(reading, 1 << 16))
    finally:
        stop(child, 0.0)


def test_it_is_our_child_and_leads_a_group_of_its_own(
    preloaded: Preloaded, passed: tuple[int, int]
) -> None:
    with started(preloaded, passed) as (child, told):
        assert told["parent"] == os.getpid()
        assert os.getpgid(child.pid) == child.pid
        assert told["has_service"]


def test_it_has_the_environment_and_the_descriptors_it_was_given_and_no_others(
    preloaded: Preloaded, passed: tuple[int, int]
) -> None:
    with started(preloaded, passed) as (_, told):
        assert told["variables"]["GIVEN"] == "Ada"
        assert set(told["open"]) == {0, 1, 2, passed[1]}


def test_its_exit_code_is_ours_to_read(preloaded: Preloaded, passed: tuple[int, int]) -> None:
    with started(preloaded, passed, "7") as (child, _):
        assert child.wait() == 7
        assert child.poll() == 7
        child.terminate()  # its number may be another's by now


def test_it_ends_when_it_is_asked_to(preloaded: Preloaded, passed: tuple[int, int]) -> None:
    with started(preloaded, passed) as (child, _):
        assert child.poll() is None
        child.terminate()
        assert child.wait() == -signal.SIGTERM


def test_a_descriptor_that_it_was_not_given_is_closed(
    preloaded: Preloaded, passed: tuple[int, int]
) -> None:
    child = preloaded.start([*WITNESS, str(passed[1]), "0"], os.environ, [])
    assert child.wait() == 1, "it cannot write"


def test_what_was_started_outlives_the_process_that_forked_it(passed: tuple[int, int]) -> None:
    made = Preloaded(os.environ, [passed[1]])
    with started(made, passed) as (child, _):
        made.close()
        assert child.poll() is None


def test_where_that_process_was_killed_commands_are_started_by_themselves(
    passed: tuple[int, int],
) -> None:
    made = Preloaded(os.environ, [passed[1]])
    assert made.process
    os.kill(made.process.pid, signal.SIGKILL)
    eventually(lambda: made.process and not is_alive(made.process.pid))
    with started(made, passed) as (child, told):
        assert told["parent"] == os.getpid()
        assert not told["has_service"]
        assert child.poll() is None
    made.close()


def test_a_launcher_forks_it_without_its_own_signals_and_descriptors() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LAUNCHER], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(ran.stdout) == {
        "kind": "Adopted",
        "title": "anabasis: preloaded",
        "ours": True,
        "open": [0, 1, 2],
        "given": "Ada",
        "has_service": True,
        "ended": -signal.SIGTERM,
        "heard": False,
    }


def test_one_that_cannot_write_its_last_words_does_not_go_on_as_a_launcher() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-c", UNHEARD],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"},
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    os.close(writing)
    assert "a second launcher" not in ran.stderr


def test_a_launcher_without_an_output_starts_as_well() -> None:
    closed = ("sh", "-c", 'exec "$0" "$@" >&-')
    ran = subprocess.run(
        [*closed, sys.executable, "-c", UNHEARD], cwd=ROOT, stderr=subprocess.PIPE, check=True
    )
    assert ran.stderr == b""


def test_where_there_is_no_room_for_a_fork_a_command_is_started_by_itself() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FORKLESS], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.stderr.endswith("Popen 7\n")


def test_no_module_loaded_before_gevents_patch_goes_past_it() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STALE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    stale = set(ran.stdout.split()) - HARMLESS
    assert [name for name in stale if not name.startswith(tuple(UNUSED))] == []


def test_it_loads_no_distribution_that_only_developers_have() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {canonicalize_name(name) for name in ran.stdout.split()}
    assert {"flask", "httpcore"} <= loaded
    of_python = {"setuptools"}  # loaded at each start of Python, where it is installed
    assert loaded - needed("anabasis") - of_python == set()


def needed(name: str) -> set[str]:
    """Return the names of a distribution and of all its dependencies."""
    known, ahead = set[tuple[str, str]](), [(name, "")]
    while ahead:
        dependency = ahead.pop()
        if dependency not in known:
            known.add(dependency)
            ahead += required(*dependency)
    return {canonicalize_name(name) for name, _ in known}


def required(name: str, extra: str) -> list[tuple[str, str]]:
    """Return the requirements of a distribution, or of an extra of it, that hold here."""
    requirements = map(Requirement, requires(name) or ())
    here = (one for one in requirements if not one.marker or one.marker.evaluate({"extra": extra}))
    return [(one.name, extra) for one in here for extra in ("", *one.extras)]
