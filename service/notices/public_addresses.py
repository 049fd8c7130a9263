"""The addresses that users may give for notices: https, and on the public Internet."""

import ipaddress
import re
from collections.abc import Collection
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from service.settings.setting_values import Network

URL_CHARACTERS = 2_000
HTTPS = 443
# Other ports below it belong to mail servers and the like.
FIRST_FREE_PORT = 1024
"""The lowest port allowed, apart from 443."""

_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|[0-9a-f:.]*:[0-9a-f:.]*")
_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
_TRANSLATED = tuple(
    ipaddress.ip_network(text)
    for text in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")
)
"""Networks that some versions of Python call global although they lead elsewhere, as 6to4 and
Teredo do. Mapped, compatible and NAT64 addresses are not in ``_GLOBAL_UNICAST`` anyway."""


class AddressRefused(Exception):
    """No notice may go to this address; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Endpoint(Struct, frozen=True):
    """The parts of a URL that make a request; ``path`` includes the query."""

    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Host and port in the form of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == HTTPS else f"{host}:{self.port}"


def target_of(text: str) -> Endpoint:
    """Return the target of a URL, if its text allows a request. Raises AddressRefused."""
    parts, port = _split(text)
    host = parts.hostname or ""
    if parts.scheme != "https":
        raise AddressRefused("address_not_https")
    if not _HOST.fullmatch(host) or "@" in parts.netloc or "#" in text:
        raise AddressRefused("address_malformed")
    if port != HTTPS and port < FIRST_FREE_PORT:
        raise AddressRefused("address_port")
    query = f"?{parts.query}" if parts.query else ""
    return Endpoint(host, port, f"{parts.path or '/'}{query}")


def _split(text: str) -> tuple[SplitResult, int]:
    """Return the parts of a URL and its port; names in other alphabets must be in ASCII."""
    if not re.fullmatch(rf"[!-~]{{1,{URL_CHARACTERS}}}", text) or "\\" in text:
        raise AddressRefused("address_malformed")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise AddressRefused("address_malformed") from error
    return parts, HTTPS if port is None else port


def refuse_private(allowed: Collection[Network], text: str) -> None:
    """Raise AddressRefused for a URL that names a private address itself, in no allowed network."""
    host = target_of(text).host
    # A name is resolved when something is posted to it: it may lead elsewhere by then. Then the
    # store's address is refused, too.
    if not _is_numeric(host) or is_public(host):
        return
    ip = ipaddress.ip_address(host)
    if ip.is_link_local or not any(ip in each for each in allowed):
        raise AddressRefused("address_not_public")


def is_public(address: str) -> bool:
    """True for the address of one machine on the public Internet."""
    if not _is_numeric(address):
        return False
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and (ip not in _GLOBAL_UNICAST or ip.scope_id):
        return False
    leads_elsewhere = any(ip.version == net.version and ip in net for net in _TRANSLATED)
    return ip.is_global and not ip.is_multicast and not leads_elsewhere


def _is_numeric(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
