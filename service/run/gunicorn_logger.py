"""Gunicorn's lines in the log's own form, and optionally one for each request."""

from datetime import timedelta
from typing import Any

from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger as GunicornLogger

from service.machine.connections import Asked
from service.settings.config import Config
from service.telemetry.logs import formatter
from service.telemetry.request_ids import ids_of

_HALTS = ("Shutting down: %s", "Reason: %s")
"""Errors that gunicorn's master logs only when it ends because a process did not boot."""
_EXITED = "Worker (pid:%s) exited with code %s."

LONGEST = 200
"""The most characters logged of the method and path of a request that may not be HTTP at all."""


class Logger(GunicornLogger):
    """Gunicorn's logger."""

    def setup(self, cfg: Any) -> None:
        """Format gunicorn's lines like all others; the access log is our own."""
        super().setup(cfg)
        config = Config.from_environment()
        for handler in self.error_log.handlers:
            handler.setFormatter(formatter(config.log))
        self._is_access_logged = config.access_log
        self.access_log.propagate = config.access_log

    def error(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        """Log an error, unless it only repeats that a process did not boot."""
        # That process has logged its reason already, in a line that should stand alone.
        is_not_booted = msg == _EXITED and args[1] == Arbiter.WORKER_BOOT_ERROR
        if not is_not_booted and msg not in _HALTS:
            super().error(msg, *args, **kwargs)

    def access(
        self,
        resp: Any,
        req: Any,  # noqa: ARG002 - gunicorn's signature
        environ: dict[str, Any],
        request_time: timedelta,
    ) -> None:
        """Log a request that was answered, without its query, which may contain a key."""
        if not self._is_access_logged:
            return
        self._log_access(
            environ["REQUEST_METHOD"],
            environ["PATH_INFO"],
            int(str(resp.status).split()[0]),
            getattr(resp, "sent", 0),
            seconds=round(request_time.total_seconds(), 4),
            address=environ.get("REMOTE_ADDR"),
            **ids_of(environ),
        )

    def refused(self, asked: Asked, answer: bytes, addr: Any) -> None:
        """Log a request that was answered before it reached the application."""
        if self._is_access_logged:
            known = {"address": addr[0]} if isinstance(addr, tuple) else {}
            method = asked.method if asked.method.isalpha() else "?"
            line = method[:LONGEST], asked.path[:LONGEST], int(answer.split(maxsplit=2)[1])
            self._log_access(*line, len(answer), **known)

    def _log_access(
        self, method: str, path: str, status: int, sent: int, *, seconds: float = 0.0, **more: Any
    ) -> None:
        stated = {"method": method, "path": path, "status": status, "bytes": sent}
        self.access_log.info(
            "%s %s %d, %d bytes, %.4f s",
            method,
            path,
            status,
            sent,
            seconds,
            extra={**stated, "seconds": seconds, **more},
        )
