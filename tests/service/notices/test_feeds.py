"""The secrets of feeds: one a player, kept as a hash, and gone with the player."""

import pytest

from service.notices.feeds import FeedAddresses, FeedUnknown
from service.people.player import PlayerUnknown
from service.people.players import Players
from service.store.redis_store import RedisStore
from tests.service.people.stores import people_of


@pytest.fixture
def players(store: RedisStore) -> Players:
    return people_of(store.client).players


@pytest.fixture
def feeds(store: RedisStore) -> FeedAddresses:
    return FeedAddresses(store.client)


@pytest.fixture
def ada(players: Players) -> str:
    player, _ = players.create("Ada")
    return player.id


def gone(feeds: FeedAddresses, secret: str) -> bool:
    with pytest.raises(FeedUnknown):
        feeds.player_of(secret)
    return True


def test_a_secret_leads_to_its_player(feeds: FeedAddresses, ada: str):
    assert not feeds.exists(ada)
    secret = feeds.create(ada)
    assert feeds.player_of(secret) == ada
    assert feeds.exists(ada)
    assert len(secret) >= 43


def test_the_store_holds_no_secret(feeds: FeedAddresses, ada: str, store: RedisStore):
    secret = feeds.create(ada).encode()
    for key in store.client.keys("*"):
        assert secret not in key
        assert secret not in store.client.dump(key)


@pytest.mark.usefixtures("repeated_scripts")
def test_a_new_secret_leads_to_its_player_though_the_first_reply_is_lost(
    feeds: FeedAddresses, ada: str
):
    assert feeds.player_of(feeds.create(ada)) == ada


def test_a_new_secret_voids_the_old_one(feeds: FeedAddresses, ada: str, store: RedisStore):
    old, new = feeds.create(ada), feeds.create(ada)
    assert gone(feeds, old)
    assert feeds.player_of(new) == ada
    assert len(store.client.keys("feed:*")) == 1


def test_a_secret_is_void_though_its_key_could_not_be_removed(
    feeds: FeedAddresses, ada: str, store: RedisStore
):
    old = feeds.create(ada)
    [key] = store.client.keys("feed:*")
    feeds.create(ada)
    store.client.set(key, ada)
    assert gone(feeds, old)


def test_feeds_end_at_a_word_and_can_begin_again(feeds: FeedAddresses, ada: str, store: RedisStore):
    secret = feeds.create(ada)
    feeds.forget(ada)
    feeds.forget(ada)
    assert gone(feeds, secret)
    assert not feeds.exists(ada)
    assert store.client.keys("feed:*") == []
    assert feeds.player_of(feeds.create(ada)) == ada


def test_a_forgotten_player_has_no_feeds_and_gets_none(
    feeds: FeedAddresses, players: Players, ada: str
):
    secret = feeds.create(ada)
    players.forget(ada)
    assert gone(feeds, secret)
    with pytest.raises(PlayerUnknown):
        feeds.create(ada)
    assert not feeds.exists(ada)
