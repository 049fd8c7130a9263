"""Gunicorn's settings wherever the service runs: one process a worker, a greenlet a request."""

from service.config import Config

SPARE = 200
"""Connections that a process takes beside its streams, so that these shut nobody out."""

_config = Config.from_environment()

bind = f"{_config.host}:{_config.port}"
workers = _config.workers
worker_class = "gevent"
worker_connections = _config.streams + SPARE
wsgi_app = "service.app:create_app()"
proc_name = "anabasis"
loglevel = "warning"
graceful_timeout = 3
control_socket_disable = True
