"""The values of settings, parsed from their texts; a ValueError states a valid form."""

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Literal
from urllib.parse import urlsplit

from service.settings.address import parse_address
from service.settings.archive_addresses import parse_archive_address
from service.settings.mail_settings import mail_sender, mail_server

Network = IPv4Network | IPv6Network

MEGABYTE = 1_000_000
RATE_LIMITS = "300 per 10 seconds"

_NAME = re.compile(r"(?!.{254})[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?")
_DOMAIN = re.compile(r"[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+")
_HOST = re.compile(r"\.?[a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\]")


def number(low: int, high: int) -> Callable[[str], int]:
    """Return the parser of a whole number within bounds."""

    def parse(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text) <= high:
            return int(text)
        raise ValueError(f"give a whole number from {low} to {high}")

    return parse


def days_or_never(low: int, high: int) -> Callable[[str], int]:
    """Return the parser of a number of days within bounds, 0 for "never"."""

    def parse(text: str) -> int:
        if text == "never":
            return 0
        if text.isascii() and text.isdigit() and low <= int(text) <= high:
            return int(text)
        raise ValueError(f"give never, or a whole number of days from {low} to {high}")

    return parse


def networks(text: str) -> tuple[Network, ...]:
    """Return networks such as ``10.1.0.0/16``, with commas between them."""
    try:
        return tuple(ip_network(each.strip()) for each in text.split(","))
    except ValueError as error:
        remedy = "give networks such as 10.1.0.0/16, 127.0.0.1/32 or fd00::/8, with commas between"
        raise ValueError(remedy) from error


def megabytes(text: str) -> int:
    """Return the bytes of a number of megabytes."""
    return number(1, 1_000_000)(text) * MEGABYTE


def log_form(text: str) -> Literal["text", "json"]:
    """Return the form of the log."""
    match text:
        case "text" | "json":
            return text
    raise ValueError("give text or json")


def choice(*names: str) -> Callable[[str], str]:
    """Return the parser of one of some words."""

    def parse(text: str) -> str:
        if text in names:
            return text
        raise ValueError(f"give {', '.join(names[:-1])} or {names[-1]}")

    return parse


def on_off(text: str) -> bool:
    """Return True for "on"."""
    if text not in ("on", "off"):
        raise ValueError('give "on" or "off"')
    return text == "on"


def host(text: str) -> str:
    """Return the address or name of this machine to listen on."""
    if not (_is_ipv6(text) if ":" in text else _NAME.fullmatch(text)):
        raise ValueError("give an address such as 127.0.0.1 or ::1, or a name such as localhost")
    return text


def _is_ipv6(text: str) -> bool:
    try:
        return bool(IPv6Address(text))
    except ValueError:
        return False


def hosts(text: str) -> tuple[str, ...]:
    """Return names, separated by commas or spaces, in lower case."""
    names = tuple(name.lower() for name in re.split(r"[,\s]+", text) if name)
    if not all(_HOST.fullmatch(name) for name in names):
        raise ValueError("give names such as games.example, .example for all names under it")
    return names


def mail_domains(text: str) -> tuple[str, ...]:
    """Return domains of mail addresses, in small letters and their own script."""
    names = tuple(name.lower() for name in re.split(r"[,\s]+", text) if name)
    try:
        return tuple(_in_own_script(name) for name in names)
    except UnicodeError as error:
        raise ValueError("give domains such as club.example, with commas between") from error


def _in_own_script(domain: str) -> str:
    """Return a domain as addresses show it. Raises UnicodeError if it is none."""
    dot, name = ("." if domain.startswith(".") else ""), domain.removeprefix(".")
    ascii_name = name.encode("idna").decode()
    if not _DOMAIN.fullmatch(ascii_name):
        raise UnicodeError(domain)
    return dot + ascii_name.encode().decode("idna")


def redis_url(text: str) -> str:
    """Return a store's address."""
    parse_address(text)
    return text


def archive_url(text: str) -> str:
    """Return the address of a folder or a bucket."""
    return parse_archive_address(text)


def url(text: str) -> str:
    """Return the address with a slash at its end, for links to be appended."""
    if not _is_url(text):
        raise ValueError("give an address such as https://games.example/")
    return text.rstrip("/") + "/"


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    # Links are appended to it, and mails and pages contain it: so no query, and no quotes.
    is_plain = text.isascii() and text.isprintable() and not re.search(r"[@?#\s\\<>\"]", text)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and has_port and is_plain


def smtp_url(text: str) -> str:
    """Return a mail server's address."""
    mail_server(text)
    return text


def mail_from(text: str) -> str:
    """Return a sender's address, with its name if it has one."""
    return str(mail_sender(text))


def rates(text: str) -> str:
    """Return limits like ``300 per 10 seconds``, the default ones for "on", "" for "off"."""
    if text in ("on", "off"):
        return RATE_LIMITS if text == "on" else ""
    from limits import parse_many  # noqa: PLC0415 (slow, and most runs never need it)

    remedy = 'give "on", "off" or limits like "300 per 10 seconds"'
    try:
        limits = parse_many(text)
    except ValueError as error:
        raise ValueError(remedy) from error
    if not all(limit.amount for limit in limits):
        # The library takes a limit of 0.
        raise ValueError(f"0 would refuse every request: {remedy}")
    return text


def rate(text: str) -> str:
    """Return a limit like ``20 per hour``."""
    from limits import parse  # noqa: PLC0415 (as above)

    try:
        parse(text)
    except ValueError as error:
        raise ValueError('give a limit like "20 per hour"') from error
    return text
