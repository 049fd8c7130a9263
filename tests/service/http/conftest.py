"""Every answer in these tests is held against the API's description."""

from collections.abc import Iterator

import pytest

from service.app import create_app
from service.config import Config
from service.store.redis_store import RedisStore
from tests.service.desk import Desk, Person
from tests.service.http.documented import Documented


@pytest.fixture
def desk(store: RedisStore) -> Iterator[Desk]:
    app = create_app(Config(rate_limit=False), store)
    documented = Documented(app)
    yield Desk(app)
    assert documented.faults == []


@pytest.fixture
def game(desk: Desk, ada: Person, bob: Person) -> str:
    return desk.game(ada, bob)


@pytest.fixture
def over(desk: Desk, ada: Person, bob: Person) -> str:
    """A finished game of five events."""
    made = desk.game(ada, bob)
    desk.move(made, ada)
    desk.act(made, bob, "resign", {}, version=False)
    return made
