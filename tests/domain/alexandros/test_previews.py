"""Previews where no card is on display: the next hand decides whether its march is skipped (A9)."""

from domain.alexandros import RULESET
from tests.domain.alexandros.scarce import scarce_positions
from tests.domain.previewing import check_previews


def test_the_end_of_a_turn_does_not_tell_whether_the_next_hand_has_a_usable_card():
    hidden = 0
    for state in scarce_positions():
        for seat in state.staying():
            hidden += check_previews(RULESET, state, seat)[1]
    assert hidden > 50
