"""The settings of outgoing mail, read from their texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.headerregistry import Address
from email.utils import parseaddr
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from service.texts import HOUSE_NAME

Tls = Literal["tls", "starttls", "none"]

TLS: Mapping[tuple[object, ...], Tls] = {
    ("smtps",): "tls",
    ("smtp",): "starttls",
    ("smtp", ("starttls", "on")): "starttls",
    ("smtp", ("starttls", "off")): "none",
}
"""The encryption by a URL's scheme and query."""
PORTS: Mapping[Tls, int] = {"tls": 465, "starttls": 587, "none": 25}


@dataclass(frozen=True, slots=True)
class MailServer:
    """An SMTP server: ``tls`` from the first byte, by STARTTLS, or not at all."""

    host: str
    port: int
    tls: Tls
    user: str = ""
    password: str = ""


def mail_server(url: str) -> MailServer:
    """Return the server of a URL like ``smtp://user:password@host:587``. Raises ValueError.

    ``smtp`` requires STARTTLS, except with ``?starttls=off`` for a relay on the same machine or
    network.
    """
    server = _server(url)
    if server is None:
        raise ValueError(
            "give smtp://user:password@host:587 (with STARTTLS), smtps://user:password@host:465, "
            "or smtp://host:25?starttls=off for a relay without encryption"
        )
    # Anybody on the way could read the password.
    if server.tls == "none" and server.user:
        raise ValueError("a password is sent only with TLS: leave out starttls=off, or the user")
    return server


def _server(url: str) -> MailServer | None:
    """Return the server that a URL names, None if its form is invalid."""
    try:
        parts = urlsplit(url)
        port, query = parts.port, parse_qsl(parts.query, strict_parsing=bool(parts.query))
    except ValueError:
        return None
    tls = TLS.get((parts.scheme, *query))
    is_bare = parts.path in ("", "/") and not parts.fragment
    if tls is None or not parts.hostname or not is_bare or port == 0:
        return None
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if bool(user) != bool(password):
        return None
    return MailServer(parts.hostname, port or PORTS[tls], tls, user, password)


def mail_sender(text: str, house: str = HOUSE_NAME) -> Address:
    """Return the sender named like ``Anabasis <no-reply@games.example>``. Raises ValueError.

    A sender without a name, or with ours, gets that of the house.
    """
    from email_validator import EmailNotValidError, validate_email  # noqa: PLC0415 (as limits)

    name, address = parseaddr(text)
    try:
        # A sender in a local network may have a domain without a dot.
        checked = validate_email(address, check_deliverability=False, globally_deliverable=False)
    except EmailNotValidError as error:
        raise ValueError("give an address such as Anabasis <no-reply@games.example>") from error
    if checked.ascii_email is None or not name.isprintable():
        raise ValueError("give an address of ASCII letters such as no-reply@games.example")
    return Address(house if name in ("", HOUSE_NAME) else name, addr_spec=checked.ascii_email)
