"""Lost and late replies, a full server, one that forgot: moves are there once, or were refused."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from redis import Redis

from clients.python import Anabasis
from tests.faults.one_game import Game, is_ready
from tests.faults.proxied import proxied
from tests.faults.proxy import Fault, Proxy
from tests.servers import Service
from tests.waiting import eventually

pytestmark = pytest.mark.faults

Impaired = tuple[Service, Proxy]


@pytest.fixture(scope="module")
def impaired(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Impaired]:
    with proxied(tmp_path_factory.mktemp("impaired"), workers=1) as both:
        yield both


@pytest.fixture
def service(impaired: Impaired) -> Service:
    return impaired[0]


@pytest.fixture
def proxy(impaired: Impaired) -> Proxy:
    return impaired[1]


@pytest.fixture
def game(service: Service) -> Game:
    return Game(service)


def append_to(game: Game) -> bytes:
    """A pattern of the requests that append to a game: they call the script on its stream."""
    return rf"EVALSHA\b.*:{re.escape(game.id)}:ev\b".encode()


def told(answer: httpx.Response) -> tuple[int, int]:
    """The status of an answer and its version."""
    return answer.status_code, answer.json().get("version", 0)


def test_a_move_whose_reply_is_lost_once_is_acknowledged_and_made_once(
    game: Game, proxy: Proxy
) -> None:
    with proxy.suffering(Fault(cut_after=0, about=append_to(game), times=1)):
        assert told(game.move("once")) == (201, game.version + 1)
    assert game.read().json()["version"] == game.version + 1


def test_a_move_whose_replies_are_all_lost_is_in_doubt_and_its_repeat_is_right(
    game: Game, proxy: Proxy
) -> None:
    with proxy.suffering(Fault(cut_after=0, about=append_to(game))):
        in_doubt = game.move("again")
        assert (in_doubt.status_code, in_doubt.json()["code"]) == (503, "store_unavailable")
        assert int(in_doubt.headers["Retry-After"]) >= 1
    first, second = game.move("again"), game.move("again")
    assert told(first) == (201, game.version + 1)
    assert second.content == first.content
    assert game.ada.verify(game.id)["valid"]
    assert game.read().json()["version"] == game.version + 1


def test_a_move_held_up_on_its_way_holds_up_no_other_and_is_made_once_however_late(
    service: Service, game: Game, proxy: Proxy
) -> None:
    other = Game(service)
    with ThreadPoolExecutor(1) as pool:
        with proxy.suffering(Fault(hold=True, about=append_to(game))):
            waiting = pool.submit(game.move, "late")
            eventually(lambda: proxy.held)
            assert told(other.move("meanwhile")) == (201, other.version + 1)
            assert not waiting.done()
            assert waiting.result().status_code == 503
            assert game.read().json()["version"] == game.version
        eventually(lambda: game.read().json()["version"] == game.version + 1)
    assert told(game.move("late")) == (201, game.version + 1)
    assert game.ada.verify(game.id)["valid"]


def test_a_stream_that_heard_nothing_for_a_while_hears_all_of_it(
    service: Service, game: Game, proxy: Proxy
) -> None:
    watcher: Anabasis = service.client(retries=1000)
    events = watcher.stream(game.id)
    seen = [next(events)["version"] for _ in range(game.version)]
    with proxy.suffering(Fault(hold=True, about=b"XREAD")):
        assert game.move("unheard").status_code == 201
    assert [*seen, next(events)["version"]] == [*range(1, game.version + 2)]


def test_a_server_without_memory_is_read_and_refuses_moves(service: Service, game: Game) -> None:
    server = Redis.from_url(service.valkey.url)
    server.config_set("maxmemory", "1mb")
    try:
        for _ in range(2):
            refused = game.move("full")
            assert (refused.status_code, refused.json()["code"]) == (503, "store_unavailable")
        assert game.read().json()["version"] == game.version
        assert not is_ready(service)
    finally:
        server.config_set("maxmemory", "0")
    assert told(game.move("full")) == (201, game.version + 1)
    assert is_ready(service)


def test_a_server_that_forgot_its_scripts_gets_them_again(service: Service, game: Game) -> None:
    Redis.from_url(service.valkey.url).script_flush()
    assert told(game.move("forgotten")) == (201, game.version + 1)


def test_an_emptied_server_is_believed_whatever_a_process_remembers(
    service: Service, game: Game
) -> None:
    assert game.move("lost").status_code == 201
    Redis.from_url(service.valkey.url).flushall()
    eventually(lambda: game.move("after").status_code == 401)
    listing = httpx.get(f"{service.web.address}/api/v1/games/{game.id}", timeout=20.0)
    assert listing.status_code == 404
    anew = Game(service)
    assert told(anew.move("anew")) == (201, anew.version + 1)
