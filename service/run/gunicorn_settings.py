"""Gunicorn's settings wherever the service runs: a greenlet for each connection."""

import logging
import resource
from importlib import import_module
from typing import Any

from service.machine.connections import HEADROOM, SPARE
from service.machine.this_process import kept_for_good
from service.run import readiness
from service.run.patching import patch_master
from service.settings.config import Config
from service.telemetry import logs
from service.telemetry.counting import count_from_now_on, flush
from service.telemetry.tracing import trace_from_now_on

OTHER_FILES = 200
"""Open files of a web process besides its connections: to the store, logs, files it sends."""

log = logging.getLogger(__name__)


def allow_open_files(number: int) -> None:
    """Raise the limit to ``number`` files; warn if the hard limit is lower."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= number:
        return
    most = number if hard == resource.RLIM_INFINITY else min(number, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < number:
        log.warning(
            "A web process may open %d files and needs %d: raise the limit (ulimit -n), or lower "
            "ANABASIS_STREAMS.",
            most,
            number,
        )


_config = Config.from_environment()
logs.install(_config.log)

bind = f"{_config.host}:{_config.port}"
# No more processes than cores. With eight players on two busy cores (load 12, November 2026) a move
# took 1.8 ms of CPU in one process and 2.4 in two, which fight for caches and cores. With gthread
# and 16 threads it took 1.5, but there each stream holds a thread: 16 of them shut everybody out.
# Gevent serves 1,600 in a process.
workers = _config.workers
worker_class = "service.run.gunicorn_worker.WebWorker"
worker_connections = _config.streams + SPARE + HEADROOM
wsgi_app = "service.run.web:application()"
proc_name = "anabasis"
loglevel = "warning"
logger_class = "service.run.gunicorn_logger.Logger"
graceful_timeout = 3
control_socket_disable = True
sendfile = False  # it would bypass the limit on waiting for a slow reader
forwarded_allow_ips = "*" if _config.proxies else ""
forwarder_headers = "SCRIPT_NAME"
secure_scheme_headers: dict[str, str] = {}  # the app counts the proxies and believes only those
allow_open_files(worker_connections + OTHER_FILES)


def post_worker_init(worker: Any) -> None:
    """Signal to the launcher, if it has asked, that this process serves requests."""
    readiness.tell()
    trace_from_now_on("web")
    own = worker.wsgi.extensions.get("anabasis")
    if own is not None:  # benchmarks serve a bare app by the same settings
        import_module("service.worker.process_gauges").sample("web", own)


def worker_exit(_server: object, _worker: object) -> None:
    """Write the last counts of a process that has served its last request."""
    flush()


def when_ready(_server: object) -> None:
    """Load the service and make its app in the master, for all processes to share."""
    # No connection, thread or held lock may exist when the processes fork. gevent's loop may, if
    # nothing waits in it, as gunicorn renews it in each process.
    patch_master()
    with kept_for_good():
        count_from_now_on()
        import_module("service.run.web").prepare()
