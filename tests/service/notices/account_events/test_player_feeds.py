"""The feeds of players: told once, bounded, and known ids alone can be resumed from."""

from collections.abc import Iterator

import pytest
from redis import Redis

from projections.account_events import EventName
from service.machine import clock
from service.notices.account_events import player_feeds
from service.notices.account_events.player_feeds import (
    BEGINNING,
    KEPT_MILLISECONDS,
    PlayerFeeds,
    TellingEvent,
    news_key,
)
from service.redis.leases import slice_of
from service.store.redis_store import RedisStore
from tests.service.api import Person


@pytest.fixture
def feeds(store: RedisStore) -> PlayerFeeds:
    return PlayerFeeds(store.client)


@pytest.fixture
def client(store: RedisStore) -> Redis:
    return store.client


def turn(version: int, game: str = "g", at: int | None = None) -> TellingEvent:
    name = EventName("your_turn", game, 0, version, f"{version:08}")
    return TellingEvent(name, version, clock.now_ms() if at is None else at)


def versions(feeds: PlayerFeeds, player: str, after: str = BEGINNING) -> list[int] | None:
    told = feeds.since(player, after)
    return None if told is None else [each.version for each in told]


def test_each_event_is_appended_once_in_order_and_announced(feeds, client, ada):
    assert feeds.tell({ada.player_id: [turn(3), turn(5)]}) == 2
    assert feeds.tell({ada.player_id: [turn(5), turn(7)]}) == 1
    assert versions(feeds, ada.player_id) == [3, 5, 7]
    assert client.xlen(news_key(slice_of(ada.player_id))) == 2


def test_a_new_thing_is_reported_once_however_late_it_is_repeated(feeds, ada, bob):
    assert feeds.tell_now("challenged", "c1", [ada.player_id, bob.player_id]) == 2
    assert feeds.tell_now("challenged", "c1", [ada.player_id, bob.player_id]) == 0
    (told,) = feeds.since(ada.player_id, BEGINNING) or []
    assert (told.name.kind, told.name.game_id, told.version) == ("challenged", "c1", 0)


def test_a_feed_is_resumed_after_any_id_that_it_has_and_after_no_other(feeds, ada):
    assert feeds.end(ada.player_id) == BEGINNING
    feeds.tell({ada.player_id: [turn(1), turn(2), turn(3)]})
    ids = [each.id for each in feeds.since(ada.player_id, BEGINNING) or []]
    assert [versions(feeds, ada.player_id, after) for after in ids] == [[2, 3], [3], []]
    assert feeds.end(ada.player_id) == ids[-1]
    for unknown in ("", "1-0", "99999999999999-0", "x", "1", f"{ids[0]}0", "-", "+", "$"):
        assert feeds.since(ada.player_id, unknown) is None


def test_the_newest_events_are_kept_and_older_ids_become_unknown(feeds, ada, monkeypatch):
    monkeypatch.setattr(player_feeds, "MOST", 10)
    feeds.tell({ada.player_id: [turn(1)]})
    first = feeds.end(ada.player_id)
    feeds.tell({ada.player_id: [turn(number) for number in range(2, 12)]})
    assert versions(feeds, ada.player_id) == list(range(2, 12))
    assert feeds.since(ada.player_id, first) is None


def test_a_long_feed_comes_in_pages(feeds, ada):
    feeds.tell({ada.player_id: [turn(number) for number in range(1, 251)]})
    assert [*pages(feeds, ada.player_id)] == [100, 100, 50]


def pages(feeds: PlayerFeeds, player: str) -> Iterator[int]:
    after = BEGINNING
    while told := feeds.since(player, after):
        after = told[-1].id
        yield len(told)


def test_nothing_is_kept_or_reported_for_longer_than_a_week(feeds, client, ada):
    old = clock.now_ms() - KEPT_MILLISECONDS - 1
    assert feeds.tell({ada.player_id: [turn(1, at=old)]}) == 0
    feeds.tell({ada.player_id: [turn(2)]})
    own = [key for key in client.keys("{n*") if ada.player_id.encode() in key]
    for key in [*own, news_key(slice_of(ada.player_id))]:
        assert 0 < client.pttl(key) <= KEPT_MILLISECONDS


def test_a_forgotten_player_gets_nothing_and_has_no_feed(api, feeds, client, ada: Person):
    feeds.tell({ada.player_id: [turn(1)]})
    api.ask("DELETE", "/me", ada, expect=204)
    assert feeds.tell({ada.player_id: [turn(2)]}) == 0
    assert not [key for key in client.keys("*told*") if ada.player_id.encode() in key]
