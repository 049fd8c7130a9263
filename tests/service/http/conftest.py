"""Every answer in these tests is held against the API's description."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.context import Services
from service.heads.recorder import HeadRecorder
from service.machine import clock
from service.redis.shards import SHARDS
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.conftest import fake_app, renewed
from tests.service.http.documented import Documented
from tests.service.office import FakeClock, Office


@pytest.fixture(scope="session")
def documented() -> Documented:
    return Documented(fake_app())


@pytest.fixture
def api(documented: Documented, store: RedisStore) -> Iterator[Api]:
    documented.faults.clear()
    documented.seen.clear()
    yield Api(renewed(documented.app, store))
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


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    fake = FakeClock()
    monkeypatch.setattr(clock, "now", fake.now)
    return fake


@pytest.fixture
def office(api: Api) -> Office:
    return Office(api)


@pytest.fixture
def recorder(store: RedisStore, own: Services) -> HeadRecorder:
    return HeadRecorder(store, own.heads)


@pytest.fixture
def finished(api: Api, ada: Person, played: str, recorder: HeadRecorder) -> str:
    """A finished game whose end is in the log."""
    api.act(played, ada, "resign", {}, version=False)
    recorder.record(range(SHARDS))
    return played


@pytest.fixture
def operations(api: Api) -> list[tuple[str, str, Any]]:
    """Every described operation: method, path, description."""
    paths = api.get("/openapi.json")["paths"]
    return [
        (method.upper(), path, operation)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method != "parameters"
    ]
