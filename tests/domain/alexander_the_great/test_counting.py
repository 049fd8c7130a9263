"""Card counting: as in settlers, and draws from the reserve stay unseen (G8)."""

import random

import pytest
from msgspec.structs import replace

from domain.alexander_the_great.counting import known_cards
from domain.alexander_the_great.state import State
from domain.settlers.cards import card_list, covers, tally
from domain.settlers.state import with_cards
from tests.domain.alexander_the_great.invariants import assert_sound
from tests.domain.playing import EVERY_VERSION, GAMES, name_of, steps
from tests.domain.previewing import Rules
from tests.domain.twin_lines import check_lines_imagined_alike, lines_seen

each_version = pytest.mark.parametrize(
    "rules", [each for each in EVERY_VERSION if each.id == "alexander_the_great"], ids=name_of
)


@each_version
def test_a_hand_holds_at_least_what_is_known_of_it_and_keeps_that_when_imagined(rules: Rules):
    for line, viewer, found in lines_seen(rules):
        known = known_cards(line, viewer)
        for cards in (line[-1].base.cards, found.base.cards):
            assert all(map(covers, cards.hands, known))
        assert_sound(found)


@each_version
def test_lines_that_look_the_same_to_a_viewer_are_imagined_the_same(rules: Rules):
    check_lines_imagined_alike(rules, twin_opening)


def twin_opening(state: State, viewer: int, luck: random.Random) -> State:
    """The same with other cards in other hands, and others that these seats will draw (G8)."""
    seats, hands, reserve = state.table.seats, state.base.cards.hands, state.journey.reserve
    assert reserve is not None
    others = [n for n in range(seats) if n != viewer]
    drawn = [n for n in range(len(reserve) // seats * seats) if n % seats != viewer]
    pool = [card for n in others for card in card_list(hands[n][:5])]
    pool += [reserve[n] for n in drawn]
    luck.shuffle(pool)
    dealt, pile = list(hands), list(reserve)
    for n in others:
        own = [pool.pop() for _ in range(sum(hands[n][:5]))]
        dealt[n] = (*tally(own), *hands[n][5:])
    for n in drawn:
        pile[n] = pool.pop()
    base = with_cards(state.base, hands=tuple(dealt))
    return replace(state, base=base, journey=replace(state.journey, reserve=tuple(pile)))


@each_version
def test_the_opening_hands_and_draws_are_not_known(rules: Rules):
    line = [step.before for step in steps(rules, GAMES[0])]
    assert not any(map(sum, known_cards(line[:1], None)))
