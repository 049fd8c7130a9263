"""Previews close to the end: hidden victory points may decide who wins (G25)."""

import pytest

from tests.domain.alexander_the_great.nearly_won import nearly_won
from tests.domain.playing import EVERY_VERSION, chance_of, name_of
from tests.domain.previewing import Rules, check_every_seat, ends_of_games

VERSIONS = [each for each in EVERY_VERSION if each.id == "alexander_the_great"]


@pytest.mark.parametrize("rules", VERSIONS, ids=name_of)
def test_no_preview_shows_whether_another_seat_has_the_points_to_win(rules: Rules):
    assert min(check_every_seat(rules, ends_of_games(rules, nearly_won, 29))) > 50


@pytest.mark.parametrize("rules", VERSIONS, ids=name_of)
def test_a_seat_on_turn_is_imagined_without_the_points_to_win(rules: Rules):
    """G25: or it would have won."""
    looked_at = 0
    for n, state in enumerate(ends_of_games(rules, nearly_won, 17)):
        for viewer in (None, *range(state.table.seats)):
            found = rules.imagined(state, viewer, chance_of(n))
            points = found.journey.points(found.base, found.base.turn.seat)
            assert points < state.table.options.target_points
            looked_at += 1
    assert looked_at > 100
