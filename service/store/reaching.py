"""Errors of Redis and the network, raised as those of the contract."""

import re

from redis.exceptions import RedisClusterException, RedisError

from service.store.contract import StoreUnavailable

STORE_ERRORS = (RedisError, RedisClusterException)
"""All errors of the server or the network: in the library a cluster's are no RedisError."""


_IN_PIPELINE = re.compile(r"Command # \d+ \(.*\) of pipeline caused error: ", re.DOTALL)


def reason_of(error: Exception) -> str:
    """Return an error's own words; the library puts a pipeline's command, and secrets, first."""
    return _IN_PIPELINE.sub("", str(error), count=1)


_REMEDIES = (
    (r"Authentication required|NOAUTH", "It wants a password: give it, as in :password@host."),
    (r"username-password|WRONGPASS|AUTH", "Mend the user or the password in its address."),
    (
        r"unknown command .SENTINEL",
        "No sentinel is there: name the sentinels' port, or the server itself by redis://.",
    ),
    (r"no sentinel at", "Are sentinels running there, and do they watch that master?"),
    (r"No address associated|not known|resolv", "Is the host's name right?"),
    (r"DB index|Invalid Database", "It has fewer databases: name another one."),
    (r"[Cc]ertificate|CERTIFICATE", "Mend its certificate, or name yours by ssl_ca_certs."),
)
_UNKNOWN = {
    "redis": "Is it running there? If it speaks TLS, write rediss for redis.",
    "rediss": "Is it running there, and does it speak TLS? If it does not, write redis for rediss.",
}
"""The remedies for other errors, by scheme."""


def unreached(error: Exception, name: str, url: str) -> str:
    """Return why a store cannot be reached, which messages call ``name``, and the remedy."""
    reason = reason_of(error)
    remedies = (remedy for pattern, remedy in _REMEDIES if re.search(pattern, reason))
    scheme = url.partition(":")[0].partition("+")[0]
    otherwise = _UNKNOWN.get(scheme, "Is it running there?")
    return f"{name} cannot be reached ({reason.rstrip('.')}). {next(remedies, otherwise)}"


class reaching:  # noqa: N801 - a context manager, as ``suppress`` is
    """Raise StoreUnavailable for errors of the server or the network."""

    __slots__ = ("_consequence",)

    def __init__(self, consequence: str = "") -> None:
        self._consequence = consequence

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, STORE_ERRORS):
            reason = f"the store cannot be reached or written: {reason_of(error)}"
            more = f"; {self._consequence}" if self._consequence else ""
            raise StoreUnavailable(f"{reason}{more}") from error
