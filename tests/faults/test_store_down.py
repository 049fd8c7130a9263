"""A store that is gone or silent: said so soon, nothing done twice, and all is well afterwards."""

import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from clients.python import Anabasis
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.faults.one_game import Game, is_ready
from tests.programs import ANABASIS
from tests.servers import Service, frozen, serving
from tests.waiting import eventually

pytestmark = pytest.mark.faults


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("store-down")) as service:
        yield service


@contextmanager
def dead(service: Service) -> Iterator[None]:
    """The server killed, and started again on its data afterwards."""
    service.kill_valkey()
    try:
        yield
    finally:
        service.valkey.restart()


@pytest.fixture(params=["silent", "dead"])
def store_away(request: pytest.FixtureRequest, service: Service) -> Any:
    """A context in which the store does not answer."""
    if request.param == "silent":
        return frozen(service.valkey.pid)
    return dead(service)


@pytest.fixture
def game(service: Service) -> Game:
    return Game(service)


def assert_unavailable_soon(*asks: Callable[[], httpx.Response]) -> None:
    """Every one of these, asked at once, is answered that the store is away, or httpx gives up."""
    with ThreadPoolExecutor(len(asks)) as pool:
        answers = list(pool.map(lambda ask: ask(), asks))
    for answer in answers:
        assert answer.status_code == 503, answer.text
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "store_unavailable"
        assert int(answer.headers["Retry-After"]) >= 1


def test_without_the_store_all_is_refused_and_a_move_is_recorded_once_at_most(
    service: Service, game: Game, store_away: Any
) -> None:
    """A silent server still does a received command; its key keeps it from being done twice."""
    pids = service.web.pids
    with store_away:
        assert_unavailable_soon(
            lambda: game.move("meanwhile"),
            game.read,
            lambda: game.read("/events"),
            lambda: game.ask("GET", "/api/v1/games"),
            lambda: game.ask("POST", "/api/v1/players", json={"name": "Cy"}),
            lambda: game.ask("GET", "/readyz"),
        )
        assert game.ask("GET", "/livez").status_code == 200
    eventually(lambda: is_ready(service))
    assert game.ada.view(game.id)["version"] in {game.version, game.version + 1}
    assert game.move("meanwhile").status_code == 201
    assert game.ada.view(game.id)["version"] == game.version + 1
    assert game.ada.verify(game.id)["valid"]
    assert service.web.pids == pids


def test_nothing_is_recorded_without_a_server(service: Service, game: Game) -> None:
    with dead(service):
        assert_unavailable_soon(lambda: game.move("lost"))
    eventually(lambda: is_ready(service))
    assert game.ada.view(game.id)["version"] == game.version


def test_a_stream_goes_on_once_the_store_is_back(
    service: Service, game: Game, store_away: Any
) -> None:
    watcher: Anabasis = service.client(retries=1000)
    events = watcher.stream(game.id)
    seen = [next(events)["version"] for _ in range(game.version)]
    with store_away:
        assert_unavailable_soon(game.read)
    eventually(lambda: is_ready(service))
    assert game.move("afterwards").status_code == 201
    assert [*seen, next(events)["version"]] == [*range(1, game.version + 2)]


def test_a_worker_that_dies_without_the_store_is_replaced(service: Service, game: Game) -> None:
    with dead(service):
        for pid in service.web.pids:
            service.web.kill_worker(pid)
        eventually(lambda: game.ask("GET", "/livez").status_code == 200)
        assert_unavailable_soon(game.read)
    eventually(lambda: is_ready(service))
    assert game.move("afterwards").status_code == 201


@pytest.mark.parametrize(
    ("setting", "value", "remedy"),
    [
        ("appendonly", "no", "appendonly yes"),
        ("maxmemory-policy", "allkeys-lru", "maxmemory-policy noeviction"),
    ],
)
def test_a_server_that_would_lose_games_is_refused_at_the_start(
    tmp_path: Path, setting: str, value: str, remedy: str
) -> None:
    with EmbeddedServer(tmp_path / "theirs") as theirs:
        RedisStore.of_url(theirs.url).client.config_set(setting, value)
        ended = subprocess.run(
            [ANABASIS, "run", "--port", "0"],
            env={"ANABASIS_REDIS_URL": theirs.url},
            capture_output=True,
            text=True,
            timeout=60.0,
            check=False,
        )
    assert ended.returncode == 1
    [line] = ended.stderr.splitlines()
    assert f"{setting} {value}" in line
    assert f"`{remedy}`" in line
