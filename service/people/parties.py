"""The relying party of passkeys: the host that they belong to, and the origin of its pages."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit


class PasskeysUnavailable(Exception):
    """Browsers make no passkeys for this address of the service."""


@dataclass(frozen=True, slots=True)
class Party:
    """A host, and the origin of the pages that it serves."""

    id: str
    origin: str


def party_at(url: str) -> Party:
    """Return the party of an address. Raises PasskeysUnavailable."""
    # Browsers require HTTPS, except for localhost, and a host name instead of an IP address.
    parts = urlsplit(url)
    host = parts.hostname or ""
    if _is_address(host) or (parts.scheme != "https" and not _is_local(host)):
        raise PasskeysUnavailable
    return Party(host, f"{parts.scheme}://{host}{_port(parts)}")


def _port(parts: SplitResult) -> str:
    """Return the port as browsers write it in an origin, where the default one is left out."""
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return "" if parts.port in (None, usual) else f":{parts.port}"


def has_passkeys(url: str) -> bool:
    """True if browsers make passkeys for an address of the service."""
    try:
        party_at(url)
    except PasskeysUnavailable:
        return False
    return True


def _is_local(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return not host
    return True
