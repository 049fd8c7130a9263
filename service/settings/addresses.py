"""The service's own address, for links that are used outside of it."""

import socket
from contextlib import suppress

from service.machine.os_errors import cause
from service.settings.config import Config

PORTS_TRIED, LAST_PORT = 20, 65_535


def public_link(config: Config, path: str) -> str:
    """Return the full address of a path of the service, such as ``game/7``.

    Without ``ANABASIS_URL`` it is the one for a browser on this machine.
    """
    return (config.url or local_address(config.host, config.port)) + path.lstrip("/")


def local_address(host: str, port: int) -> str:
    """Return the service's address for a browser on this machine."""
    name = reachable(host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def why_not_bound(error: OSError) -> str:
    """Return the reason why an address cannot be bound, without Python's additions."""
    return cause(error).partition(" (while attempting")[0]


def free_port(host: str, after: int) -> int:
    """Return a free port of this machine, soon after another one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Nearby ports first, as they are easier to remember.
    for port in range(after + 1, min(after + PORTS_TRIED, LAST_PORT) + 1):
        with suppress(OSError), socket.create_server((host, port), family=family):
            return port
    with socket.create_server((host, 0), family=family) as free:
        return int(free.getsockname()[1])


def reachable(host: str) -> str:
    """Return the address to try for a bound host; for a wildcard it is this machine's own."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
