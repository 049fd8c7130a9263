"""Players' feeds on a real server and on a cluster: told in order, and listeners woken."""

import pytest

from projections.account_events import EventName
from service.game.admission import ROOM, Admission
from service.machine import clock
from service.notices.account_events.live_players import LivePlayers
from service.notices.account_events.player_feeds import (
    BEGINNING,
    PlayerFeeds,
    TellingEvent,
    news_keys,
)
from service.store.redis_store import RedisStore


@pytest.fixture(params=["redis_url", "cluster_url"])
def store(request: pytest.FixtureRequest) -> RedisStore:
    return RedisStore.of_url(request.getfixturevalue(request.param))


def test_a_listener_is_woken_by_each_event_of_its_player(store: RedisStore):
    feeds, people = PlayerFeeds(store.client), [f"p{number:016x}" for number in range(20)]
    for player in people:
        store.client.hset(f"player:{player}", "name", "Somebody")
    live = LivePlayers(store.client, store.reader_of(news_keys()), Admission(ROOM))
    for player in people:
        with live.listening(player, "here") as waiter:
            for version in (1, 2):
                name = EventName("your_turn", "g", 0, version, "12345678")
                feeds.tell({player: [TellingEvent(name, version, clock.now_ms())]})
                assert waiter.wait_past(0, 60.0)
                waiter.looked()
    for player in people:
        told = feeds.since(player, BEGINNING) or []
        assert [each.version for each in told] == [1, 2]
        assert feeds.end(player) == told[-1].id
