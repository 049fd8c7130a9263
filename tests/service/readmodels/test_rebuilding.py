"""Rebuilding the read models: beside the live ones, swapped when level, after any schedule."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projections.lobby import Selection
from projections.runner import Runner
from service.readmodels.generations import Shadow, Superseded
from service.redis.shards import SHARDS, shard_of
from tests.service.readmodels.stored_games import (
    ALL,
    StoredGames,
    all_sorts,
    fake_stored_games,
    next_of,
)


def test_a_rebuild_gives_the_same_bytes(stored):
    all_sorts(stored)
    runner = stored.runner(page=1)
    runner.catch_up(ALL)
    stored.play("live", stored.tables["live"].move(1, "show", "pass"))
    runner.catch_up(ALL)
    live = stored.dump()
    stored.rebuild()
    assert stored.dump() == live
    assert set(stored.generations.live_numbers().values()) == {"1"}


def test_a_rebuild_leaves_nothing_of_the_old_generation(stored):
    all_sorts(stored)
    stored.catch_up()
    stored.rebuild()
    stored.rebuild()
    numbered = {key.split(":")[2] for key in stored.model_keys() if key.count(":") > 1}
    assert numbered == {"2"}
    for shard in ALL:
        fields = {name.decode() for name in stored.store.client.hkeys(f"{{s{shard:02}}}:models")}
        assert fields <= {"live", "last", "at:2", "form:2"}


def test_the_live_models_serve_and_keep_up_while_a_rebuild_runs(stored):
    all_sorts(stored)
    runner = stored.runner()
    runner.catch_up(ALL)
    seen = []

    def meanwhile() -> None:
        if len(seen) < 5:
            stored.play("live", stored.tables["live"].move(1, "show"))
            runner.catch_up(ALL)
        [row], _ = stored.models.lobby(Selection("live"), 1, 20)
        seen.append(row.version)

    stored.rebuild(meanwhile)
    assert seen == [5, 6, 7, 8, *[9] * (SHARDS - 4)]
    runner.catch_up(ALL)
    live = stored.dump()
    stored.rebuild()
    assert stored.dump() == live


def test_a_runner_follows_the_swap(stored):
    all_sorts(stored)
    runner = stored.runner()
    runner.catch_up(ALL)
    stored.rebuild()
    stored.play("live", stored.tables["live"].move(1, "show"))
    runner.catch_up(ALL)
    [row], _ = stored.models.lobby(Selection("live"), 1, 20)
    assert row.version == 5


def test_a_shadow_that_is_behind_does_not_take_over(stored):
    all_sorts(stored)
    shadow = stored.generations.begin()
    runner = Runner(stored.store, [shadow])
    runner.catch_up(ALL)
    stored.play("live", stored.tables["live"].move(1, "show"))
    stored.catch_up()
    assert shadow.promote(shard_of("live")) is False
    runner.catch_up(ALL)
    assert shadow.promote(shard_of("live")) is True


@pytest.mark.usefixtures("repeated_scripts")
def test_a_shadow_takes_over_though_the_first_reply_is_lost(stored):
    all_sorts(stored)
    stored.catch_up()
    shadow = stored.generations.begin()
    Runner(stored.store, [shadow]).catch_up(ALL)
    assert shadow.promote(shard_of("live")) is True


def test_a_shadow_does_not_take_over_from_games_ahead_of_the_live_checkpoint(stored):
    all_sorts(stored)
    stored.catch_up()
    shadow = stored.generations.begin()
    beside, live = Runner(stored.store, [shadow]), stored.runner()
    beside.catch_up(ALL)
    stored.play("live", stored.tables["live"].move(1, "show"))
    shard = shard_of("live")
    news = {shard: stored.store.feed(shard, live.checkpoints([shard])[shard])}
    beside.take(news)
    stored.play("live", stored.tables["live"].move(1, "show"))
    live.take(news)
    assert stored.models.lobby(Selection("live"), 1, 20)[0][0].version == 6
    assert shadow.promote(shard) is False
    beside.catch_up(ALL)
    assert shadow.promote(shard) is True


def test_a_rebuild_of_records_of_an_older_release_writes_their_summaries(stored):
    for game in ("a", "b"):
        stored.play(game, next_of(stored, game), old=True)
    stored.rebuild()
    folded, newest = stored.dump(), stored.store.summaries.newest(["a", "b"])
    assert {game: kept.summary.split()[0] for game, kept in newest.items()} == {
        "a": b"3",
        "b": b"3",
    }
    stored.rebuild()
    assert stored.dump() == folded


def test_a_live_model_ahead_of_all_feeds_gives_way_to_a_rebuild(stored):
    all_sorts(stored)
    stored.catch_up()
    live = stored.dump()
    stored.store.client.hset("{s05}:models", "at:0", "99999999999999-0")
    stored.rebuild()
    assert stored.dump() == live


def test_a_rebuild_gives_way_to_a_later_one(stored):
    all_sorts(stored)
    first = stored.generations.begin()
    second = stored.generations.begin()
    with pytest.raises(Superseded):
        Runner(stored.store, [first]).catch_up(ALL)
    with pytest.raises(Superseded):
        first.promote(0)
    Runner(stored.store, [second]).catch_up(ALL)
    assert all(second.promote(shard) for shard in ALL)


def test_a_crashed_rebuild_leaves_nothing_behind(stored):
    all_sorts(stored)
    stored.catch_up()
    live = stored.dump()

    def crash() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stored.rebuild(crash)
    assert stored.dump() == live
    stored.rebuild()
    assert stored.dump() == live
    assert not {key for key in stored.model_keys() if ":1:" in key}


def test_a_writer_to_a_generation_that_was_swapped_away_writes_nothing(stored):
    all_sorts(stored)
    stale = Shadow(stored.generations, dict.fromkeys(ALL, "7"))
    with pytest.raises(Superseded):
        Runner(stored.store, [stale]).catch_up(ALL)
    assert not {key for key in stored.model_keys() if ":7" in key}


# Any schedule

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.sampled_from("abc")),
        st.tuples(st.just("old"), st.sampled_from("abc")),
        st.tuples(st.just("tell"), st.sampled_from("abc")),
        st.tuples(st.just("run"), st.integers(0, 1)),
        st.tuples(st.just("rebuild"), st.none()),
        st.tuples(st.just("lose"), st.sampled_from("abc")),
    ),
    max_size=12,
)


@given(steps=STEPS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_schedule_of_runners_rebuilds_and_losses_ends_as_a_rebuild_does(steps):
    stored = fake_stored_games()
    runners = [stored.runner(page=2), stored.runner(page=3)]
    for kind, which in steps:
        match kind:
            case "play" | "old":
                stored.play(which, next_of(stored, which), old=kind == "old")
            case "tell":
                _tell_again(stored, which)
            case "run":
                runners[which].catch_up(ALL)
            case "rebuild":
                stored.rebuild()
            case "lose":
                stored.lose([shard_of(which)])
    stored.catch_up()
    live = stored.dump()
    stored.rebuild()
    assert stored.dump() == live
    stored.forget_summaries()
    stored.rebuild()
    assert stored.dump() == live


def _tell_again(stored: StoredGames, game: str) -> None:
    """A line of the feed once more, out of its order."""
    if game in stored.tables:
        shard = shard_of(game)
        stored.store.client.xadd(f"{{s{shard:02}}}:feed", {"game": game, "version": 1})
