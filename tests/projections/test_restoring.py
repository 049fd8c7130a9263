"""After a roll-back of the store the read models match its present feeds and records."""

import logging
from collections import Counter
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections import rows
from projections.contract import Batch, Change, Sighting, change_of, mark_of
from projections.runner import Runner
from service.redis.shards import SHARDS, shard_of
from service.store.contract import FeedEntry
from tests.projections.timed_table import (
    MemoryModel,
    MemoryRecords,
    MemorySummaries,
    TimedTable,
    seated,
)

ALL = range(SHARDS)
PLACES = (rows.place,) * 3


class Hall:
    """Games, their records and read models; each can be restored."""

    def __init__(self) -> None:
        self.records = MemoryRecords()
        self.models = [MemoryModel(place) for place in PLACES]
        self.tables: dict[str, TimedTable] = {}
        self.runner = Runner(self.records, self.models)
        self.clock = 0

    def play(self, game: str, *cards: str, old: bool = False) -> None:
        """Begin a game, or go on with it; no two events are the same."""
        self.clock += 10
        table = self.tables.setdefault(game, seated("p0", bots=1))
        for card in cards:
            table.later(self.clock).move(table.game.to_act[0], card)
        self.records.record(game, table, old=old)

    def saved_records(self) -> Callable[[], None]:
        """Return a function that restores the store to its present state."""
        kept = deepcopy(self._kept())
        tables = {game: _copy(table) for game, table in self.tables.items()}

        def put_back() -> None:
            streams, shards, stored = deepcopy(kept)
            self.records.streams, self.records.shards = streams, shards
            self.records.summaries = MemorySummaries(shards, stored)
            self.tables = {game: _copy(table) for game, table in tables.items()}

        return put_back

    def _kept(self) -> Any:
        return self.records.streams, self.records.shards, self.records.summaries.stored

    def saved_models(self) -> Callable[[], None]:
        """Return a function that restores the read models to their present state."""
        kept = [deepcopy(_content(model)) for model in self.models]

        def put_back() -> None:
            for model, content in zip(self.models, kept, strict=True):
                vars(model).update(deepcopy(content))

        return put_back

    def catch_up(self) -> None:
        self.runner.refresh()
        self.runner.catch_up(ALL)

    def news(self, game: str) -> dict[int, list[FeedEntry]]:
        """Return the entries of a game's feed that the runner has not applied yet."""
        reached = self.runner.checkpoints([shard_of(game)])
        return {shard: self.records.feed(shard, after, 99) for shard, after in reached.items()}

    def contents(self) -> Any:
        return [model.contents() for model in self.models]

    def rebuilt(self) -> Any:
        models = [MemoryModel(place) for place in PLACES]
        Runner(self.records.as_old(), models).catch_up(ALL)
        return [model.contents() for model in models]


def _copy(table: TimedTable) -> TimedTable:
    twin = copy(table)
    twin.events = list(table.events)
    return twin


def _content(model: MemoryModel) -> dict[str, Any]:
    return {name: value for name, value in vars(model).items() if name != "place"}


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_games_played_on_after_a_roll_back_are_shown_as_they_are_now(hall):
    hall.play("g", "show")
    hall.catch_up()
    back = hall.saved_records(), hall.saved_models()
    hall.play("g", "show", "show", "show")
    hall.catch_up()
    for put_back in back:
        put_back()
    hall.play("g", "show", "pass")
    hall.catch_up()
    assert hall.contents() == hall.rebuilt()


def test_a_lost_game_back_at_the_same_version_is_shown_again(hall):
    hall.play("g", "show")
    hall.catch_up()
    back = hall.saved_records(), hall.saved_models()
    hall.play("g", "show")
    hall.catch_up()
    for put_back in back:
        put_back()
    hall.play("g", "pass")
    hall.catch_up()
    assert hall.models[2].games["g"].row["version"] == 5
    assert hall.contents() == hall.rebuilt()


def test_read_models_ahead_of_the_record_drop_lost_events_without_a_new_one(hall):
    hall.play("kept", "show")
    hall.play("quiet")
    hall.catch_up()
    back = hall.saved_records()
    hall.play("quiet", "pass")
    hall.play("gone", "pass")
    hall.catch_up()
    back()
    hall.catch_up()
    assert hall.models[0].games.keys() == {"kept", "quiet"}
    assert hall.contents() == hall.rebuilt()


def test_a_worker_that_starts_later_notices_as_well(hall):
    hall.play("g", "show")
    back = hall.saved_records()
    hall.play("g", "pass", "show")
    hall.catch_up()
    back()
    hall.play("g", "show", "show", "pass")
    hall.runner = Runner(hall.records, hall.models)
    hall.catch_up()
    assert hall.contents() == hall.rebuilt()


def test_events_read_before_a_roll_back_and_applied_after_it_are_taken_back(hall, monkeypatch):
    hall.play("g", "show")
    hall.catch_up()
    back = hall.saved_records()
    hall.play("g", "pass")
    apply = MemoryModel.apply

    def late(model: MemoryModel, batches: Any) -> Any:
        back()
        return apply(model, batches)

    monkeypatch.setattr(MemoryModel, "apply", late)
    hall.runner.take(hall.news("g"))
    monkeypatch.undo()
    assert hall.models[2].games["g"].row["version"] == 5
    hall.play("g", "show")
    hall.runner.take(hall.news("g"))
    hall.runner.catch_up([shard_of("g")])
    assert hall.contents() == hall.rebuilt()


def test_a_game_ahead_of_the_checkpoint_is_taken_back_if_its_line_is_lost(hall):
    hall.play("g", "show")
    back = hall.saved_records()
    hall.play("g", "pass")
    _first_page(hall)
    assert hall.models[0].games["g"].row["version"] == 5
    back()
    hall.play("other", "show")
    hall.catch_up()
    assert hall.models[0].games["g"].row["version"] == 4
    assert hall.contents() == hall.rebuilt()


def test_a_game_ahead_of_a_checkpoint_at_the_beginning_is_taken_back_too(hall):
    hall.play("other")
    back = hall.saved_records()
    hall.play("g", "show")
    shard = shard_of("g")
    hall.models[0].apply([Batch(shard, "0-0", f"0-0|{_end(hall, shard)}", _changes(hall, "g"))])
    back()
    hall.catch_up()
    assert hall.models[0].games.keys() == {"other"}
    assert hall.contents() == hall.rebuilt()


def _first_page(hall: Hall) -> None:
    """Apply one line of each feed alone."""
    Runner(hall.records, hall.models, page=1).take(
        {shard: lines[:1] for shard, lines in hall.records.shards.items()}
    )


def _end(hall: Hall, shard: int) -> str:
    return mark_of(hall.records.shards[shard][-1])


def _changes(hall: Hall, game: str) -> tuple[Change, ...]:
    return (change_of(rows.place, game, Sighting(hall.tables[game].summary())),)


def test_a_rewritten_line_is_noticed_though_its_id_is_the_same(hall):
    hall.play("g", "pass")
    hall.catch_up()
    shard = shard_of("g")
    last = hall.records.shards[shard].pop()
    hall.records.streams["g"].pop()
    table = hall.tables["g"] = seated("p0", bots=1)
    table.later(77).move(0, "show")
    hall.records.streams["g"] = []
    hall.records.shards[shard].clear()
    hall.records.lines = 0
    hall.records.record("g", table)
    assert hall.records.shards[shard][-1].id == last.id
    hall.catch_up()
    assert hall.contents() == hall.rebuilt()


def test_one_line_of_the_log_reports_it(hall, caplog):
    hall.play("g", "show")
    back = hall.saved_records()
    hall.play("g", "pass")
    hall.play("h", "pass")
    hall.catch_up()
    back()
    with caplog.at_level(logging.WARNING):
        hall.catch_up()
        hall.catch_up()
    [line] = [record.getMessage() for record in caplog.records]
    assert line.startswith("the store was rolled back: 2 games restored")


def test_games_whose_lines_were_trimmed_stay_when_others_are_taken_back(hall):
    shard = shard_of("a")
    late = next(f"g{n}" for n in range(999) if shard_of(f"g{n}") == shard)
    hall.play("a", "show")
    hall.play(late, "show")
    hall.catch_up()
    hall.records.shards[shard] = hall.records.shards[shard][-1:]
    back = hall.saved_records()
    hall.play(late, "pass")
    hall.catch_up()
    back()
    hall.catch_up()
    assert hall.models[0].games.keys() == {"a", late}
    assert hall.models[0].games[late].row["version"] == 4


def test_games_that_the_roll_back_left_alone_are_not_read_again(hall, monkeypatch):
    hall.records.old = True
    for number in range(20):
        hall.play(f"g{number}", "show")
    back = hall.saved_records()
    hall.play("g7", "pass")
    hall.catch_up()
    back()
    read = []
    reading = hall.records.read
    monkeypatch.setattr(
        hall.records, "read", lambda game, *more: (read.append(game), reading(game, *more))[1]
    )
    hall.runner = Runner(hall.records, hall.models)
    hall.catch_up()
    assert set(read) == {"g7"}
    assert hall.contents() == hall.rebuilt()


def test_feeds_of_an_older_release_show_no_hashes_and_are_followed_all_the_same(hall):
    hall.play("g", "show")
    back = hall.saved_records()
    hall.play("g", "pass")
    hall.play("h", "pass")
    _without_hashes(hall)
    hall.catch_up()
    assert hall.contents() == hall.rebuilt()
    back()
    _without_hashes(hall)
    hall.catch_up()
    assert hall.contents() == hall.rebuilt()


def _last_line(hall: Hall) -> int:
    ids = (int(e.id.partition("-")[0]) for feed in hall.records.shards.values() for e in feed)
    return max(ids, default=0)


def _without_hashes(hall: Hall) -> None:
    for shard, feed in hall.records.shards.items():
        hall.records.shards[shard] = [FeedEntry(e.id, e.game_id, e.version) for e in feed]


def _pages(most: int) -> Callable[[int], bool]:
    """Let a runner go on for so many pages of each shard."""
    asked: Counter[int] = Counter()

    def still(shard: int) -> bool:
        asked[shard] += 1
        return asked[shard] <= most

    return still


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.sampled_from("abc"), st.sampled_from(["show", "pass"])),
        st.tuples(st.just("old"), st.sampled_from("abc"), st.sampled_from(["show", "pass"])),
        st.tuples(st.just("run"), st.integers(0, 1), st.none()),
        st.tuples(st.just("begin"), st.integers(0, 1), st.integers(1, 3)),
        st.tuples(st.just("save"), st.none(), st.none()),
        st.tuples(st.just("back"), st.sampled_from(["records", "models", "both"]), st.booleans()),
        st.tuples(st.just("restart"), st.integers(0, 1), st.none()),
    ),
    max_size=25,
)


@given(steps=STEPS)
@settings(max_examples=200)
def test_any_schedule_of_roll_backs_ends_as_a_rebuild_does(steps):
    hall = Hall()
    saved = (hall.saved_records(), hall.saved_models())
    runners = [Runner(hall.records, hall.models, page=page) for page in (2, 250)]
    for kind, which, more in steps:
        match kind:
            case "play" | "old":
                hall.play(which, more, old=kind == "old")
            case "run":
                runners[which].refresh()
                runners[which].catch_up(ALL)
            case "begin":
                runners[which].refresh()
                runners[which].catch_up(ALL, _pages(more))
            case "save":
                saved = (hall.saved_records(), hall.saved_models())
            case "back":
                for name, put_back in zip(("records", "models"), saved, strict=True):
                    if which in (name, "both"):
                        put_back()
                if more:
                    hall.records.lines = _last_line(hall)
            case "restart":
                runners[which] = Runner(hall.records, hall.models, page=3)
    hall.catch_up()
    assert hall.contents() == hall.rebuilt()
