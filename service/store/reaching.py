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
