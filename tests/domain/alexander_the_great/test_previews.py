"""Previews close to the end: hidden victory points may decide who wins (G25)."""

import random

import pytest

from tests.domain.alexander_the_great.nearly_won import nearly_won
from tests.domain.playing import EVERY_VERSION, chance_of, every_step, name_of
from tests.domain.previewing import Rules, check_every_seat

VERSIONS = [each for each in EVERY_VERSION if each.id == "alexander_the_great"]


@pytest.mark.parametrize("rules", VERSIONS, ids=name_of)
def test_no_preview_tells_whether_another_seat_has_the_points_to_win(rules: Rules):
    sampled = list(enumerate(every_step(rules)))[::29]
    states = (each for n, step in sampled for each in nearly_won(step.before, random.Random(n)))
    assert min(check_every_seat(rules, states)) > 50


@pytest.mark.parametrize("rules", VERSIONS, ids=name_of)
def test_a_seat_on_turn_is_imagined_without_the_points_to_win(rules: Rules):
    """G25: or it would have won."""
    looked_at = 0
    for n, step in enumerate(every_step(rules)):
        for state in nearly_won(step.before, random.Random(n)) if n % 17 == 0 else ():
            for viewer in (None, *range(state.table.seats)):
                found = rules.imagined(state, viewer, chance_of(n))
                points = found.journey.points(found.base, found.base.turn.seat)
                assert points < state.table.options.target_points
                looked_at += 1
    assert looked_at > 100
