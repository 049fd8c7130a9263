"""Checks of the service on this machine: does it accept moves, and does it have these settings?"""

import errno
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from service.operations.doctor.findings import Finding, error, ok, warning
from service.redis.error_translation import STORE_ERRORS
from service.server.data_folder import running_address
from service.server.folder_owner import FolderUnreadable
from service.settings.addresses import local_address, why_not_bound
from service.settings.config import Config
from service.store.instance import instances_of
from service.store.redis_store import RedisStore

# Longer than the service itself waits for its store, so that its own answer arrives.
ANSWER_SECONDS = 10.0
LONGEST_ANSWER = 65_536
REMEDY = "Its log says what to do. Nothing that was acknowledged is lost."
FREE_IT = "Stop that one, or set ANABASIS_PORT to another port."
PROBLEM = "urn:anabasis:problem:"
OTHERS: Any = {}
"""The answer of a program that is no Anabasis."""


def check_service(config: Config, store: RedisStore | None) -> Iterator[Finding]:
    """Yield the finding about the service on this machine, or about the port of a stopped one.

    ``store`` is the configured one, None for a stopped embedded server.
    """
    announced = _announced(config)
    address = announced or local_address(config.host, config.port)
    answer = _ready(address)
    # A service that accepts no moves may be this folder's although the folder does not announce it:
    # the folder may have been moved or removed while it ran.
    if answer is not None and (announced or store or "detail" in answer):
        yield _answered(address, answer, store, strict=not config.redis_url)
    elif answer is not None:
        name = "another Anabasis" if _is_anabasis(answer) else "another program"
        yield error("service", f"{address} is {name}, and none runs on {config.data}", FREE_IT)
    elif announced:
        text = f"{address} does not answer, where {config.data} says that its service is"
        yield error("service", text, "Look into its log, or start it again.")
    elif not config.redis_url:
        yield from check_port(config.host, config.port, "ANABASIS_PORT")
        if config.metrics_port is not None:
            yield from check_port(config.metrics_host, config.metrics_port, "ANABASIS_METRICS_PORT")


def check_port(host: str, port: int, name: str) -> Iterator[Finding]:
    """Yield an error if the port that the setting ``name`` gives is taken, or forbidden."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as refusal:
        if refusal.errno == errno.EADDRINUSE:
            text = f"{name}={port} on {host} is in use by another program"
            yield error("service", text, f"Stop that one, or set {name} to another port.")
        elif refusal.errno == errno.EACCES:
            text = f"{name}={port} on {host} cannot be listened on ({why_not_bound(refusal)})"
            yield error("service", text, f"Set {name} to a port above 1023.")


def _answered(address: str, answer: Any, store: RedisStore | None, *, strict: bool) -> Finding:
    """Return the finding about a service; with ``strict`` it must be this store's."""
    # A machine without a service of this store may run another store's, which is no fault.
    severe = error if strict else warning
    match answer:
        case {"status": "ready", "instance": str(instance)} if _is_another(store, instance):
            text = f"{address} is another Anabasis, whose games are in another store"
            return severe("service", text, FREE_IT)
        case {"status": "ready"}:
            return ok("service", f"{address} accepts moves")
        case {"type": str(), "detail": str(detail)} if _is_anabasis(answer):
            return error("service", f"{address} accepts no moves ({_reason(detail)})", REMEDY)
    return severe("service", f"{address} is another program", FREE_IT)


def _is_anabasis(answer: Any) -> bool:
    return answer.get("status") == "ready" or str(answer.get("type")).startswith(PROBLEM)


def _is_another(store: RedisStore | None, instance: str) -> bool:
    """True if the service has another store; False if this store has no id."""
    if store is None:
        return False
    with suppress(*STORE_ERRORS):
        own = instances_of(store.client)
        return bool(own) and instance not in own
    return False


def _reason(detail: str) -> str:
    """Return the reason in a problem's detail, without the remedy for clients."""
    return detail.partition(" Send the same again")[0].rstrip(".")


def _announced(config: Config) -> str | None:
    with suppress(FolderUnreadable):  # reported by the checks of the folder
        return None if config.redis_url else running_address(config.data)
    return None


def _ready(address: str) -> Any:
    """Return the answer at an address, OTHERS if it is not ours; None if nobody listens there."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=ANSWER_SECONDS)
    try:
        connection.connect()
    except OSError:
        return None
    try:
        connection.request("GET", "/readyz")
        answer = json.loads(connection.getresponse().read(LONGEST_ANSWER))
    except (OSError, HTTPException, ValueError):
        return OTHERS
    else:
        return answer if isinstance(answer, dict) else OTHERS
    finally:
        connection.close()
