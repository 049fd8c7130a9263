"""Lists of an older release: noticed by the worker, and rebuilt while both releases run."""

from typing import Any

import pytest

from projections.list_facts import Filters
from projections.lobby import Selection
from service.readmodels import generations
from service.readmodels.read_models import Place
from service.readmodels.renewal import ABANDONED_SECONDS, AGAIN_SECONDS, Renewal
from service.readmodels.selecting import ListsOutdated
from service.redis.shards import SHARDS, shard_of
from tests.projections.timed_table import seated
from tests.service.readmodels.stored_games import ALL, StoredGames, all_sorts

WITHOUT_BOTS = Filters(bots=False)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def renewal(stored: StoredGames, clock: Clock) -> Renewal:
    return Renewal(stored.store, stored.generations, clock)


def renewed(renewal: Renewal) -> int:
    return renewal.renew(ALL, lambda _: None, lambda: True)


def as_older(stored: StoredGames, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring the lists up to date as a release without facts does."""
    with monkeypatch.context() as older:
        older.setattr(generations, "FORM", "1")
        stored.catch_up()


def found(stored: StoredGames) -> list[str]:
    games = stored.models.listed_games(WITHOUT_BOTS, Place(None, 20)).games
    return [game.game_id for game in games]


def test_lists_of_this_release_are_left_alone(stored, renewal):
    assert renewed(renewal) == 0
    all_sorts(stored)
    stored.catch_up()
    assert renewed(renewal) == 0
    assert found(stored) == ["over", "open"]


def test_lists_of_an_older_release_are_rebuilt(stored, renewal, monkeypatch):
    all_sorts(stored)
    as_older(stored, monkeypatch)
    with pytest.raises(ListsOutdated):
        found(stored)
    assert renewed(renewal) == len({shard_of(game) for game in stored.tables})
    assert found(stored) == ["over", "open"]
    assert renewed(renewal) == 0
    for shard in ALL:
        fields = {name.decode() for name in stored.store.client.hkeys(f"{{s{shard:02}}}:models")}
        assert len([name for name in fields if ":" in name]) <= 2


def test_a_shard_that_an_older_worker_writes_to_again_is_rebuilt_after_a_while(
    stored, renewal, clock, monkeypatch
):
    all_sorts(stored)
    as_older(stored, monkeypatch)
    renewed(renewal)
    stored.play("live", stored.tables["live"].move(1, "pass"))
    as_older(stored, monkeypatch)
    stored.play("live", stored.tables["live"].move(0, "pass"))
    stored.catch_up()
    with pytest.raises(ListsOutdated):
        found(stored)
    assert renewed(renewal) == 0
    clock.now += AGAIN_SECONDS
    assert renewed(renewal) == 1
    assert found(stored) == ["over", "open"]


def test_lists_of_a_newer_release_are_left_to_it(stored, renewal, monkeypatch):
    all_sorts(stored)
    with monkeypatch.context() as newer:
        newer.setattr(generations, "FORM", "9")
        stored.catch_up()
    stored.play("live", stored.tables["live"].move(1, "pass"))
    stored.catch_up()
    assert renewed(renewal) == 0
    assert stored.models.lobby(Selection("live"), 1, 20)[0][0].version == 5
    monkeypatch.setattr(generations, "FORM", "9")
    assert renewed(renewal) == 1


def test_a_shard_that_somebody_rebuilds_is_left_alone_until_that_ends(
    stored, renewal, clock, monkeypatch
):
    stored.play("a", seated("p0", bots=1))
    as_older(stored, monkeypatch)
    stored.generations.begin()
    assert renewed(renewal) == 0
    clock.now += ABANDONED_SECONDS
    assert renewed(renewal) == 1


def test_a_worker_that_stops_leaves_the_live_lists_as_they_are(stored, renewal, monkeypatch):
    all_sorts(stored)
    as_older(stored, monkeypatch)
    before = stored.dump()
    answers = iter([True, False])
    stopping: Any = lambda: next(answers, False)  # noqa: E731
    assert renewal.renew(ALL, lambda _: None, stopping) == 0
    assert stored.dump() == before
    assert len(stored.generations.live_numbers()) == SHARDS
