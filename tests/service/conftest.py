"""The app over fakeredis, for quick tests; real servers are in contract, e2e, faults."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from service.app import create_app, services_over
from service.context import Services
from service.game.live import LiveGames
from service.game.state_cache import StateCache
from service.notices.account_events.live_players import LivePlayers
from service.redis.scripts import Argument, Keys, Script
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.counting_store import CountingStore
from tests.service.one_slot import slot_client


def fake_store() -> RedisStore:
    """A store of its own, in memory, with the limits of a cluster."""
    client = slot_client()
    return RedisStore(write=client, read=client, blocking=client)


def fake_app() -> Flask:
    """An app over a store of its own, for tests of its form alone."""
    return create_app(Config(rate_limit=False), fake_store())


def renewed(app: Flask, store: RedisStore) -> Flask:
    """Give an app new services over a store: routes and document stay, all it knew is gone."""
    app.extensions["anabasis"] = services_over(Config(rate_limit=False), store)
    return app


@pytest.fixture(scope="module", autouse=True)
def end_threads() -> Iterator[None]:
    """End the threads that listened for a module's tests.

    They woke each second for the rest of the run: 144 in one test process, a fifth of its CPU.
    """
    started: list[LiveGames | LivePlayers] = []
    with pytest.MonkeyPatch.context() as patch:
        for kind in (LiveGames, LivePlayers):
            patch.setattr(kind, "start", _noting(kind.start, started))
        yield
    for each in started:
        each.close()


def _noting(start: Callable[[Any], None], started: list[Any]) -> Callable[[Any], None]:
    def note_and_start(own: Any) -> None:
        if own not in started:
            started.append(own)
        start(own)

    return note_and_start


@pytest.fixture(scope="session")
def plain_app() -> Flask:
    """The app, with new services for each test: to build its routes takes longer than most."""
    return fake_app()


@pytest.fixture
def store() -> RedisStore:
    return fake_store()


PLENTY = 10_000_000
"""Bytes that no test fills."""


@pytest.fixture
def repeated_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each script twice, as a client does that loses the first reply."""
    run = Script.run

    def run_twice(script: Script, client: Redis, keys: Keys, *arguments: Argument) -> Any:
        run(script, client, keys, *arguments)
        return run(script, client, keys, *arguments)

    monkeypatch.setattr(Script, "run", run_twice)


@pytest.fixture
def counting(store: RedisStore) -> CountingStore:
    return CountingStore(store)


@pytest.fixture
def cache(counting: CountingStore) -> StateCache:
    return StateCache(counting, PLENTY)  # type: ignore[arg-type]


@pytest.fixture
def api(plain_app: Flask, store: RedisStore) -> Api:
    return Api(renewed(plain_app, store))


@pytest.fixture
def own(api: Api) -> Services:
    """The parts of the app."""
    services: Services = api.app.extensions["anabasis"]
    return services


@pytest.fixture
def ada(api: Api) -> Person:
    return api.person("Ada")


@pytest.fixture
def bob(api: Api) -> Person:
    return api.person("Bob")


@pytest.fixture
def eve(api: Api) -> Person:
    """Someone without a seat."""
    return api.person("Eve")


@pytest.fixture
def played(api: Api, ada: Person, bob: Person) -> str:
    """A game with six events."""
    game = api.game(ada, bob)
    for _ in range(3):
        api.move(game, ada)
    return game
