"""Luck stated in events: each draw is noted, hidden, and the same after an undo."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_fields

from domain.kernel.audit import audit
from domain.kernel.game import evolve, sealed_creation, visibility_of
from domain.kernel.rulesets import ruleset_named
from domain.kernel.snapshots import game_of, snapshot_of
from domain.kernel.terms import UPCASTERS, ChanceTerms
from domain.record import record
from domain.record.chance import LUCK, NotedChance, commitment, game_chance
from domain.record.visibility import Audience, hidden_values
from tests import fixtures
from tests.domain import cards
from tests.domain.conftest import NOON, Table
from tests.hashed import hashed_form

TERMS = ChanceTerms(2, commitment(cards.SECRET), fair=True)


def stating(**terms) -> Table:
    """A table whose events state their luck, with all seats taken."""
    first = sealed_creation(replace(cards.terms(chance=TERMS, **terms), game_id="g1"), NOON, "c1")
    table = Table(evolve(None, first), [first])
    for player in ("p0", "p1"):
        table.sit(player)
    return table


def test_the_deal_states_the_order_of_its_pile_and_other_events_nothing():
    table = stating().move(0, "show")
    taken, dealt, shown = table.events[1:]
    assert LUCK not in taken.data
    assert LUCK not in shown.data
    (draw,) = dealt.data[LUCK]
    assert (draw["label"], draw["below"]) == ("pile:0", 20)
    assert sorted(draw["result"]) == list(range(20))
    assert [*dealt.data["dealt"]["hands"], *dealt.data["dealt"]["pile"]] == draw["result"]


def test_stated_luck_is_hidden_whole_and_committed_to():
    dealt = stating().events[2]
    assert "luck" in dealt.commitments
    assert hashed_form(dealt)["data"][LUCK] is None
    visibility = visibility_of(ruleset_named("settlers"), "dice_rolled")
    (hidden,) = hidden_values({LUCK: [1], "dice": [1, 2]}, visibility, 0)
    assert (hidden.path, hidden.owner, visibility[LUCK]) == (LUCK, None, Audience.NO_ONE)


def test_all_events_of_a_game_have_its_schema_also_of_an_older_one_that_goes_on():
    assert {event.schema for event in stating().move(0, "draw").events} == {2}
    older = Table.open()
    older.sit("p0")
    assert {event.schema for event in older.events} == {1}
    assert "game_id" not in older.events[0].data


def test_an_older_creation_is_read_in_the_newest_schema():
    first = Table.open().events[0]
    assert record.upcast(first, UPCASTERS).data["game_id"] is None
    assert evolve(None, first).terms.game_id is None


def test_an_honest_record_with_its_luck_holds_and_a_forged_one_does_not():
    table = stating().move(0, "draw", "show")
    assert audit(table.events).valid
    dealt = table.events[2]
    (draw,) = dealt.data[LUCK]
    for luck in ([{**draw, "label": "pile:1"}], [draw, draw], [], None):
        data = {**dealt.data, LUCK: luck}
        forged = record.resealed(with_fields(dealt, data=data))
        assert not audit([*table.events[:2], forged]).valid


@pytest.mark.parametrize("version", [1, 2])
def test_a_note_changes_no_luck(version: int):
    chance = game_chance(cards.SECRET, ["aa"], version)
    noted = NotedChance.of(chance)
    for each in (chance, noted):
        assert each.die(3) == chance.die(3)
        assert each.below("theft:1", 7) == chance.below("theft:1", 7)
        assert each.shuffled("terrains", "abcdef") == chance.shuffled("terrains", "abcdef")
    assert (LUCK in noted.noted_in({})) == (version == 2)
    assert noted.luck[0]["label"] == ("die:3", "die:2")[version - 1]


def test_a_game_opened_by_its_snapshot_has_the_same_luck():
    path = fixtures.FOLDER / "alexandros" / "luck-tiny-bots.json.gz"
    events, game = fixtures.events_of(fixtures.load(path)), fixtures.moments(path)[30]
    snapshot = snapshot_of(game)
    assert snapshot is not None
    again = game_of(snapshot, events[0], events[2])
    assert (again.chance, again.terms.schema) == (game.chance, 2)
