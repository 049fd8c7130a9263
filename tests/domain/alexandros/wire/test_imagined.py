"""Positions as a viewer imagines them: whose march goes on has a card for it (A9)."""

from domain.alexandros import RULESET
from domain.alexandros.moves import Resign
from domain.alexandros.state import Phase, State
from domain.record.visibility import Viewer
from tests.domain.alexandros.scarce import can_march, scarce_positions
from tests.domain.playing import chance_of, listed

CHOOSING = [state for state in scarce_positions() if state.turn.phase is Phase.CHOOSE_CARD]


def imagined(state: State, viewer: int | None, number: int = 0) -> State:
    return RULESET.imagined(state, viewer, chance_of(number))


def test_a_seat_that_has_to_choose_a_card_is_imagined_with_one():
    assert len(CHOOSING) > 50
    for number, state in enumerate(CHOOSING):
        for viewer in (None, *range(state.table.seats)):
            found = imagined(state, viewer, number)
            assert can_march(found)
            assert len(listed(RULESET, found, found.turn.seat)) > 1
            assert RULESET.wire.view(found, Viewer(viewer)) == RULESET.wire.view(
                state, Viewer(viewer)
            )


def test_the_card_is_any_that_the_viewer_does_not_see():
    state = next(each for each in CHOOSING if sum(each.cards.hands[each.turn.seat]) == 1)
    seat = state.turn.seat
    assert len({imagined(state, None, n).cards.hands[seat] for n in range(40)}) > 1
    assert all(Resign() in listed(RULESET, each, seat) for each in (state, imagined(state, None)))
