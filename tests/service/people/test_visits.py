"""Visits: how many are kept for a player, and who is a stranger."""

import pytest

from service.people.visits import VisitLog
from service.store.redis_store import RedisStore


def test_of_too_many_games_one_forgets_the_visit(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("service.people.visits.MOST_GAMES", 2)
    visits, games = VisitLog(store.client), ["ada1", "bob2", "cyd3", "dan4"]
    for game in games:
        visits.add(game, "eve", "mark")
    kept = {name.decode() for name in store.client.smembers("visited:eve")}
    assert len(kept) == 2
    assert {game for game in games if visits.of(game)[0]} == kept


def test_a_stranger_who_signs_in_is_a_player_alone(store: RedisStore):
    visits = VisitLog(store.client)
    visits.add("ada1", None, "mark")
    visits.add("ada1", None, "another mark")
    visits.add("ada1", "eve", "mark")
    players, strangers = visits.of("ada1")
    assert [player for player, _ in players] == ["eve"]
    assert strangers == 1
