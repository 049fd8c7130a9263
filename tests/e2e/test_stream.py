"""The stream and the long poll over real gunicorn: every event once, for many at a time."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from random import Random

import pytest

from clients.bots import bot_named, take_turn
from clients.python import Anabasis
from tests.e2e.seating import Table, seated
from tests.servers import Service, Web, patience, serving
from tests.service.running import is_alive
from tests.waiting import eventually

STREAMS = 100
PER_CONNECTION = 50
RANDOM = bot_named("alexandros", "random")


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service whose gunicorn has one worker."""
    with serving(tmp_path_factory.mktemp("single"), workers=1) as service:
        yield service


def play_to_the_end(table: Table) -> int:
    """Play at random until the game is over; the last version."""
    luck = Random(1)
    while (view := table.people[0].view(table.game))["status"] == "live":
        take_turn(table.people[view["to_act"][0]], table.game, luck, RANDOM)
    return int(view["version"])


def versions(watcher: Anabasis, game: str) -> list[int]:
    return [event["version"] for event in watcher.stream(game)]


def test_two_watchers_see_every_event_once_and_in_order(service: Service) -> None:
    table = seated(service, "Ada", "Bob")
    with ThreadPoolExecutor(2) as pool:
        watching = [pool.submit(versions, service.client(), table.game) for _ in range(2)]
        last = play_to_the_end(table)
    for watcher in watching:
        assert watcher.result() == [*range(1, last + 1)]


def test_watchers_continue_after_their_worker_was_killed(service: Service) -> None:
    table = seated(service, "Ada", "Bob", board="asia_minor")
    watchers = [service.client(retries=1000) for _ in range(2)]
    streams = [watcher.stream(table.game) for watcher in watchers]
    for stream in streams:
        assert [event["version"] for event in islice(stream, 3)] == [1, 2, 3]
    for pid in service.web.pids:
        table.play(2)
        service.web.kill_worker(pid)
        service.web.wait_until_ready()
    last = table.play(2)
    for stream in streams:
        assert [event["version"] for event in islice(stream, last - 3)] == [*range(4, last + 1)]


def test_a_stream_begins_after_the_last_event_id(service: Service) -> None:
    table = seated(service, "Ada", "Bob")
    last = table.play(4)
    stream = service.client().stream(table.game, last_event_id=last - 2)
    assert [event["version"] for event in islice(stream, 2)] == [last - 1, last]


def test_a_hundred_streams_of_one_worker_all_hear_of_an_event(single: Service) -> None:
    table = seated(single, "Ada", "Bob")
    watchers = [single.client() for _ in range(STREAMS // PER_CONNECTION)]
    streams = [watchers[n % len(watchers)].stream(table.game) for n in range(STREAMS)]
    begun = table.version
    for stream in streams:
        assert [event["version"] for event in islice(stream, begun)] == [*range(1, begun + 1)]
    moved = table.play()
    assert moved == begun + 1
    assert {next(stream)["version"] for stream in streams} == {moved}
    for watcher in watchers:
        watcher.close()


def test_each_stream_shows_what_its_viewer_may_see_and_ends_with_the_game(single: Service) -> None:
    table = seated(single, "Ada", "Bob")
    watchers = [single.client(), single.client(), *table.people]
    streams = [watcher.stream(table.game) for watcher in watchers]
    for stream in streams:
        assert [event["version"] for event in islice(stream, 3)] == [1, 2, 3]
    draw_a_card(table)
    told = [watcher.events(table.game, after=3)["events"] for watcher in watchers]
    table.people[0].resign(table.game)
    for events, stream in zip(told, streams, strict=True):
        heard = list(stream)
        assert heard[:-1] == events
        assert heard[-1]["version"] == table.version
    assert told[0] == told[1]
    assert len({str(events) for events in told}) > 1


def draw_a_card(table: Table) -> None:
    """Play until somebody draws a card that only they see."""
    is_drawn = False
    while not is_drawn:
        view = table.people[0].view(table.game)
        [seat] = view["to_act"]
        moves = table.moves(seat)
        drawn = next((move for move in moves if move.get("from") == "supply"), None)
        table.people[seat].move(table.game, drawn or moves[0], view["version"])
        is_drawn = drawn is not None


def test_a_long_poll_wakes_with_the_next_event(single: Service) -> None:
    table = seated(single, "Ada", "Bob")
    version = table.version
    with ThreadPoolExecutor(1) as pool:
        waiting: Future[dict | None] = pool.submit(
            single.client().wait, table.game, after=version, wait=30
        )
        assert table.play() == version + 1
        view = waiting.result(20.0)
    assert view is not None
    assert view["version"] == version + 1


def test_an_open_stream_does_not_keep_gunicorn_from_stopping(service: Service, tmp_path) -> None:
    with Web(service.valkey.url, tmp_path / "web.log") as web:
        web.wait_until_ready()
        pids = web.pids
        table = seated(Service(service.valkey, web), "Ada", "Bob")
        streams = [Anabasis(web.address, patience=patience(0)).stream(table.game) for _ in "12"]
        for stream in streams:
            assert next(stream)["version"] == 1
        web.process.terminate()
        assert web.process.wait(15.0) == 0
        eventually(lambda: not any(is_alive(pid) for pid in pids))
