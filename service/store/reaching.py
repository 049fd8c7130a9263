"""What Redis or the network refuses, told as the contract has it."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError

from service.store.contract import StoreUnavailable


@contextmanager
def reaching(consequence: str = "") -> Iterator[None]:
    """Turns what the server or the network refuses into StoreUnavailable."""
    try:
        yield
    except RedisError as error:
        reason = f"the store cannot be reached or written: {error}"
        raise StoreUnavailable(f"{reason}; {consequence}" if consequence else reason) from error
