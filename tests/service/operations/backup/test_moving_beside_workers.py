"""Moves of large stores, beside workers whose writes no event announces."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from service.operations.backup import moving
from service.operations.backup.moving import move
from service.operations.backup.places import Empty
from service.operations.backup.retirement import StoreNames, undo
from service.redis.shards import shard_of
from service.store.redis_store import RedisStore
from service.store.summaries import summary_keys
from tests.service.operations.backup.town import Town

NAMES = StoreNames("redis://old:6379", "redis://new:6379")


@pytest.fixture(autouse=True)
def _open_again(real_store: RedisStore) -> Iterator[None]:
    """The session's server is for other tests, too."""
    yield
    undo(real_store.client)


def test_a_summary_that_was_written_alone_is_not_taken_for_copied(
    town: Town, real_store: RedisStore, empty: RedisStore
):
    client: Any = real_store.client
    summaries, _, settled = summary_keys(shard_of(town.duel))
    summary, line = client.hget(summaries, town.duel), client.get(settled)
    client.hdel(summaries, town.duel)  # as of an older release
    client.delete(settled)

    def keep(_: int) -> None:
        if empty.exists(town.duel):
            client.hset(summaries, town.duel, summary)
            client.set(settled, line)

    move(client, Empty(empty.client), NAMES, keep)
    assert client.get(settled) == line
    assert not empty.client.exists(settled)


def test_changes_are_heard_and_signs_of_life_given_while_games_are_compared(
    town: Town, real_store: RedisStore, empty: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    told: list[str] = []
    for name in ("_compare", "_note_changes"):
        true = getattr(moving._Move, name)

        def call(*arguments: Any, name: str = name, true: Any = true) -> None:
            told.append(name)
            true(*arguments)

        monkeypatch.setattr(moving._Move, name, call)
    monkeypatch.setattr(moving, "AT_ONCE", 1)
    move(real_store.client, Empty(empty.client), NAMES, lambda _: None)
    assert [*pairwise(told)].count(("_compare", "_note_changes")) >= 3  # the town has 3 games
