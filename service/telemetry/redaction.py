"""Leaving secrets and mail addresses out of every log line, including those of libraries."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

GONE = "…"
# Longer than any traceback.
LONGEST = 65_536
"""Characters of a text that are kept."""

SECRET_NAMES = (
    "passwords?|passwd|passphrase|secrets?|tokens?|api(?:[_-]|%5f)?key|join(?:_|%5f)code|p256dh"
    "|endpoint"
)
_ENCODED = "%(?:25){0,3}"
"""The start of an encoded character, also in a text that was encoded several times."""
_QUOTE = rf"(?:\\*['\"]|{_ENCODED}2[27])"
_MAIL_NAME = r"[^\s@<>\"'(),;:=/]"
_ADDRESS = re.compile(r"(?<=://)[^\s'\"<>]+")
_BLANKS = rf"(?:[\s+]|{_ENCODED}20){{0,9}}"
_RULES = tuple(
    (re.compile(pattern, re.IGNORECASE), shown)
    for pattern, shown in (
        # Cookies and credentials, as headers and as names in code.
        (r"((?:set-)?cookies?['\"]?\s*[:=])[^\n]*", rf"\1 {GONE}"),
        (r"(authorization['\"]?\s*[:=]\s*['\"]?)(?:\w+\s+)?[^\s'\"]+", rf"\1{GONE}"),
        (r"\b(bearer|basic)\s+[\w.~+/=-]{8,}", rf"\1 {GONE}"),
        # The paths of other hosts' addresses, as a push endpoint is a secret.
        (
            r"(https?://(?!127\.|localhost|\[::1\])[^/\s'\"<>?#]+)[/?#][^\s'\"<>)]+",
            rf"\1/{GONE}",
        ),
        (r"(/(?:feeds|unsubscribe|challenges)/)[^/?#\s'\"]+", rf"\1{GONE}"),
        # Values with the name of a secret, also in JSON within JSON and with the encoded signs of a
        # query: up to the closing quote, or one word without quotes. After more backslashes than
        # nesting needs, the rest of the line goes: comparing them at each character takes long.
        (
            rf"((?:\b|{_ENCODED}[0-9a-f]{{2}})(?:\w+_)?(?:{SECRET_NAMES}){_QUOTE}?"
            rf"{_BLANKS}(?:[:=]|{_ENCODED}3[ad]){_BLANKS})"
            r"(?:(\\{0,15}['\"])[^\n]+?(?=\2|\n|\Z)|\\{16,}['\"][^\n]*|[^\s'\"&,;)}\]]+)",
            rf"\1\2{GONE}",
        ),
        (
            rf"((?:[?&#]|{_ENCODED}(?:3f|26|23))(?:code|key|auth|sign-in|transfer|confirm|invite)"
            rf"(?:=|{_ENCODED}3d))[^\s'\"&]+",
            rf"\1{GONE}",
        ),
        # Mail addresses: the domain is enough for a host.
        (rf"(?<!{_MAIL_NAME}){_MAIL_NAME}+(@|%40)(?=[\w-])", rf"{GONE}\1"),
    )
)
# The tokens of links, feeds and channels have 43 characters. Hashes and ids have no capitals, and
# stay in the log.
_TOKEN = re.compile(
    r"ana[is]?_[\w-]{8,}|whsec_[\w+/=-]{8,}"
    r"|(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}"
)
"""Our tokens, and all other long words with capitals."""
_NAMES = re.compile(
    rf"^(?:\w+[_-])?(?:{SECRET_NAMES}|authorization|(?:set-)?cookies?|auth|e?mail)$", re.IGNORECASE
)
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
"""Characters that move or hide others."""
_PASSWORD = re.compile(r"://[^/\s@]*?:([^\s]*)@|password=([^&\s]+)")
_SECRETS = ("ANABASIS_BACKUP_PASSPHRASE", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
"""Variables that are secrets as a whole."""
# A shorter one may be an ordinary word.
SHORTEST = 6
"""The fewest characters of a password that is left out everywhere."""


def own_secrets(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the passwords in this process's settings, the longest first."""
    settings = {name: v for name, v in environment.items() if name.startswith("ANABASIS_")}
    pairs = (each for value in settings.values() for each in _PASSWORD.findall(value))
    raw = {
        *(environment.get(name, "") for name in _SECRETS),
        *_words_of(environment.get("OTEL_EXPORTER_OTLP_HEADERS", "")),
        *(password for pair in pairs for password in pair),
    }
    both = raw | {unquote(each) for each in raw}
    # The longest first, as a shorter one may be a part of it.
    return tuple(sorted((each for each in both if len(each) >= SHORTEST), key=len, reverse=True))


def _words_of(headers: str) -> Iterator[str]:
    """Yield the last word of each header: the secret, also in ``Bearer%20…``."""
    for header in headers.split(","):
        yield from unquote(header.partition("=")[2]).split()[-1:]


_own: tuple[str, ...] = ()


def hide(secrets: tuple[str, ...]) -> None:
    """Leave these out of every text from now on."""
    # Wherever they stand: a server's answer may repeat the password that was sent to it.
    global _own  # noqa: PLW0603 - a process has one set of secrets for all its lines
    _own = secrets


def plain(text: str) -> str:
    """Return the text with characters that move or hide others escaped, such as ``\\x1b``.

    Secrets are left out.
    """
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), redacted(text))


def redacted(text: str) -> str:
    """Return a text without passwords, tokens, cookies, mail addresses and addresses' paths.

    The time is linear in the length of any text. Only the beginning of a text longer than
    ``LONGEST`` is kept.
    """
    for secret in _own:
        text = text.replace(secret, GONE)
    text = _ADDRESS.sub(_without_password, _beginning(text))
    for pattern, shown in _RULES:
        text = pattern.sub(shown, text)
    return _TOKEN.sub(GONE, text)


def _beginning(text: str) -> str:
    """Return the beginning of a text, up to LONGEST."""
    if len(text) <= LONGEST:
        return text
    # Whole words, as a part of a secret might not be recognised.
    words = text[:LONGEST].rsplit(None, 1)
    beginning = words[0] if len(words) > 1 else ""
    return f"{beginning} {GONE} ({len(text) - len(beginning)} more characters)"


def _without_password(address: re.Match[str]) -> str:
    """Return an address, from after its scheme, without user and password."""
    _, at, host = address[0].rpartition("@")
    return f"{GONE}{at}{host}" if at else host


def redacted_fields(
    fields: Mapping[str, Any], shown: Callable[[str], str] = redacted
) -> dict[str, Any]:
    """Return a line's fields, also nested ones, as ``shown`` writes them, without secrets."""
    return {n: GONE if _NAMES.match(n) else _value(each, shown) for n, each in fields.items()}


def _value(value: Any, shown: Callable[[str], str]) -> Any:
    match value:
        case Mapping():
            return redacted_fields(value, shown)
        case list() | tuple() | set() | frozenset():
            return [_value(each, shown) for each in value]
        case bool() | int() | float() | None:
            return value
    return shown(str(value))
