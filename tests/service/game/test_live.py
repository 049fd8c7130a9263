"""The fan-out: every listener gets every event, also after an outage."""

import threading
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from queue import Queue
from threading import Thread

import pytest

from service.game.admission import Room, TooManyListen
from service.game.live import LiveGames
from service.game.state_cache import StateCache
from service.redis.errors import StoreUnavailable
from service.redis.shards import shard_of
from service.store.contract import FeedEntry
from tests.service.listening import listeners_of
from tests.waiting import eventually

LONG = 20.0

News = dict[int, list[FeedEntry]]


class Feeds:
    """A store's feeds, by hand: the reader gets the entries of ``news`` in turn."""

    def __init__(self) -> None:
        self.is_down = False
        self.starts = 0
        self.news: Queue[News | Exception] = Queue()
        self.asked: list[dict[int, str]] = []
        self.ends = {0: "0-0", 1: "0-0"}
        self.lost: set[tuple[int, str]] = set()

    def feed_ends(self) -> dict[int, str]:
        self.starts += 1
        if self.is_down:
            raise StoreUnavailable("down")
        return dict(self.ends)

    def wait_feeds(self, after: Mapping[int, str], timeout: float) -> News:
        self.asked.append(dict(after))
        news = self.news.get()
        if isinstance(news, Exception):
            raise news
        return news

    def feed_lines(self, places: Collection[tuple[int, str]]) -> list[FeedEntry | None]:
        return [None if place in self.lost else FeedEntry(place[1], "", 1) for place in places]

    def tell(self, game: str, version: int, shard: int = 0) -> None:
        self.news.put({shard: [FeedEntry(f"{version}-0", game, version)]})


@pytest.fixture
def feeds() -> Feeds:
    return Feeds()


@pytest.fixture
def live(feeds: Feeds) -> LiveGames:
    return live_over(feeds)


def live_over(feeds: Feeds, **room: int) -> LiveGames:
    return LiveGames(feeds, StateCache(feeds, 0), Room(**room), backoff=0.001)  # type: ignore[arg-type]


def test_every_listener_of_a_game_is_notified_and_nobody_else(live: LiveGames, feeds: Feeds):
    with (
        live.listening("a", "ada", "here") as one,
        live.listening("a", "ada", "here") as two,
        live.listening("b", "ada", "here") as other,
    ):
        feeds.tell("a", 4)
        assert one.wait_past(3, LONG)
        assert two.wait_past(3, LONG)
        feeds.tell("b", 1)
        assert other.wait_past(0, LONG)
        assert (one.version, other.version) == (4, 1)


def test_waiting_for_an_event_that_does_not_come_ends(live: LiveGames):
    with live.listening("a", "ada", "here") as waiter:
        assert not waiter.wait_past(0, 0.001)


def test_a_closing_process_dismisses_its_listeners_and_those_to_come(live: LiveGames):
    with live.listening("a", "ada", "here") as waiter, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(waiter.wait_past, 0, LONG)
        live.close()
        assert waiting.result(20.0) is False
        assert waiter.is_dismissed
    with live.listening("a", "ada", "here") as late:
        assert late.wait_past(0, LONG) is False


def test_the_threads_of_a_closing_process_end(live: LiveGames, feeds: Feeds):
    others = {*threading.enumerate()}
    live.start()
    started = {*threading.enumerate()} - others
    live.close()
    feeds.news.put({})
    for thread in started:
        thread.join(LONG)
    assert (len(started), [each for each in started if each.is_alive()]) == (2, [])


def test_an_older_version_reported_late_takes_nothing_back(live: LiveGames):
    with live.listening("a", "ada", "here") as waiter:
        waiter.tell(5)
        waiter.tell(4)
        assert waiter.wait_past(4, LONG)


def test_one_reader_serves_all_and_starts_with_the_first(live: LiveGames, feeds: Feeds):
    assert feeds.starts == 0
    with live.listening("a", "ada", "here"), live.listening("b", "ada", "here"):
        pass
    live.start()
    assert feeds.starts == 1


def test_the_reader_continues_from_its_position(live: LiveGames, feeds: Feeds):
    with live.listening("a", "ada", "here") as waiter:
        feeds.tell("a", 7, shard=1)
        assert waiter.wait_past(6, LONG)
        eventually(lambda: {0: "0-0", 1: "7-0"} in feeds.asked)


def test_a_listener_that_stops_or_breaks_is_forgotten(live: LiveGames):
    with live.listening("a", "ada", "here"):
        assert listeners_of(live) == 1
    with pytest.raises(KeyError), live.listening("a", "ada", "here"):
        raise KeyError
    assert listeners_of(live) == 0
    assert not live._waiters


@pytest.mark.parametrize(("account", "limit"), [("ada", 2), ("eve", 3)])
def test_no_more_listen_than_may_on_one_account_and_in_all(feeds: Feeds, account: str, limit: int):
    live = live_over(feeds, most=3, each=2)
    with live.listening("a", "ada", "here"), live.listening("b", "bob", "there"):
        with live.listening("b", "ada", "here"):
            with pytest.raises(TooManyListen) as refused, live.listening("c", account, "elsewhere"):
                pass
            assert (refused.value.limit, listeners_of(live)) == (limit, 3)
        with live.listening("c", account, "elsewhere"):
            assert listeners_of(live) == 3
    assert not live.admission._listening


def test_listeners_of_one_address_are_limited_together(feeds: Feeds):
    live = live_over(feeds, address=2)
    with live.listening("a", "ada", "here"), live.listening("a", "bob", "here"):
        for account in ("eve", "here"):
            with pytest.raises(TooManyListen) as refused, live.listening("a", account, "here"):
                pass
            assert (refused.value.limit, listeners_of(live)) == (2, 2)
        with live.listening("a", "eve", "there"):
            assert listeners_of(live) == 3
    assert not live.admission._listening


def test_anonymous_listeners_count_for_their_address(feeds: Feeds):
    live = live_over(feeds, each=1, address=2)
    with live.listening("a", "here", "here"), live.listening("a", "here", "here"):
        assert listeners_of(live) == 2
    assert not live.admission._listening


def test_no_listener_is_left_behind_when_the_reader_cannot_start(live: LiveGames, feeds: Feeds):
    feeds.is_down = True
    with pytest.raises(StoreUnavailable), live.listening("a", "ada", "here"):
        pass
    assert listeners_of(live) == 0
    feeds.is_down = False
    with live.listening("a", "ada", "here") as waiter:
        feeds.tell("a", 1)
        assert waiter.wait_past(0, LONG)


@pytest.mark.parametrize("fault", [StoreUnavailable("down"), ValueError("no feed entry")])
def test_the_reader_survives_any_fault_of_the_store(
    live: LiveGames, feeds: Feeds, fault: Exception
):
    with live.listening("a", "ada", "here") as waiter:
        feeds.news.put(fault)
        feeds.tell("a", 2)
        assert waiter.wait_past(1, LONG)


def test_a_reader_lost_in_a_fork_is_replaced(live: LiveGames, feeds: Feeds):
    live.start()
    gone = Thread(target=lambda: None)
    gone.start()
    gone.join()
    live._reader = gone
    live.start()
    assert feeds.starts == 2


def test_listeners_look_again_when_the_feed_has_gone_back(feeds: Feeds):
    live, shard = live_over(feeds), shard_of("a")
    feeds.ends = {shard: "0-0"}
    with (
        live.listening("a", "ada", "here") as waiter,
        live.listening("b", "ada", "here") as other,
    ):
        feeds.tell("a", 7, shard)
        assert waiter.wait_past(6, LONG)
        feeds.lost = {(shard, "7-0")}
        feeds.news.put({})
        assert waiter.wait_past(7, LONG)
        assert (waiter.must_look, other.must_look) == (True, False)
        waiter.looked()
        assert not waiter.wait_past(6, 0.001)
        feeds.tell("a", 5, shard)
        assert waiter.wait_past(4, LONG)
