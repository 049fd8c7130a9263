"""Visits: how many are kept for a player."""

import pytest

from service.store.redis_store import RedisStore
from service.visits import Visits


def test_of_too_many_games_one_forgets_the_visit(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("service.visits.MOST_GAMES", 2)
    visits, games = Visits(store.client), ["ada1", "bob2", "cyd3", "dan4"]
    for game in games:
        visits.add(game, "eve", "mark")
    kept = {name.decode() for name in store.client.smembers("visited:eve")}
    assert len(kept) == 2
    assert {game for game in games if visits.of(game)[0]} == kept
