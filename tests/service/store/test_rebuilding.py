"""Rebuilding the read models: beside the live ones, swapped when level, after any schedule."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projections.runner import Runner
from service.store.contract import SHARDS, shard_of
from service.store.generations import Shadow, Superseded
from service.store.read_models import PLACES
from tests.service.store.house import ALL, House, all_sorts, fake_house, next_of


def test_a_rebuild_gives_the_same_bytes(house):
    all_sorts(house)
    runner = house.runner(page=1)
    runner.catch_up(ALL)
    house.play("live", house.tables["live"].move(1, "show", "pass"))
    runner.catch_up(ALL)
    live = house.dump()
    house.rebuild()
    assert house.dump() == live
    assert {family.live_number() for family in house.families()} == {"1"}


def test_a_rebuild_leaves_nothing_of_the_old_generation(house):
    all_sorts(house)
    house.catch_up()
    house.rebuild()
    house.rebuild()
    made = {key for key in house.key_names() if not key.startswith("{s")}
    numbered = {key.split(":")[1] for key in made} - {"live", "shadow", "last", "retired"}
    assert numbered == {"2"}
    assert not {key for key in made if key.endswith((":shadow", ":retired"))}


def test_the_live_models_serve_and_keep_up_while_a_rebuild_runs(house):
    all_sorts(house)
    runner = house.runner()
    runner.catch_up(ALL)
    seen = []

    def meanwhile() -> None:
        if len(seen) < 5:
            house.play("live", house.tables["live"].move(1, "show"))
            runner.catch_up(ALL)
        [row], _ = house.models.lobby("live", None, 1, 20)
        seen.append(row["version"])

    house.rebuild(meanwhile)
    assert seen == [5, 6, 7, 8, *[9] * (SHARDS - 4)]
    runner.catch_up(ALL)
    live = house.dump()
    house.rebuild()
    assert house.dump() == live


def test_a_runner_follows_the_swap(house):
    all_sorts(house)
    runner = house.runner()
    runner.catch_up(ALL)
    house.rebuild()
    house.play("live", house.tables["live"].move(1, "show"))
    runner.catch_up(ALL)
    [row], _ = house.models.lobby("live", None, 1, 20)
    assert row["version"] == 5


def test_a_shadow_that_is_behind_does_not_take_over(house):
    all_sorts(house)
    shadow = house.models.families["lobby"].begin()
    runner = Runner(house.store, [shadow])
    runner.catch_up(ALL)
    house.play("live", house.tables["live"].move(1, "show"))
    house.catch_up()
    assert shadow.promote() is False
    runner.catch_up(ALL)
    assert shadow.promote() is True


def test_a_live_model_ahead_of_all_feeds_gives_way_to_a_rebuild(house):
    all_sorts(house)
    house.catch_up()
    live = house.dump()
    house.store.client.hset("{lobby}:0:checkpoints", "5", "99999999999999-0")
    house.rebuild()
    assert house.dump() == live


def test_a_rebuild_gives_way_to_a_later_one(house):
    all_sorts(house)
    first = house.models.families["lobby"].begin()
    second = house.models.families["lobby"].begin()
    with pytest.raises(Superseded):
        Runner(house.store, [first]).catch_up(ALL)
    with pytest.raises(Superseded):
        first.promote()
    Runner(house.store, [second]).catch_up(ALL)
    assert second.promote()


def test_a_rebuild_that_crashed_leaves_nothing_behind_thenext_of(house):
    all_sorts(house)
    house.catch_up()
    live = house.dump()

    def crash() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        house.rebuild(crash)
    assert house.dump() == live
    house.rebuild()
    assert house.dump() == live
    assert not {key for key in house.key_names() if ":1:" in key and not key.startswith("{s")}


def test_a_writer_to_a_generation_that_was_swapped_away_writes_nothing(house):
    all_sorts(house)
    stale = Shadow(house.models.families["lobby"], "7")
    with pytest.raises(Superseded):
        Runner(house.store, [stale]).catch_up(ALL)
    assert not {key for key in house.key_names() if key.startswith("{lobby}:7")}


# Any schedule

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.sampled_from("abc")),
        st.tuples(st.just("tell"), st.sampled_from("abc")),
        st.tuples(st.just("run"), st.integers(0, 1)),
        st.tuples(st.just("rebuild"), st.none()),
        st.tuples(st.just("lose"), st.sampled_from(list(PLACES))),
    ),
    max_size=12,
)


@given(steps=STEPS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_schedule_of_runners_rebuilds_and_losses_ends_as_a_rebuild_does(steps):
    house = fake_house()
    runners = [house.runner(page=2), house.runner(page=3)]
    for kind, which in steps:
        match kind:
            case "play":
                house.play(which, next_of(house, which))
            case "tell":
                _tell_again(house, which)
            case "run":
                runners[which].catch_up(ALL)
            case "rebuild":
                house.rebuild()
            case "lose":
                house.lose(which)
    house.catch_up()
    live = house.dump()
    house.rebuild()
    assert house.dump() == live


def _tell_again(house: House, game: str) -> None:
    """A line of the feed once more, out of its order."""
    if game in house.tables:
        shard = shard_of(game)
        house.store.client.xadd(f"{{s{shard:02}}}:feed", {"game": game, "version": 1})
