"""Studies: a game of one's own from a moment of another; of a live one only its visible part."""

from dataclasses import replace

import pytest
from msgspec import structs

from domain.errors import Refused
from domain.kernel.audit import audit
from domain.kernel.game import evolve, sealed_creation, viewer_of
from domain.kernel.studies import branch
from tests.domain.conftest import NOON, Table, seated

SECRET = bytes(reversed(range(32)))


def study_of(table: Table, creator: str = "p1", *, finished: bool = False, at: int = 0) -> Table:
    game = table.game
    for event in table.events[:at]:
        game = evolve(None if event.version == 1 else game, event)
    terms = branch(game, "game", creator, SECRET, finished=finished)
    first = sealed_creation(replace(terms, game_id="study"), NOON, "c1")
    return Table(evolve(None, first), [first])


def test_a_study_is_live_at_once_and_its_maker_plays_every_seat():
    study = study_of(seated().move(0, "show"))
    assert (study.game.status, study.game.to_act) == ("live", (0,))
    assert study.game.seat_of("p1") == 0
    study.move(0, "pass")
    assert study.game.seat_of("p1") == 1
    assert study.game.seat_of("p0") is None


def test_it_names_the_game_and_event_it_comes_from_and_is_neither_fair_nor_listed():
    study = study_of(seated().move(0, "show", "show"))
    assert (study.game.terms.study.of, study.game.terms.study.at) == ("game", 5)
    assert not study.game.terms.chance.fair
    assert not study.game.terms.listed


def test_of_a_finished_game_the_very_position_goes_on():
    table = seated().move(0, "draw")
    state = table.game.state
    table.move(1, "resign")
    assert study_of(table, finished=True, at=4).game.state == state


def test_the_unseen_parts_of_a_live_game_are_drawn_again():
    table = seated().move(0, "show")
    assert study_of(table).game.state.pile != table.game.state.pile
    assert sorted(study_of(table).game.state.pile) == sorted(table.game.state.pile)


def test_cards_are_counted_over_the_line_up_to_its_moment_undone_events_left_out():
    table = seated().move(0, "show", "show")
    table.undo(0, 4)
    table.move(0, "show", "draw")
    counted = []

    def imagined(state, seat, chance, /, earlier=()):
        counted.extend(each.shown for each in earlier)
        return state

    ruleset = replace(table.game.ruleset, imagined=imagined)
    branch(structs.replace(table.game, ruleset=ruleset), "game", "p1", SECRET, finished=False)
    assert counted == [0, 1, 2]


def test_nothing_in_a_study_is_hidden():
    study = study_of(seated())
    assert viewer_of(study.game, None).may_see(1)


def test_a_study_takes_back_and_is_audited_like_any_game():
    study = study_of(seated()).move(0, "draw", "show")
    study.undo(0, 1)
    study.redo(0)
    assert audit(study.events).valid
    assert study.refolded().state == study.game.state


def test_an_open_game_and_its_end_cannot_be_studied():
    table = Table.open()
    table.sit("p0")
    with pytest.raises(Refused) as refusal:
        study_of(table)
    assert refusal.value.code == "not_started"
    with pytest.raises(Refused) as refusal:
        study_of(seated().move(0, "resign"), finished=True)
    assert refusal.value.code == "nothing_to_study"
