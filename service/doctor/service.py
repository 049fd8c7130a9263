"""The service that runs here: does it accept moves? It alone knows which folder it began with."""

import json
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from service.addresses import local_address
from service.config import Config
from service.doctor.findings import Finding, error, ok
from service.store.data_folder import running_address
from service.store.folder_owner import FolderOfAnother

ANSWER_SECONDS = 10.0
"""More than the service itself waits for its store."""
REMEDY = "Its log says what to do. Nothing that was acknowledged is lost."


def check_service(config: Config) -> Iterator[Finding]:
    """Yield the finding about the service on this machine, if one answers."""
    address = _announced(config) or local_address(config.host, config.port)
    match _ready(address):
        case {"status": "ready"}:
            yield ok("service", f"{address} accepts moves")
        case {"code": str(), "detail": str(detail)}:
            text = f"{address} accepts no moves ({_reason(detail)})"
            yield error("service", text, REMEDY)


def _reason(detail: str) -> str:
    """Return the reason in a problem's detail, without the remedy of clients."""
    return detail.partition(" Send the same again")[0].rstrip(".")


def _announced(config: Config) -> str | None:
    with suppress(FolderOfAnother):  # told of by the checks of the folder
        return None if config.redis_url else running_address(config.data)
    return None


def _ready(address: str) -> Any:
    """Return the service's answer, None if nothing of ours answers there."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/readyz")
        return json.loads(connection.getresponse().read())
    except (OSError, HTTPException, ValueError):
        return None
    finally:
        connection.close()
