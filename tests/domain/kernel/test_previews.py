"""Previews show a seat nothing that it does not know, in every ruleset and version."""

import pytest

from tests.domain.playing import EVERY_VERSION, every_step, name_of
from tests.domain.previewing import Rules, check_every_seat


@pytest.mark.parametrize("rules", EVERY_VERSION, ids=name_of)
def test_positions_that_look_the_same_to_a_seat_preview_the_same_moves(rules: Rules):
    positions = [step.before for step in every_step(rules)][::19]
    assert min(check_every_seat(rules, positions)) > 50 or not rules.visibility
