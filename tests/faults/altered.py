"""The web service with a change to its code, made once its app is there; it knows of nothing."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from service.run.launcher import Programs

Change = Callable[[], None]
"""A function of a module, which replaces some of the service's code."""


def program(change: Change | None) -> tuple[str, ...]:
    """Return gunicorn's command as the launcher has it, with a change."""
    if change is None:
        return tuple(Programs().web)
    code = f"from {__name__} import serve; serve({change.__module__!r}, {change.__name__!r})"
    return sys.executable, "-c", code, *Programs().web[3:]


def serve(module: str, name: str) -> None:
    """Run gunicorn; its processes are forked once the change is made."""
    settings: Any = import_module("service.run.gunicorn_settings")
    prepare = settings.when_ready

    def when_ready(server: object) -> None:
        prepare(server)
        getattr(import_module(module), name)()

    settings.when_ready = when_ready
    sys.argv[0] = "gunicorn"
    import_module("gunicorn.app.wsgiapp").run()
