"""Advisors: G20, G21, and their points: G25."""

import pytest

from domain.alexander_the_great.advisors import after_chip, after_takeovers, swapped
from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.moves import ChooseAdvisor, Pay
from domain.alexander_the_great.rules import VERSIONS
from domain.alexander_the_great.state import Advisor, Occasion, Phase
from domain.settlers.moves import EndTurn, Resign
from tests.domain.alexander_the_great.given import (
    at_play,
    begun,
    built,
    given,
    to_pay,
    with_advisors,
    with_cards,
    with_journey,
)
from tests.domain.alexander_the_great.invariants import assert_advisors

FIRST, SECOND, THIRD = Advisor
NONE = None
ALL = (0, 1, 2, 3)


def chips(*numbers: int):
    return tuple((n, 0, 0, 0) for n in numbers)


def winning(numbers: tuple[int, ...], held, seat: int = 0, **options):
    """A seat about to pay one gold for a chip, with these chips and advisors at the table."""
    state = to_pay(begun(len(numbers), **options), Occasion.BRIDGE, 1, seat)
    return with_journey(state, won=chips(*numbers), advisors=held)


def pays(state):
    return given(state).when(Pay({Good.GOLD: 1})).state


@pytest.mark.parametrize(
    ("held", "gets"),
    [
        ((NONE, NONE, NONE, NONE), FIRST),
        ((NONE, FIRST, NONE, NONE), SECOND),
        ((NONE, FIRST, SECOND, NONE), THIRD),
        ((NONE, FIRST, SECOND, THIRD), NONE),
    ],
)
def test_the_first_seat_with_three_chips_gets_the_first_advisor_then_second_and_third(held, gets):
    """G20"""
    state = pays(winning((2, 3, 3, 3), held))
    assert state.journey.advisors == (gets, *held[1:])
    assert state.journey.points(state.base, 0) == {FIRST: 4, SECOND: 3, THIRD: 2, NONE: 0}[gets]


def test_with_three_seats_there_is_no_second_advisor():
    """G20"""
    assert pays(winning((2, 3, 0), (NONE, FIRST, NONE))).journey.advisors == (THIRD, FIRST, NONE)


def test_two_chips_bring_nothing():
    """G20"""
    assert pays(winning((1, 0, 0), (NONE,) * 3)).journey.advisors == (NONE,) * 3


def test_as_many_chips_as_the_holder_are_not_enough():
    """G21"""
    assert pays(winning((3, 4, 0), (THIRD, FIRST, NONE))).journey.advisors == (THIRD, FIRST, NONE)


def test_more_chips_than_the_holder_take_the_better_advisor_for_ones_own():
    """G21"""
    state = pays(winning((3, 3, 0), (THIRD, FIRST, NONE)))
    assert state.journey.advisors == (FIRST, THIRD, NONE)
    assert [state.journey.points(state.base, seat) for seat in range(3)] == [4, 2, 0]


def test_a_seat_without_an_advisor_takes_one_for_nothing():
    """G21"""
    held = (NONE, FIRST, SECOND, THIRD)
    assert pays(winning((3, 5, 4, 3), held)).journey.advisors == (THIRD, FIRST, SECOND, NONE)


def test_the_best_is_taken_and_its_holder_takes_from_the_next():
    """G21: five chips take the first; its former holder with four takes the second from three."""
    held = (THIRD, FIRST, SECOND, NONE)
    state = pays(winning((4, 4, 3, 0), held))
    assert state.journey.advisors == (FIRST, SECOND, THIRD, NONE)
    assert state.phase is Phase.PLAY


def test_a_worse_advisor_is_never_taken():
    """G21"""
    held = (FIRST, SECOND, THIRD, NONE)
    assert pays(winning((3, 3, 3, 0), held)).journey.advisors == held


def test_the_seat_chooses_among_equal_holders():
    """G21"""
    state = pays(winning((3, 3, 3, 0), (THIRD, FIRST, SECOND, NONE)))
    assert (state.phase, state.journey.chooser) == (Phase.ADVISOR, 0)
    given(state).when(ChooseAdvisor(2), seat=1).then_refused("not_your_turn", "G14")
    given(state).when(ChooseAdvisor(3)).then_refused("not_their_advisor", "G21")
    given(state).when(ChooseAdvisor(0)).then_refused("not_their_advisor", "G21")
    given(state).when(EndTurn()).then_refused("not_now", "G13")
    from_first = given(state).when(ChooseAdvisor(1)).state
    assert from_first.journey.advisors == (FIRST, THIRD, SECOND, NONE)
    assert from_first.phase is Phase.PLAY


def test_a_seat_that_chose_the_lesser_of_equals_takes_the_better_one_too():
    """G21: the seat then gives up its first advisor to the other, and so chooses which of the
    two gets the worst."""
    state = pays(winning((3, 3, 3, 0), (THIRD, FIRST, SECOND, NONE)))
    after = given(state).when(ChooseAdvisor(2)).state
    assert after.journey.advisors == (FIRST, SECOND, THIRD, NONE)
    assert after.phase is Phase.PLAY


def test_a_seat_that_lost_an_advisor_may_have_to_choose_in_turn():
    """G21"""
    assert after_takeovers((6, 5, 4, 4), (THIRD, FIRST, SECOND, NONE), ALL) == (
        (FIRST, SECOND, THIRD, NONE),
        None,
    )
    held = (NONE, FIRST, SECOND, THIRD)
    assert after_takeovers((5, 4, 4, 4), held, ALL) == (held, 0)


def test_an_advisor_changes_hands_for_another_or_for_none():
    assert swapped((NONE, FIRST), 0, 1) == (FIRST, NONE)
    assert after_chip((3, 0, 0), (NONE, NONE, NONE), 0, (0, 1, 2)) == ((FIRST, NONE, NONE), None)


def test_in_the_first_version_an_advisor_can_be_taken_from_a_seat_that_left():
    held = (THIRD, FIRST, SECOND, NONE)
    assert after_takeovers((3, 4, 4, 0), held, (0, 2, 3)) == (held, None)
    assert after_takeovers((5, 4, 3, 0), held, (0, 2, 3)) == ((FIRST, THIRD, SECOND, NONE), None)


def test_a_choice_ends_when_the_choosing_seat_leaves():
    state = pays(winning((3, 3, 3, 0), (THIRD, FIRST, SECOND, NONE)))
    after = given(state).when(Resign()).state
    assert (after.journey.chooser, after.phase) == (None, Phase.ROLL)
    assert after.journey.advisors == (NONE, FIRST, SECOND, NONE)


def test_a_choice_stays_when_another_leaves():
    state = pays(winning((3, 3, 3, 0), (THIRD, FIRST, SECOND, NONE)))
    assert given(state).when(Resign(), seat=3).state.phase is Phase.ADVISOR


def test_a_choice_is_settled_when_one_of_those_it_is_among_leaves():
    """G21"""
    state = pays(winning((3, 3, 3, 0), (THIRD, FIRST, SECOND, NONE)))
    for leaver, held in ((1, (FIRST, NONE, SECOND, NONE)), (2, (FIRST, SECOND, NONE, NONE))):
        after = given(state).when(Resign(), seat=leaver).state
        assert (after.phase, after.journey.advisors) == (Phase.PLAY, held)


# Leaving
@pytest.mark.parametrize(
    ("numbers", "held", "after"),
    [
        ((4, 3, 0, 0), (FIRST, SECOND, NONE, NONE), (NONE, FIRST, NONE, NONE)),
        ((4, 3, 3, 0), (FIRST, SECOND, THIRD, NONE), (NONE, FIRST, SECOND, NONE)),
        ((4, 3, 3, 3), (FIRST, THIRD, SECOND, NONE), (NONE, SECOND, FIRST, THIRD)),
        ((3, 4, 5, 3), (THIRD, SECOND, FIRST, NONE), (NONE, SECOND, FIRST, THIRD)),
        ((3, 4, 5, 2), (THIRD, SECOND, FIRST, NONE), (NONE, SECOND, FIRST, NONE)),
        ((4, 2, 2, 2), (FIRST, NONE, NONE, NONE), (NONE, NONE, NONE, NONE)),
        ((2, 3, 3, 3), (NONE, FIRST, SECOND, THIRD), (NONE, FIRST, SECOND, THIRD)),
        ((4, 3, 3), (FIRST, THIRD, NONE), (NONE, FIRST, THIRD)),
        ((4, 3, 4), (FIRST, NONE, THIRD), (NONE, THIRD, FIRST)),
    ],
)
def test_a_leaving_seats_advisor_goes_to_the_most_chips_and_equals_keep_their_order(
    numbers, held, after
):
    """G21"""
    state = with_journey(at_play(begun(len(numbers))), won=chips(*numbers))
    state = given(with_advisors(state, held)).when(Resign()).state
    assert state.journey.advisors == after
    worth = {FIRST: 4, SECOND: 3, THIRD: 2, NONE: 0}
    assert [state.journey.advisor_points(seat) for seat in range(len(after))] == [
        worth[advisor] for advisor in after
    ]
    assert_advisors(state)


def test_an_advisor_that_nobody_can_have_yet_goes_to_the_next_with_three_chips():
    """G20, G21"""
    state = winning((2, 4, 0, 0), (NONE, FIRST, NONE, NONE))
    left = given(state).when(Resign(), seat=1).state
    assert left.journey.advisors == (NONE,) * 4
    assert pays(left).journey.advisors == (FIRST, NONE, NONE, NONE)


def test_an_advisor_given_up_wins_at_once_for_the_seat_on_turn():
    """G21, G25"""
    state = with_journey(at_play(begun(target_points=5)), won=chips(3, 4, 0, 0))
    state = built(with_advisors(state, (THIRD, FIRST, NONE, NONE)), 0, 150)
    result = given(state).when(Resign(), seat=1).state.base.standing.result
    assert (result.winners, result.reason, result.scores) == ((0,), "target_points", (5, 0, 0, 0))


def test_in_the_first_version_a_leaving_seat_keeps_its_advisor():
    state = with_journey(at_play(begun(rules=VERSIONS[0])), won=chips(4, 3, 0, 0))
    held = (FIRST, SECOND, NONE, NONE)
    assert given(with_advisors(state, held)).when(Resign()).state.journey.advisors == held


def test_an_advisor_may_win_the_game_at_once_on_ones_own_turn():
    """G25"""
    state = winning((2, 0, 0, 0), (NONE,) * 4, target_points=5)
    cards = ((0, 1, 0, 0, 0, 0), *((0,) * 5,) * 3)
    result = pays(with_cards(state, developments=cards)).base.standing.result
    assert (result.winners, result.reason, result.scores) == ((0,), "target_points", (5, 0, 0, 0))


def test_a_choice_may_win_the_game():
    """G25"""
    state = pays(winning((3, 3, 3, 0), (THIRD, FIRST, SECOND, NONE), target_points=5))
    cards = ((0, 1, 0, 0, 0, 0), *((0,) * 5,) * 3)
    after = given(with_cards(state, developments=cards)).when(ChooseAdvisor(1)).state
    assert after.base.standing.result.winners == (0,)


def test_an_advisor_won_in_anothers_turn_wins_when_ones_own_begins():
    """G25"""
    state = winning((0, 2, 0, 0), (NONE,) * 4, seat=1, target_points=5)
    cards = ((0,) * 6, (0, 1, 0, 0, 0, 0), (0,) * 6, (0,) * 6)
    state = pays(with_cards(state, developments=cards))
    assert state.base.standing.result is None
    after = given(state).when(EndTurn()).state
    assert after.base.standing.result.winners == (1,)
