"""The life common to all games: created, seats, the start, the end, and events out of place."""

from dataclasses import replace as with_rules

import pytest
from msgspec.structs import astuple, replace

from domain.errors import RecordBroken, Refused
from domain.kernel.audit import audit
from domain.kernel.game import Seat, evolve, fold
from domain.kernel.play import decide_move
from domain.kernel.seating import take_seat
from domain.kernel.terms import ChanceTerms
from domain.kernel.undo import decide_redo, decide_undo, ways
from projections.summary import facts_of
from tests import fixtures
from tests.domain import cards
from tests.domain.conftest import NOON, Table, seated


def test_a_game_is_open_until_the_last_seat_is_taken_and_that_event_deals():
    table = Table.open()
    assert (table.game.status, table.game.to_act) == ("open", ())
    assert table.sit("p0").data["dealt"] is None
    dealt = table.sit("p1").data["dealt"]
    assert len(dealt["hands"]) == 2
    assert (table.game.status, table.game.to_act) == ("live", (0,))


def test_a_ruleset_is_asked_once_about_a_position():
    asked = []

    def situation(position):
        asked.append(position)
        return cards.situation(position)

    table = seated()
    rules = with_rules(cards.RULESET, situation=situation)
    opening = replace(table.game, ruleset=rules, kept_facts=None)
    game = evolve(opening, table.move(0, "draw").events[-1])
    for _ in range(3):
        assert (game.status, game.outcome, game.to_act, game.facts.turn) == ("live", None, (0,), 1)
        assert ways(game.at_head(), 0).redo.refused == "nothing_to_redo"
        assert facts_of(game).has_people
    assert asked == [game.state]


@pytest.mark.parametrize("path", fixtures.fixtures()[::5], ids=fixtures.name_of)
def test_facts_are_those_of_the_newest_event_whatever_was_asked_before(path):
    game = None
    for event in fixtures.events_of(fixtures.load(path)):
        game = evolve(game, event)
        assert astuple(game.facts) == astuple(replace(game, kept_facts=None).facts)


def test_facts_are_those_of_the_position_after_every_kind_of_event():
    table = seated(undo="free")
    assert_facts(table.game)
    table.move(0, "draw", "draw")
    before = assert_facts(table.game)
    table.move(0, "pass")
    passed = assert_facts(table.game)
    assert before != passed
    table.record(decide_undo(table.game, 0, table.game.version - 1))
    assert assert_facts(table.game) == before
    table.record(decide_redo(table.game, 0))
    assert assert_facts(table.game) == passed
    table.move(table.game.to_act[0], "resign")
    assert assert_facts(table.game)[0] is not None
    assert (table.game.status, table.game.facts.people) == ("finished", table.game.facts.staying)


def assert_facts(game):
    """The facts of a game, the same as its ruleset's own answers about the position."""
    facts = game.outcome, game.to_act, game.facts.turn, game.facts.staying
    now = game.ruleset.situation(game.state)
    turn = game.ruleset.turn(game.state)
    assert facts == (now.outcome, now.to_act, turn, now.staying)
    return facts


def test_the_deal_is_hidden_by_seat_and_pile():
    table = seated()
    assert list(table.events[-1].commitments) == ["dealt/hands/0", "dealt/hands/1", "dealt/pile"]


def test_each_seats_contribution_changes_the_deal():
    piles = set()
    for contribution in ("aa", "bb"):
        table = Table.open()
        table.sit("p0")
        table.record(take_seat(table.game, Seat("p1", None, contribution), None))
        piles.add(table.game.state.pile)
    assert len(piles) == 2


@pytest.mark.parametrize(
    ("occupant", "wanted", "code"),
    [("p0", None, "already_seated"), ("p9", 0, "seat_taken"), ("p9", 5, "seat_taken")],
)
def test_a_seat_is_refused_with_its_code(occupant, wanted, code):
    table = Table.open(seats=3)
    table.sit("p0")
    with pytest.raises(Refused) as refusal:
        take_seat(table.game, Seat(occupant, None, None), wanted)
    assert refusal.value.code == code


def test_a_started_game_has_no_seat_left():
    with pytest.raises(Refused) as refusal:
        seated().sit("p9")
    assert refusal.value.code == "game_not_open"


def test_nothing_is_played_before_the_start_or_after_the_end():
    table = Table.open()
    with pytest.raises(Refused, match="2 of 2 seats are still free"):
        table.move(0, "show")
    table = seated().move(1, "resign")
    assert table.game.status == "finished"
    with pytest.raises(Refused) as refusal:
        table.move(0, "show")
    assert refusal.value.code == "game_over"


def test_a_chance_of_a_version_to_come_is_refused_rather_than_misread():
    newer = ChanceTerms(3, "0" * 64, fair=True)
    with pytest.raises(RecordBroken, match="version 3"):
        Table.open(chance=newer)


def test_an_event_out_of_place_breaks_the_fold():
    events = seated().move(0, "show", "show").events
    with pytest.raises(RecordBroken):
        fold([*events[:3], events[4]])
    with pytest.raises(RecordBroken):
        evolve(fold(events[:4]), replace(events[4], prev="0" * 64))
    with pytest.raises(RecordBroken, match="empty"):
        fold([])
    with pytest.raises(RecordBroken):
        fold(events[1:])


def test_no_event_is_recorded_before_its_predecessor_even_if_the_clock_goes_back():
    table = seated()
    draft = decide_move(table.game, 0, cards.Move("show"))
    for now, recorded in (
        ("2026-11-21T11:59:59.999Z", NOON),
        (NOON, NOON),
        ("2026-11-21T12:00:00.001Z", "2026-11-21T12:00:00.001Z"),
    ):
        event = table.game.seal(draft, now, "c")
        assert event.recorded_at == recorded
        assert audit([*table.events, event]).valid
