"""Every answer in these tests is held against the API's description."""

from collections.abc import Iterator

import pytest

from service.app import create_app
from service.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.http.documented import Documented


@pytest.fixture
def api(store: RedisStore) -> Iterator[Api]:
    app = create_app(Config(rate_limit=False), store)
    documented = Documented(app)
    yield Api(app)
    assert documented.faults == []


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob)


@pytest.fixture
def over(api: Api, ada: Person, bob: Person) -> str:
    """A finished game of five events."""
    made = api.game(ada, bob)
    api.move(made, ada)
    api.act(made, bob, "resign", {}, version=False)
    return made
