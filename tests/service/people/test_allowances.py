"""Allowances: counted by player and by address, for all processes that share a store."""

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as Unreachable

from service.people.allowances import ALLOWANCES, Allowances, AllowanceSpent
from service.redis.errors import StoreUnavailable
from service.store.redis_store import RedisStore

MOST = int(ALLOWANCES["bot_games"].player.split()[0])


@pytest.fixture
def allowances(store: RedisStore) -> Allowances:
    return Allowances(store.client, "2 per hour")


def test_a_player_with_a_spent_allowance_waits(allowances: Allowances):
    for _ in range(MOST):
        allowances.spend("bot_games", player="ada", address="here")
    with pytest.raises(AllowanceSpent) as spent:
        allowances.spend("bot_games", player="ada", address="elsewhere")
    assert (spent.value.limit.amount, spent.value.kind) == (MOST, "bot_games")
    assert 0 < spent.value.retry_after <= 3600
    allowances.spend("bot_games", player="bob", address="here")
    allowances.spend("boards", player="ada", address="here")


def test_more_players_get_an_address_no_more(allowances: Allowances):
    for number in range(4 * MOST):
        allowances.spend("bot_games", player=f"player {number}", address="here")
    with pytest.raises(AllowanceSpent):
        allowances.spend("bot_games", player="one more", address="here")
    allowances.spend("bot_games", player="one more", address="there")


def test_processes_share_one_count(store: RedisStore, allowances: Allowances):
    other = Allowances(store.client, "2 per hour")
    allowances.spend("players", player=None, address="here")
    other.spend("players", player=None, address="here")
    with pytest.raises(AllowanceSpent):
        allowances.spend("players", player=None, address="here")


def test_counts_end_with_their_hour(store: RedisStore, allowances: Allowances):
    allowances.spend("players", player=None, address="here")
    [key] = store.client.keys("*here*")
    assert 0 < store.client.ttl(key) <= 3600


def test_a_store_that_is_away_is_reported(monkeypatch, allowances: Allowances):
    def unreachable(*_: object, **__: object) -> None:
        raise Unreachable

    monkeypatch.setattr(Redis, "execute_command", unreachable)
    with pytest.raises(StoreUnavailable):
        allowances.spend("players", player=None, address="here")
