"""Gunicorn's settings wherever the service runs: one process a worker, a greenlet a request."""

import gc
from importlib import import_module
from warnings import simplefilter

from gevent import monkey

from service.config import Config
from service.http.plumbing.connections import HEADROOM, SPARE
from service.run import logs

logs.install()
_config = Config.from_environment()

bind = f"{_config.host}:{_config.port}"
workers = _config.workers
worker_class = "service.run.gunicorn_worker.Worker"
worker_connections = _config.streams + SPARE + HEADROOM
wsgi_app = "service.app:create_app()"
proc_name = "anabasis"
loglevel = "warning"
graceful_timeout = 3
control_socket_disable = True
sendfile = False  # it would go past the bound on how long a reader is waited for
forwarded_allow_ips = "*" if _config.proxies else ""
forwarder_headers = "SCRIPT_NAME"
secure_scheme_headers: dict[str, str] = {}  # the app counts the proxies and believes only those


def when_ready(_server: object) -> None:
    """Load the service in the master, for all processes to share; each makes its own app.

    A connection, a thread or a lock that is held must not be there yet when the processes fork.
    """
    # The service must find sockets and locks patched; gunicorn patches the rest in each process,
    # of which gevent warns. The master's own forks, signals and queue of signals stay as they are.
    monkey.patch_all(queue=False, os=False, signal=False, subprocess=False)
    simplefilter("ignore", monkey.MonkeyPatchWarning)
    gc.disable()
    import_module("service.app")
    gc.freeze()
    gc.enable()
