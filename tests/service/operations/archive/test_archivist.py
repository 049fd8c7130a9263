"""The worker's walk: every day, every game that ended long ago, none before its time."""

from datetime import timedelta

import msgspec
import pytest

from domain.record.times import milliseconds
from projections.stored_summaries import Summaries
from service.machine import clock
from service.operations.archive import archivist
from service.operations.archive.archivist import Archivist, SealingWalk, walk_key
from service.operations.archive.sealing import Sealer, Sealing, SealingOutcome
from service.operations.archive.work import sealer_of
from service.redis.shards import SHARDS, shard_of, stream_key
from service.store.broken_games import BrokenRecords, Mark
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.office import FakeClock

DAYS = 7


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """A clock that is a little ahead of the store's, so that all it holds is past."""
    own = FakeClock()
    own.time = own.time.fromisoformat(clock.now()) + timedelta(minutes=1)
    monkeypatch.setattr(clock, "now", own.now)
    return own


def walked(store: RedisStore, days: float = DAYS) -> int:
    own = Archivist(store.client, store.summaries, sealer_of(store), days)
    return own.seal_due(range(SHARDS), lambda _: None)


def is_sealed(store: RedisStore, game: str) -> bool:
    return bool(store.client.type(stream_key(game)) == b"string")


def test_a_game_is_sealed_so_many_days_after_its_end(
    store: RedisStore, time: FakeClock, finished: str
):
    assert walked(store) == 0
    time.later(timedelta(days=DAYS))
    assert walked(store) == 1
    assert is_sealed(store, finished)
    assert walked(store) == 0


def test_a_game_that_ends_late_is_sealed_after_its_own_end(
    api: Api, ada: Person, store: RedisStore, time: FakeClock, played: str
):
    time.later(timedelta(days=DAYS))
    assert walked(store) == 0
    api.act(played, ada, "resign", {}, version=False)
    assert walked(store, days=0.0001) == 1


def test_a_game_that_could_not_be_sealed_is_tried_again_a_day_later(
    store: RedisStore, time: FakeClock, finished: str
):
    broken = BrokenRecords(store.client)
    broken.mark(finished, Mark(2, "damaged"))
    time.later(timedelta(days=DAYS))
    assert walked(store) == 0
    broken.unmark(finished)
    time.later(timedelta(days=1))
    assert walked(store) == 1


@pytest.mark.parametrize("days", [1, DAYS - 400], ids=["a day later", "a clock set back"])
def test_a_new_walk_begins_with_the_games_that_the_one_before_has_passed(
    store: RedisStore, time: FakeClock, finished: str, days: int
):
    time.later(timedelta(days=400))
    now = milliseconds(time.now())
    passed = msgspec.json.encode(SealingWalk(began=now, upto=now))
    store.client.set(walk_key(shard_of(finished)), passed)
    assert walked(store) == 0
    time.later(timedelta(days=days))
    assert walked(store) == 1


def test_a_worker_that_is_stopped_seals_nothing_more(
    store: RedisStore, time: FakeClock, finished: str
):
    time.later(timedelta(days=DAYS))
    own = Archivist(store.client, store.summaries, sealer_of(store), DAYS)
    assert own.seal_due(range(SHARDS), lambda _: None, lambda: False) == 0
    assert not is_sealed(store, finished)


def test_a_walk_passes_games_that_are_sealed_and_rests_after_any_work(
    store: RedisStore, time: FakeClock, finished: str, monkeypatch: pytest.MonkeyPatch
):
    time.later(timedelta(days=DAYS))
    looked, rests = list[str](), list[float]()
    true = archivist.seal

    def seal(summaries: Summaries, sealer: Sealer, game: str) -> Sealing:
        looked.append(game)
        return true(summaries, sealer, game)._replace(outcome=SealingOutcome.CHANGED)

    monkeypatch.setattr(archivist, "seal", seal)
    walk = Archivist(store.client, store.summaries, sealer_of(store), DAYS)
    walk.seal_due(range(SHARDS), rests.append)
    assert (looked, len(rests)) == ([finished], 2)
    time.later(timedelta(days=1))
    walk.seal_due(range(SHARDS), rests.append)
    assert (looked, len(rests)) == ([finished], 3)
