"""Previews where no card is on display: the next hand decides whether its march is skipped (A9)."""

from domain.alexandros import RULESET
from tests.domain.alexandros.scarce import scarce_positions
from tests.domain.previewing import check_every_seat


def test_the_end_of_a_turn_does_not_show_whether_the_next_hand_has_a_usable_card():
    _, hidden = check_every_seat(RULESET, scarce_positions())
    assert hidden > 50
