"""Errors of Redis and the network, raised as those of the contract."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError

from service.store.contract import StoreUnavailable


@contextmanager
def reaching(consequence: str = "") -> Iterator[None]:
    """Raise StoreUnavailable for errors of the server or the network."""
    try:
        yield
    except RedisError as error:
        reason = f"the store cannot be reached or written: {error}"
        raise StoreUnavailable(f"{reason}; {consequence}" if consequence else reason) from error
