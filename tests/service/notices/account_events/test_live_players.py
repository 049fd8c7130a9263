"""Listeners to players' feeds: woken by their own player's news, and bounded with all others."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import pytest

from service.game.admission import Admission, Room, TooManyListen
from service.notices.account_events import live_players
from service.notices.account_events.live_players import LivePlayers
from service.notices.account_events.player_feeds import news_key
from service.redis.errors import StoreUnavailable
from service.redis.leases import slice_of

LONG = 60.0


class Script:
    """A reader that gives what a test hands to it."""

    def __init__(self) -> None:
        self.given: SimpleQueue[Callable[[], Any]] = SimpleQueue()
        self.asked: list[dict[str, str]] = []

    def read(self, places: Any, seconds: float) -> Any:
        del seconds
        give = self.given.get()
        self.asked.append(dict(places))
        return give()

    def tell(self, *players: str, id_: str = "5-0") -> None:
        news: dict[str, list[Any]] = {}
        for player in players:
            entry = (id_.encode(), {b"p": player.encode()})
            news.setdefault(news_key(slice_of(player)), []).append(entry)
        self.given.put(lambda: news)

    def fail(self) -> None:
        def refuse() -> None:
            raise StoreUnavailable("away")

        self.given.put(refuse)


@pytest.fixture
def news() -> Script:
    return Script()


@pytest.fixture
def live(store, news: Script, monkeypatch: pytest.MonkeyPatch) -> LivePlayers:
    monkeypatch.setattr(live_players, "BACKOFF_SECONDS", 0.001)
    return LivePlayers(store.client, news, Admission(Room(most=3, each=2)))


def test_every_listener_of_a_player_is_woken_and_nobody_else(live, news):
    with (
        live.listening("ada", "here") as one,
        live.listening("ada", "here") as two,
        live.listening("bob", "here") as other,
    ):
        news.tell("ada", "nobody")
        assert one.wait_past(0, LONG)
        assert two.wait_past(0, LONG)
        assert not other.must_look
        news.tell("bob", id_="6-0")
        assert other.wait_past(0, LONG)
        assert news.asked[-1][news_key(slice_of("ada"))] == "5-0"


def test_after_an_outage_and_after_much_news_everybody_looks(live, news, monkeypatch):
    with live.listening("ada", "here") as waiter:
        news.fail()
        assert waiter.wait_past(0, LONG)
        waiter.looked()
        monkeypatch.setattr(live_players, "MANY", 2)
        news.tell("eve", "eve")
        assert waiter.wait_past(0, LONG)


def test_no_more_listen_than_may(live):
    with live.listening("ada", "here"), live.listening("ada", "there"):
        with pytest.raises(TooManyListen), live.listening("ada", "here"):
            pass
        with (
            live.listening("bob", "here"),
            pytest.raises(TooManyListen),
            live.listening("eve", "here"),
        ):
            pass
    assert not live._waiters


def test_a_closing_process_dismisses_its_listeners_and_those_to_come(live):
    with live.listening("ada", "here") as waiter, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(waiter.wait_past, 0, LONG)
        live.close()
        assert waiting.result(LONG) is False
    with live.listening("ada", "here") as late:
        assert late.is_dismissed


def test_the_thread_of_a_closing_process_ends(live, news):
    others = {*threading.enumerate()}
    live.start()
    (started,) = {*threading.enumerate()} - others
    live.close()
    news.tell()
    started.join(LONG)
    assert not started.is_alive()
