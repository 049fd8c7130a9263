"""Full addresses of the service, for feeds, previews and frames; no other module makes any."""

import logging
import socket
from functools import cache
from typing import Any

from flask import url_for

from service.context import present_request, services
from service.http.answering.connection_lines import present_connection
from service.http.asking.hosts import LOCAL, host_name
from service.settings.addresses import public_link

log = logging.getLogger(__name__)


def full_address(endpoint: str, **values: Any) -> str:
    """Return the full address of a view."""
    path = url_for(endpoint, **values).removeprefix(present_request().script_root)
    return home() + path.lstrip("/")


def home() -> str:
    """Return the address of the service, with a slash at its end.

    It is ``ANABASIS_URL`` if that is set. Otherwise it is the requested address if its host is
    ours, or else this machine's own.
    """
    # A client may name any host, and a cache would pass links to it on to others.
    config, request = services().config, present_request()
    if config.url is None and _is_ours(host_name(request.host)):
        return request.root_url
    if config.url is None:
        _warn_of_host()
    return public_link(config, "")


def _is_ours(host: str) -> bool:
    """True for a host that was checked, that the proxy names, or that is this machine."""
    # With `ANABASIS_HOSTS`, an earlier check has refused requests for other hosts.
    config, environ = services().config, present_request().environ
    if config.hosts or (config.proxies and "HTTP_X_FORWARDED_HOST" in environ):
        return True
    own = socket.gethostname().lower()
    return host in (*LOCAL, own, f"{own}.local") or host.strip("[]") == _reached_at()


def _reached_at() -> str | None:
    """Return the address of this machine that the client is connected to."""
    connection = present_connection()
    here = connection.getsockname() if connection else None
    # An IPv6 address may end with the name of its interface.
    return here[0].partition("%")[0] if isinstance(here, tuple) else None


@cache
def _warn_of_host() -> None:
    log.warning(
        "Requests name a host that may be anybody's, so links in feeds and previews lead to this "
        "machine's own address: set ANABASIS_URL to the public one."
    )
