"""Errors of Redis and the network, raised as those of the contract."""

from redis.exceptions import RedisClusterException, RedisError

from service.store.contract import StoreUnavailable

STORE_ERRORS = (RedisError, RedisClusterException)
"""All errors of the server or the network: in the library a cluster's are no RedisError."""


class reaching:  # noqa: N801 - a context manager, as ``suppress`` is
    """Raise StoreUnavailable for errors of the server or the network."""

    __slots__ = ("_consequence",)

    def __init__(self, consequence: str = "") -> None:
        self._consequence = consequence

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, STORE_ERRORS):
            reason = f"the store cannot be reached or written: {error}"
            more = f"; {self._consequence}" if self._consequence else ""
            raise StoreUnavailable(f"{reason}{more}") from error
