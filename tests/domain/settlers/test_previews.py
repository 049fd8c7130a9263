"""Previews close to the end: hidden victory points may decide who wins (S12)."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain.settlers.moves import CloseTrade, EndTurn
from domain.settlers.rules import VERSIONS as RULES
from domain.settlers.state import Offer, points
from tests.domain.playing import EVERY_VERSION, Step, chance_of, every_step, listed, name_of
from tests.domain.previewing import Rules, check_every_seat, ends_of_games, told
from tests.domain.settlers.given import at_play, begun, with_hand
from tests.domain.settlers.nearly_won import nearly_won

VERSIONS = [each for each in EVERY_VERSION if each.id == "settlers"]


@pytest.mark.parametrize("rules", VERSIONS, ids=name_of)
def test_no_preview_shows_whether_another_seat_has_the_points_to_win(rules: Rules):
    assert min(check_every_seat(rules, ends_of_games(rules, nearly_won, 29))) > 50


@pytest.mark.parametrize("rules", VERSIONS, ids=name_of)
def test_a_turn_that_nobody_can_win_next_is_previewed_to_its_end(rules: Rules):
    ends = [told(rules, step.before, step.seat, EndTurn()) for step in ending(rules)]
    assert len(ends) > 20
    assert not any(isinstance(end, str) for end in ends)


def ending(rules: Rules) -> Iterator[Step]:
    return (
        step
        for step in every_step(rules)
        if step.move == EndTurn() and not sum(map(sum, step.before.cards.developments))
    )


@pytest.mark.parametrize("rules", VERSIONS, ids=name_of)
def test_a_seat_on_turn_is_imagined_without_the_points_to_win(rules: Rules):
    """S12: or it would have won."""
    looked_at = 0
    for n, state in enumerate(ends_of_games(rules, nearly_won, 17)):
        for viewer in (None, *range(state.table.seats)):
            found = rules.imagined(state, viewer, chance_of(n))
            assert points(found, state.turn.seat) < state.table.options.target_points
            looked_at += 1
    assert looked_at > 100


@pytest.mark.parametrize("rules", VERSIONS[:2], ids=name_of)
def test_a_legal_trade_is_not_refused_though_another_seat_may_have_been_robbed_of_its_part(
    rules: Rules,
):
    """S10: until version 2 both stay accepted; the seat does not know which can still pay."""
    state = at_play(begun(rules=RULES[rules.rules_version - 1]))
    for seat, hand in enumerate(((0, 0, 0, 0, 1), (1, 0, 1, 0, 0), (0, 0, 2, 0, 0))):
        state = with_hand(state, seat, hand)
    ore, two_wool = (0, 0, 0, 0, 1), (0, 0, 2, 0, 0)
    offer = Offer(ore, two_wool, (None, (ore, two_wool), (ore, two_wool)))
    state = replace(state, turn=replace(state.turn, offer=offer, has_offered=True))
    assert CloseTrade(2) in listed(rules, state, 0)
    assert told(rules, state, 0, CloseTrade(2)) == "nothing_to_preview"
