"""The look at a whole store: what lags, waits and is broken."""

import pytest

from service.context import Services
from service.moderation.store_levels import behind, verified_age
from service.store.broken_games import BrokenRecords, Mark, ShardWalk
from service.store.redis_store import RedisStore
from service.telemetry import instruments as to
from service.worker.store_survey import Survey
from tests.service.api import Api, Person

Levels = dict[str, float]


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> Levels:
    """The levels that a survey sets, by name and labels."""
    levels: Levels = {}
    for family in to.__dict__.values():
        for series in getattr(family, "series", {}).values():
            monkeypatch.setattr(series, "set", series.set)
    for name, series in vars(to).items():
        if hasattr(series, "set"):
            monkeypatch.setattr(
                series, "set", lambda value, name=name: levels.update({name: value})
            )
    return levels


def test_what_no_model_has_followed_yet_lags(
    api: Api, ada: Person, bob: Person, own: Services
) -> None:
    assert behind(own.store, own.read_models.live()) == (0, 0.0)
    api.game(ada, bob)
    lines, oldest = behind(own.store, own.read_models.live())
    assert lines > 0
    assert oldest > 1_700_000_000


def test_a_survey_sets_every_level_of_the_store(
    api: Api, ada: Person, bob: Person, own: Services, store: RedisStore, levels: Levels
) -> None:
    game = api.game(ada, bob)
    BrokenRecords(store.client).mark(game, Mark(2, "hash"))
    Survey(own).look()
    assert (levels["GAMES"], levels["NOTICES_PENDING"], levels["WORKERS"]) == (1, 0, 0)
    assert levels["SURVEYED"] > 1_700_000_000
    assert to.BROKEN_GAMES.series.keys() >= {("broken",), ("disputed",)}
    assert to.LAG_LINES.series.keys() >= {("read_models",), ("notices",)}


def test_the_age_of_the_verifier_is_that_of_its_oldest_walk() -> None:
    walks = {
        0: (ShardWalk(began=9_000, whole=5_000), 3),
        1: (ShardWalk(began=8_000), 1),
        2: (ShardWalk(began=1_000), 0),
    }
    assert verified_age(walks, now=20.0) == 15.0
    assert verified_age({}, now=20.0) == 0.0
