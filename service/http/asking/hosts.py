"""The names the service goes by: where they are set, no request for another host is served."""

import re
from collections.abc import Callable, Collection
from functools import partial
from urllib.parse import urlsplit, urlunsplit

from flask import request

LOCAL = ("localhost", "127.0.0.1", "[::1]")
PROBES = frozenset({"livez", "readyz"})

_PORT = re.compile(r":[0-9]*$")


class HostUnknown(Exception):
    """The request is for a host that is none of the service's names."""


def check_of(hosts: Collection[str]) -> Callable[[], None]:
    """Return the check that a request is for one of these hosts or the machine's own."""
    return partial(_check, (*hosts, *LOCAL))


def host_name(host: str) -> str:
    """Return a host's name in small letters, without its port."""
    return _PORT.sub("", host.lower())


def without_host(header: tuple[str, str]) -> tuple[str, str]:
    """Make Location a path: werkzeug's redirects begin with the host that the client named."""
    name, value = header
    if name.lower() != "location":
        return header
    parts = urlsplit(value)
    path = f"/{parts.path.lstrip('/')}"  # two slashes would begin another host's name
    return name, urlunsplit(("", "", path, parts.query, parts.fragment))


def _check(hosts: Collection[str]) -> None:
    """Raise HostUnknown; probes are answered whatever address they come by."""
    is_probe = (request.endpoint or "").rpartition(".")[2] in PROBES
    if not is_probe and not any(map(partial(_goes_by, host_name(request.host)), hosts)):
        raise HostUnknown(request.host)


def _goes_by(name: str, host: str) -> bool:
    """True if a name is this host, or one under it where it begins with a dot."""
    return name == host.removeprefix(".") or (host.startswith(".") and name.endswith(host))
