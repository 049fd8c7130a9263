"""Translation of errors of Redis and the network into those of the store's contract."""

import re

from redis import Redis
from redis.exceptions import RedisClusterException, RedisError

from service.redis.errors import FullPlace, StoreFull, StoreUnavailable, refusal_in

STORE_ERRORS = (RedisError, RedisClusterException)
"""All errors of the server or the network; the library's cluster errors are no RedisErrors."""


_PLAIN = (
    (re.compile(r"Command # \d+ \(.*\) of pipeline caused error: ", re.DOTALL), ""),
    (re.compile(r"Error \S+ ((?:connecting|while writing) to .+?)\. (.+)"), r"\1: \2"),
    (re.compile(r"Error while (reading from .+?) ?: \((?:-?\d+, )?'(.*)',?\)"), r"\1: \2"),
)
"""Patterns of the library's words around those of an error, and the part to keep."""


def reason_of(error: Exception) -> str:
    """Return an error's own words, without numbers or a pipeline's command (it has secrets)."""
    reason = str(error)
    for words, left in _PLAIN:
        reason = words.sub(left, reason, count=1)
    return reason


_FULL: tuple[tuple[str, FullPlace], ...] = (
    (r"No space left on device|Disk quota exceeded", "disk"),
    (r"not allowed when used memory > 'maxmemory'", "memory"),
)


def full_place(error: Exception) -> FullPlace | None:
    """Return the place that is full according to the server's error, None for other errors."""
    return next((place for words, place in _FULL if re.search(words, str(error))), None)


_REMEDIES = (
    (r"Authentication required|NOAUTH", "It needs a password: give it, as in :password@host."),
    (r"username-password|WRONGPASS|AUTH", "Correct the user or the password in its address."),
    (
        r"unknown command .SENTINEL",
        "No sentinel is there: name the sentinels' port, or the server itself by redis://.",
    ),
    (
        r"no sentinel at",
        "Are sentinels running there, do they watch that master, and is their password right?",
    ),
    (r"No address associated|not known|resolv", "Is the host's name right?"),
    (r"DB index|Invalid Database", "It has fewer databases: name another one."),
    (r"[Cc]ertificate|CERTIFICATE", "Fix its certificate, or name yours by ssl_ca_certs."),
)
_UNKNOWN = {
    "redis": "Is it running there? If it speaks TLS, write rediss for redis.",
    "rediss": "Is it running there, and does it speak TLS? If it does not, write redis for rediss.",
}
"""The remedies for other errors, by scheme."""


def check_answers(client: Redis, name: str, url: str) -> None:
    """Raise StoreUnavailable, with the remedy, unless a store answers; errors call it ``name``.

    Raises StoreRefused for a store with other stored forms.
    """
    try:
        client.ping()
    except STORE_ERRORS as error:
        if refusal := refusal_in(error):
            raise refusal from None
        text = f"{name} cannot be reached ({reason_of(error).rstrip('.')})."
        raise StoreUnavailable(f"{text} {remedy_for(error, url)}") from error


def remedy_for(error: Exception, url: str) -> str:
    """Return the remedy for a store that does not answer at an address."""
    reason = reason_of(error)
    remedies = (remedy for pattern, remedy in _REMEDIES if re.search(pattern, reason))
    scheme = url.partition(":")[0].partition("+")[0]
    return next(remedies, _UNKNOWN.get(scheme, "Is it running there?"))


class translated_errors:  # noqa: N801 - a context manager, as ``suppress`` is
    """Raise StoreUnavailable for errors of the server or the network."""

    __slots__ = ("_consequence",)

    def __init__(self, consequence: str = "") -> None:
        self._consequence = consequence

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, STORE_ERRORS):
            more = f"; {self._consequence}" if self._consequence else ""
            reason = f"{reason_of(error)}{more}"
            if place := full_place(error):
                raise StoreFull(place, f"the store's {place} is full: {reason}") from error
            raise StoreUnavailable(f"the store cannot be reached or written: {reason}") from error
