"""The address of the store: one server, a master that sentinels name, or a cluster."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import parse_qsl, unquote

Kind = Literal["server", "sentinel", "cluster"]
Host = tuple[str, int]

FORMS = (
    "give redis://host:6379, unix:///path/to/socket, redis+cluster://host:6379,host:6379 or "
    "redis+sentinel://host:26379,host:26379/master (rediss… for TLS)"
)
SCHEMES: Mapping[str, tuple[Kind, bool]] = {
    "redis": ("server", False),
    "rediss": ("server", True),
    "unix": ("server", False),
    "redis+cluster": ("cluster", False),
    "rediss+cluster": ("cluster", True),
    "redis+sentinel": ("sentinel", False),
    "rediss+sentinel": ("sentinel", True),
}
"""For each scheme the kind of store, and whether it uses TLS."""
PORTS: Mapping[Kind, int] = {"server": 6379, "cluster": 6379, "sentinel": 26379}
SENTINEL_OPTIONS = frozenset({"sentinel_username", "sentinel_password"})
TLS_OPTIONS = frozenset(
    {"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_cert_reqs", "ssl_check_hostname"}
)

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:\s]+)(?::([0-9]+))?")


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """The parts of a store's address.

    ``url`` is the whole address, the only part used for a single server. ``hosts`` are nodes of a
    cluster, or sentinels; any of them knows the others. ``master`` is the name that sentinels know,
    ``db`` its database. ``options`` are those of the query.
    """

    kind: Kind
    # Hidden from `repr`, as it may contain a password.
    url: str = field(repr=False)
    hosts: tuple[Host, ...] = ()
    tls: bool = False
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    master: str = ""
    db: int = 0
    options: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        """Return the hosts, or the path of a socket: nothing secret."""
        return ",".join(f"{host}:{port}" for host, port in self.hosts) or _parts(self.url)[2]


def parse_address(text: str) -> StoreAddress:
    """Return the parts of a store's address. Raises ValueError, which names a valid form."""
    scheme, netloc, path, query = _parts(text)
    if scheme not in SCHEMES:
        raise ValueError(FORMS)
    kind, tls = SCHEMES[scheme]
    if scheme == "unix":
        return _socket(text, path)
    account, _, hosts = netloc.rpartition("@")
    username, _, password = account.partition(":")
    master, db = _master(path) if kind == "sentinel" else ("", _no_path(kind, path))
    return StoreAddress(
        kind=kind,
        url=text,
        hosts=_hosts(kind, hosts),
        tls=tls,
        username=unquote(username) or None,
        password=unquote(password) or None,
        master=master,
        db=db,
        options={} if kind == "server" else _options(kind, tls, query),
    )


def without_passwords(text: str) -> str:
    """Return an address without its passwords."""
    # Up to the last @, as a password may contain one.
    return re.sub(r"(password=)[^&]*", r"\1…", re.sub(r":(//)?.*@", r":\1…@", text))


def _parts(text: str) -> tuple[str, str, str, str]:
    """Return scheme, account and hosts, path and query."""
    # By hand, as urlsplit accepts only one host.
    scheme, _, rest = text.partition("://")
    rest, _, query = rest.partition("?")
    netloc, slash, path = rest.partition("/")
    return scheme, netloc, slash + path, query


def _socket(text: str, path: str) -> StoreAddress:
    if not path:
        raise ValueError(FORMS)
    return StoreAddress("server", text)


def _hosts(kind: Kind, text: str) -> tuple[Host, ...]:
    hosts = tuple(_host(kind, each) for each in text.split(","))
    if kind == "server" and len(hosts) > 1:
        raise ValueError(f"one server has one host: {FORMS}")
    return hosts


def _host(kind: Kind, text: str) -> Host:
    match = _HOST.fullmatch(text)
    if match is None:
        raise ValueError(f"each host is a name or address, with a port unless usual: {FORMS}")
    port = int(match[2]) if match[2] else PORTS[kind]
    if not 0 < port <= 65_535:
        raise ValueError(f"a port is a number from 1 to 65535: {FORMS}")
    return match[1].strip("[]"), port


def _master(path: str) -> tuple[str, int]:
    name, _, db = path.removeprefix("/").partition("/")
    if not name:
        raise ValueError(
            "name the master that the sentinels watch, as in redis+sentinel://host:26379/master"
        )
    if db and not db.isdecimal():
        raise ValueError("the part after the master's name is the number of its database")
    return unquote(name), int(db or 0)


def _no_path(kind: Kind, path: str) -> int:
    """Refuse a path that is not the number of a database."""
    # redis-py would silently use database 0.
    if kind == "cluster" and path not in ("", "/", "/0"):
        raise ValueError("a cluster has one database: leave out the part after the hosts")
    if path.strip("/") and not path.strip("/").isdecimal():
        raise ValueError(
            "the part after the host is the number of its database, as in redis://host:6379/0"
        )
    return 0


def _options(kind: Kind, tls: bool, query: str) -> dict[str, str]:
    options = dict(parse_qsl(query))
    known = (TLS_OPTIONS if tls else frozenset()) | (
        SENTINEL_OPTIONS if kind == "sentinel" else frozenset()
    )
    if unknown := sorted(options.keys() - known):
        raise ValueError(f"{unknown[0]} is no option of such an address")
    return options
