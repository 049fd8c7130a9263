"""The service's host names: if they are set, requests for other hosts are refused."""

import re
from collections.abc import Callable, Collection
from functools import partial
from urllib.parse import urlsplit, urlunsplit

from flask import request

# Health checks and operators on the machine itself use no public name.
LOCAL = ("localhost", "127.0.0.1", "[::1]")
PROBES = frozenset({"livez", "readyz"})

_PORT = re.compile(r":[0-9]*$")


class HostUnknown(Exception):
    """The request is for a host that is not one of the service's names."""


def check_of(hosts: Collection[str]) -> Callable[[], None]:
    """Return the check that a request is for one of these hosts or the machine's own."""
    return partial(_check, (*hosts, *LOCAL))


def host_name(host: str) -> str:
    """Return a host's name in small letters, without its port."""
    return _PORT.sub("", host.lower())


def without_host(header: tuple[str, str]) -> tuple[str, str]:
    """Return a header, with Location made a path."""
    # werkzeug's redirects begin with the host that the client named, and a cache could pass such an
    # answer on to others.
    name, value = header
    if name.lower() != "location":
        return header
    parts = urlsplit(value)
    path = f"/{parts.path.lstrip('/')}"  # two slashes would begin another host's name
    return name, urlunsplit(("", "", path, parts.query, parts.fragment))


def _check(hosts: Collection[str]) -> None:
    """Raise HostUnknown for another host, except for probes."""
    # Orchestrators probe by the address of a container, which is no name of the service.
    is_probe = (request.endpoint or "").rpartition(".")[2] in PROBES
    if not is_probe and not any(map(partial(_goes_by, host_name(request.host)), hosts)):
        raise HostUnknown(request.host)


def _goes_by(name: str, host: str) -> bool:
    """True if a name is this host, or lies under a host that begins with a dot."""
    return name == host.removeprefix(".") or (host.startswith(".") and name.endswith(host))
