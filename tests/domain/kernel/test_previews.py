"""Previews tell a seat nothing that it does not know, in every ruleset and version."""

import pytest

from tests.domain.playing import EVERY_VERSION, every_step, name_of
from tests.domain.previewing import Rules, check_previews


@pytest.mark.parametrize("rules", EVERY_VERSION, ids=name_of)
def test_worlds_that_look_alike_to_a_seat_preview_each_of_its_moves_alike(rules: Rules):
    shown = hidden = 0
    for n, step in enumerate(every_step(rules)):
        if n % 19:
            continue
        for seat in rules.staying(step.before):
            counts = check_previews(rules, step.before, seat)
            shown, hidden = shown + counts[0], hidden + counts[1]
    assert min(shown, hidden) > 50 or not rules.visibility
