"""Gunicorn's lines in the log's own form, and by choice one for each request."""

from datetime import timedelta
from typing import Any

from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger as GunicornLogger

from service.config import Config
from service.telemetry.logs import formatter
from service.telemetry.request_ids import ids_of

_HALTS = ("Shutting down: %s", "Reason: %s")
"""Errors that gunicorn's master logs only when it ends because a process did not boot."""
_EXITED = "Worker (pid:%s) exited with code %s."


class Logger(GunicornLogger):
    """Gunicorn's logger."""

    def setup(self, cfg: Any) -> None:
        """Lay gunicorn's lines out as all others; the access log is our own."""
        super().setup(cfg)
        config = Config.from_environment()
        for handler in self.error_log.handlers:
            handler.setFormatter(formatter(config.log))
        self._is_access_logged = config.access_log
        self.access_log.propagate = config.access_log

    def error(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        """Log an error, unless it only repeats that a process did not boot.

        That process has told its reason already, in a line that is to stand alone.
        """
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
        """Log a request that was answered, without its query: that may have a key in it."""
        if not self._is_access_logged:
            return
        seconds, status = request_time.total_seconds(), int(str(resp.status).split()[0])
        path, sent = environ["PATH_INFO"], getattr(resp, "sent", 0)
        self.access_log.info(
            "%s %s %d, %d bytes, %.4f s",
            *(environ["REQUEST_METHOD"], path, status, sent, seconds),
            extra={
                **ids_of(environ),
                "method": environ["REQUEST_METHOD"],
                "path": path,
                "status": status,
                "bytes": sent,
                "seconds": round(seconds, 4),
                "address": environ.get("REMOTE_ADDR"),
            },
        )
