"""Games that are over, and a worker that seals them when asked."""

import pytest

from service.context import Services
from service.operations.archive.archivist import seal
from service.operations.archive.sealing import SealingOutcome
from service.operations.archive.work import sealer_of
from service.store.blocks.archive_storage import Outside
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person


def sealed(store: RedisStore, game: str) -> SealingOutcome:
    """Try to seal a game."""
    return seal(store.summaries, sealer_of(store), game).outcome


def store_with(store: RedisStore, outside: Outside) -> RedisStore:
    """The same store with another archive."""
    client = store.client
    return RedisStore(write=client, read=client, blocking=client, outside=outside)


@pytest.fixture
def finished(api: Api, ada: Person, played: str) -> str:
    """A game with seven events that is over."""
    api.act(played, ada, "resign", {}, version=False)
    return played


@pytest.fixture
def archived(store: RedisStore, finished: str, own: Services) -> str:
    """The same game, sealed, and read by nobody since."""
    assert sealed(store, finished) is SealingOutcome.SEALED
    own.cache.forget(finished)
    return finished
