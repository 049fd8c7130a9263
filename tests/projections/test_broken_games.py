"""The runner and records that it cannot follow: they stop no other game and no other model."""

import logging

import pytest
from msgspec.structs import replace

from domain.record.record import decode, encode
from projections import rows
from projections.record_fault import RecordFault
from projections.runner import Runner
from projections.stored_summaries import Stored
from service.redis.shards import shard_of
from tests.projections.models import ALL, models, played, rebuilt
from tests.projections.timed_table import MemoryModel, MemoryRecords


def test_a_broken_game_keeps_its_row_and_stops_no_other(caplog):
    records, made = MemoryRecords(old=True), models()
    tables = played(records, "bad", "good")
    runner = Runner(records, made)
    runner.catch_up(ALL)
    before = made[0].games["bad"]
    for game, table in tables.items():
        records.record(game, table.move(0, "show"))
    records.spoil("bad", 4)
    with caplog.at_level(logging.ERROR):
        runner.catch_up(ALL)
    assert made[0].games["bad"] == before
    assert made[0].games["good"].row["version"] == 4
    assert made[0].broken["bad"].version == 4
    assert "game bad, version 4" in caplog.text


def test_a_broken_game_is_shown_as_far_as_its_record_holds_live_as_rebuilt():
    records, made = MemoryRecords(old=True), models()
    [table] = played(records, "bad").values()
    records.record("bad", table.move(0, "show", "show"))
    records.spoil("bad", 5)
    Runner(records, made, page=1).catch_up(ALL)
    assert made[0].games["bad"].row["version"] == 4
    assert [model.contents() for model in made] == rebuilt(records)


@pytest.mark.parametrize(
    "change",
    [
        lambda e: replace(e, prev="0" * 64),
        lambda e: replace(e, data={}),
        lambda e: replace(e, type="undone", data={"to": 99}),
        lambda e: replace(e, version=9),
    ],
)
def test_a_bad_event_breaks_only_its_own_game(change):
    records, [model] = MemoryRecords(old=True), [MemoryModel(rows.place)]
    played(records, "bad", "good")
    [event] = decode([records.streams["bad"][1]])
    records.spoil("bad", 2, encode(change(event)))
    Runner(records, [model]).catch_up(ALL)
    assert model.games["bad"].row["version"] == 1
    assert model.broken.keys() == {"bad"}
    assert model.games["good"].row["version"] == 3


def test_a_game_without_a_readable_event_has_no_row():
    records, [model] = MemoryRecords(), [MemoryModel(rows.place)]
    records.tell("gone", 3)
    Runner(records, [model]).catch_up(ALL)
    assert model.games == {}
    assert model.broken == {"gone": RecordFault(1, "the record ends before version 3")}


def test_a_model_that_cannot_show_a_game_stops_neither_other_games_nor_other_models():
    def faulty(game_id, summary):
        if game_id == "bad":
            raise ZeroDivisionError
        return rows.place(game_id, summary)

    records, made = MemoryRecords(), [MemoryModel(faulty), MemoryModel(rows.place)]
    played(records, "bad", "good")
    Runner(records, made).catch_up(ALL)
    assert made[0].games.keys() == {"good"}
    assert made[0].broken["bad"].version == 3
    assert made[1].games.keys() == {"bad", "good"}


def test_a_repaired_game_is_broken_no_more():
    records, [model] = MemoryRecords(old=True), [MemoryModel(rows.place)]
    [table] = played(records, "g").values()
    whole = list(records.streams["g"])
    records.spoil("g", 2)
    runner = Runner(records, [model])
    runner.catch_up(ALL)
    records.streams["g"][:] = whole
    records.record("g", table.move(0, "show"))
    runner.catch_up(ALL)
    assert model.broken == {}
    assert model.games["g"].row["version"] == 4


def test_a_game_that_an_older_release_called_broken_is_looked_at_again():
    records, made = MemoryRecords(), models()
    tables = played(records, "g", "bad")
    for model in made:
        model.broken = {
            "g": RecordFault(2, "the event is of no known type"),
            "bad": RecordFault(9, "broken"),
        }
    runner = Runner(records, made)
    runner.look_again(ALL)
    assert [model.broken.keys() for model in made] == [{"bad"}] * 3
    assert made[0].games["g"] == rows.place("g", tables["g"].summary())
    assert made[0].reached.get(shard_of("g"), "0-0").startswith("0-0")


def test_a_summary_of_another_release_is_no_reason_to_call_a_game_sound():
    records, [model] = MemoryRecords(), [MemoryModel(rows.place)]
    played(records, "g")
    records.summaries.stored["g"] = Stored(records.told("g").id, b"3 - not msgpack")
    model.broken = {"g": RecordFault(2, "broken")}
    Runner(records, [model]).look_again(ALL)
    assert model.broken.keys() == {"g"}


def test_a_game_with_a_summary_of_another_release_is_folded():
    records, [model] = MemoryRecords(), [MemoryModel(rows.place)]
    table = played(records, "g")["g"]
    records.summaries.stored["g"] = Stored(records.told("g").id, b"3 - not msgpack")
    Runner(records, [model]).catch_up(ALL)
    assert model.games["g"] == rows.place("g", table.summary())
