"""A desk for notices over fakeredis and a clock that stands still; a receiver over https."""

import ssl
from collections.abc import Iterator

import pytest
import trustme
from flask import Flask

from service.machine import clock
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.conftest import renewed
from tests.service.notices.desk import Desk, desk_of
from tests.service.notices.receivers import Receiver, trusting
from tests.service.office import FakeClock


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="session")
def tls(authority: trustme.CA) -> ssl.SSLContext:
    return trusting(authority)


@pytest.fixture
def receiver(authority: trustme.CA) -> Iterator[Receiver]:
    with Receiver(authority).serving() as receiver:
        yield receiver


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """The service's clock, set by hand."""
    fake = FakeClock()
    monkeypatch.setattr(clock, "now", fake.now)
    return fake


@pytest.fixture
def desk(plain_app: Flask, store: RedisStore, time: FakeClock) -> Desk:
    return desk_of(renewed(plain_app, store), time)


@pytest.fixture
def api(desk: Desk) -> Api:
    return desk.api


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    """A live game that waits for Ada, made just now."""
    return api.game(ada, bob)
