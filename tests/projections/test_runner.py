"""The runner: each event once and in order, after every stop and beside other runners."""

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as replace_stored
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import window
from domain.kernel.timeline import MOST_KEPT
from domain.record.record import encode
from projections import leaps, rows
from projections.game_cache import weight_of
from projections.newest_games import Follower
from projections.record_fault import RecordFault
from projections.runner import Runner
from service.redis.shards import shard_of
from tests.projections.models import ALL, models, played, rebuilt
from tests.projections.timed_table import MemoryModel, MemoryRecords, seated


class Crash(Exception):
    pass


@dataclass
class Fuse:
    """Raises at the n-th step, before or after it is done."""

    steps: int
    after: bool = False

    def __call__(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def burning(*args: Any) -> Any:
            self.steps -= 1
            if self.steps == 0 and not self.after:
                raise Crash
            result = step(*args)
            if self.steps == 0:
                raise Crash
            return result

        return burning


class Fused:
    """An object each of whose methods burns the fuse."""

    def __init__(self, whole: Any, fuse: Fuse) -> None:
        self._whole, self._fuse = whole, fuse

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._whole, name)
        if name == "summaries":
            return Fused(found, self._fuse)
        return found if name == "place" else self._fuse(found)


def test_a_game_appears_as_of_the_last_line_of_its_feed():
    records, made = MemoryRecords(), models()
    tables = played(records, "g")
    Runner(records, made).catch_up(ALL)
    assert made[0].games["g"] == rows.place("g", tables["g"].summary())
    assert made[1].games["g"] == rows.place("g", tables["g"].summary())


def test_each_event_is_folded_once_and_each_line_applied_once():
    records, [model] = MemoryRecords(), [MemoryModel(rows.place)]
    runner = Runner(records, [model])
    table = seated("p0", "p1")
    records.record("g", table)
    runner.catch_up(ALL)
    for _ in range(3):
        records.record("g", table.move(0, "show"))
        assert runner.catch_up([shard_of("g")]) == 1
        assert runner.catch_up(ALL) == 0
    assert model.history["g"] == [3, 4, 5, 6]


def test_only_later_events_are_read_again():
    records = MemoryRecords(old=True)
    [table] = played(records, "g").values()
    follower = Follower(records)
    follower.at(records.told("g"))
    records.record("g", table.move(0, "show"))
    records.streams["g"][:3] = [b"never read again"] * 3
    followed, broken = follower.at(records.told("g"))
    assert (followed.game.version, broken) == (4, None)


def test_the_follower_keeps_no_more_bytes_than_it_may():
    records = MemoryRecords(old=True)
    tables = played(records, "a", "b", "c")
    follower = Follower(records, 3 * weight_of(tables["a"].game) - 1)
    for game in "abc":
        follower.at(records.told(game))
    records.streams.clear()
    assert follower.at(records.told("c"))[0].game.version == 3
    assert follower.at(records.told("a")) == (
        None,
        RecordFault(1, "the record ends before version 3"),
    )


def test_duplicate_lines_and_lines_out_of_order_change_nothing():
    records, made = MemoryRecords(), models()
    table = played(records, "g")["g"]
    Runner(records, made).catch_up(ALL)
    before = [model.games for model in made]
    for version in (3, 1, 2, 3):
        records.tell("g", version)
        Runner(records, made, page=1).catch_up(ALL)
    assert [model.games for model in made] == before
    assert made[0].games["g"] == rows.place("g", table.summary())


def test_a_line_ahead_of_those_before_it_brings_all_the_events_between():
    records, [model] = MemoryRecords(), [MemoryModel(rows.place)]
    table = seated("p0", "p1").move(0, "show")
    records.streams["g"] = [encode(event) for event in table.events]
    for version in (4, 2, 3, 1):
        records.tell("g", version)
    Runner(records, [model], page=1).catch_up(ALL)
    assert model.history["g"] == [4]
    assert model.games["g"] == rows.place("g", table.summary())


def crashed(step: int, after: bool, again: Callable[[Runner], Runner]) -> bool:
    """True if a run crashed at this step; ``again`` returns the runner that takes over."""
    records, made = MemoryRecords(), models()
    tables = played(records, "a", "b")
    fuse = Fuse(step, after)
    runner = Runner(Fused(records, fuse), [Fused(model, fuse) for model in made], page=2)
    shards = sorted({shard_of("a"), shard_of("b")})
    try:
        runner.catch_up(shards)
    except Crash:
        runner = again(runner)
    burnt, fuse.steps = fuse.steps <= 0, 0
    runner.catch_up(shards)
    records.record("a", tables["a"].move(0, "pass"))
    runner.catch_up(shards)
    assert [model.contents() for model in made] == rebuilt(records)
    assert all(v == sorted(set(v)) for model in made for v in model.history.values())
    return burnt


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(
    "again",
    [lambda runner: runner, lambda runner: Runner(runner._records, runner._models, page=2)],
    ids=["the same runner", "a new runner"],
)
def test_a_crash_at_any_step_neither_loses_nor_doubles(again, after):
    steps = next(step for step in count(1) if not crashed(step, after, again))
    assert steps > 10


def test_a_model_that_is_behind_catches_up_without_the_others_doing_anything_twice():
    records, [ahead, behind] = MemoryRecords(), [MemoryModel(rows.place), MemoryModel(rows.place)]
    played(records, "g")
    Runner(records, [ahead]).catch_up(ALL)
    runner = Runner(records, [ahead, behind])
    assert runner.checkpoints([shard_of("g")]) == {shard_of("g"): "0-0"}
    runner.catch_up(ALL)
    assert behind.contents() == ahead.contents()
    assert ahead.history["g"] == [3]


@pytest.mark.parametrize("old", [False, True], ids=["settled", "with an older release's game"])
def test_games_whose_lines_were_trimmed_from_their_feeds_are_shown_all_the_same(old):
    records, made = MemoryRecords(), models()
    tables = played(records, *"abcdefgh")
    shard = shard_of("a")
    after = next(f"g{n}" for n in count() if shard_of(f"g{n}") == shard)
    records.record(after, seated("p0"), old=old)
    records.shards[shard] = records.shards[shard][-1:]
    Runner(records, made).catch_up(ALL)
    assert made[0].games.keys() == {*tables, after}


def test_many_games_of_one_moment_are_all_taken(monkeypatch):
    monkeypatch.setattr(leaps, "LEAST", 2)
    monkeypatch.setattr(leaps, "MOST", 2)
    records, made = MemoryRecords(), models()
    games = [game for game in (f"g{n}" for n in range(700)) if shard_of(game) == 0]
    played(records, *games)
    for game, stored in records.summaries.stored.items():
        line = "9-" + stored.line.partition("-")[0] if game != games[-1] else stored.line
        records.summaries.stored[game] = replace_stored(stored, line=line)
    Runner(records, made).catch_up(ALL)
    assert made[0].games.keys() == set(games)
    assert len(games) > 5


def test_a_long_record_is_followed_without_its_old_moments(monkeypatch):
    monkeypatch.setattr(window, "LONGEST_RECORD", 50)
    records = MemoryRecords(old=True)
    records.record("g", seated("p0", "p1").move(0, *["show"] * 200))
    followed, broken = Follower(records).at(records.told("g"))
    assert (followed.game.version, broken) == (203, None)
    assert followed.game.timeline.head.kept <= MOST_KEPT


def test_a_line_lost_in_a_failover_is_replaced_by_the_one_recorded_instead():
    records, [model] = MemoryRecords(old=True), [MemoryModel(rows.place)]
    table, other = seated("p0", "p1"), seated("p0", "p1")
    records.record("g", table.move(0, "show"))
    runner = Runner(records, [model])
    runner.catch_up(ALL)
    del records.streams["g"][3:]
    records.record("g", other.move(0, "draw", "show"))
    runner.catch_up(ALL)
    assert model.broken == {}
    assert model.games["g"] == rows.place("g", other.summary())


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.sampled_from("abc"), st.sampled_from(["show", "pass"])),
        st.tuples(st.just("old"), st.sampled_from("abc"), st.sampled_from(["show", "pass"])),
        st.tuples(st.just("tell"), st.sampled_from("abc"), st.integers(1, 6)),
        st.tuples(st.just("run"), st.integers(0, 1), st.none() | st.integers(1, 12)),
        st.tuples(st.just("hear"), st.integers(0, 1), st.none() | st.integers(1, 12)),
        st.tuples(st.just("replace"), st.integers(0, 1), st.just(None)),
    ),
    max_size=25,
)


@given(steps=STEPS, page=st.integers(1, 4))
@settings(max_examples=150)
def test_any_schedule_of_two_crashing_runners_ends_as_a_rebuild_does(steps, page):
    records, made = MemoryRecords(), models()
    tables = played(records, *"abc")
    fuse = Fuse(0)
    runners = [None, None]

    def new():
        return Runner(Fused(records, fuse), [Fused(model, fuse) for model in made], page=page)

    def news(runner):
        after = runner.checkpoints({shard_of(game) for game in tables})
        heard = {shard: records.feed(shard, last, page) for shard, last in after.items()}
        return {shard: entries for shard, entries in heard.items() if entries}

    def run(number, crash, step):
        fuse.steps = crash or 0
        runners[number] = runners[number] or new()
        try:
            step(runners[number])
        except Crash:
            runners[number] = runners[number] if crash % 2 else None

    for kind, which, what in steps:
        match kind:
            case "play" | "old":
                table = tables[which]
                table.move(table.game.to_act[0], what)
                records.record(which, table, old=kind == "old")
            case "tell":
                if what <= len(records.streams[which]):
                    records.tell(which, what)
            case "run":
                run(which, what, lambda runner: runner.catch_up(ALL))
            case "hear":
                run(which, what, lambda runner: runner.take(news(runner)))
            case "replace":
                runners[which] = None
    run(0, None, lambda runner: runner.catch_up(ALL))
    assert [model.contents() for model in made] == rebuilt(records)
    assert all(v == sorted(set(v)) for model in made for v in model.history.values())
