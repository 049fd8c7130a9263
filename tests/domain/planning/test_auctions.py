"""What the planner adds for Alexander the Great: marches, auctions, and positions in them."""

from typing import Any

import numpy as np

from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.moves import Bid, March, Pass, Pay
from domain.alexander_the_great.state import Occasion, Phase, State
from domain.kernel.rulesets import rulesets
from domain.planning.levels import Level
from domain.planning.planner import Knowledge, ledger, plan, planned_game
from domain.planning.weights import weights_of
from domain.settlers.moves import Resign
from tests.domain.alexander_the_great.given import (
    POOR,
    RICH,
    at_auction,
    at_play,
    begun,
    bids,
    given,
    passed,
    rich,
    to_pay,
    with_hands,
    with_journey,
)
from tests.domain.planning.shown import events_of, view_of
from tests.domain.playing import chance_of, steps

RULES = rulesets()["alexander_the_great"]
GAME = planned_game(RULES.id)


def branches(state: State, seat: int) -> dict[Any, Any]:
    """The moves that the planner looks at first, as text, with the positions after them."""
    beliefs = GAME.nothing_known(state.table.seats, seat)
    position = GAME.position(view_of(RULES, state, seat, 1), beliefs, chance_of(1))
    network = weights_of(RULES.id, RULES.rules_version).network
    outlook = GAME.outlook(network, position, chance_of(1), beliefs)
    return {str(move): outcomes for move, outcomes in outlook.branches(position, 1).moves}


def planned(state: State, seat: int) -> Any:
    beliefs = GAME.nothing_known(state.table.seats, seat)
    view = view_of(RULES, state, seat, 1)
    return RULES.wire.moves.read(plan(Knowledge(view, beliefs), seat, Level(60), "1").move)


def test_all_positions_of_a_game_have_the_same_features_and_none_is_without_bounds():
    shapes = set[tuple[int, int]]()
    for number in (0, 1):
        played = steps(RULES, number)
        line = [step.before for step in played]
        told = ledger(RULES.id, line[0].table.seats, 0)
        told.read(events_of(RULES, played, line, 0))
        seen = [view_of(RULES, state, 0, 1) for state in line[::25]]
        found = GAME.features([GAME.position(view, told.beliefs, chance_of(1)) for view in seen])
        assert np.isfinite(found.seats).all()
        assert np.abs(found.seats).max() < 12
        assert found.seats.shape[:2] == (len(seen), line[0].table.seats)
        shapes.add((found.seats.shape[2], found.game.shape[1]))
    assert len(shapes) == 1


def test_a_bidder_looks_at_the_least_bid_alone_if_it_can_pay_it():
    """G14, G16"""
    opened = bids(rich(Occasion.HUNGER), 3)
    assert list(branches(opened, 1)) == [str(Bid(4)), str(Pass())]
    poor = at_auction(with_hands(begun(overbidding="penalty"), POOR), Occasion.HUNGER)
    assert list(branches(poor, 0)) == [str(Pass())]


def test_who_passes_leaves_the_auction_to_the_highest_bidder_or_to_any_of_the_others():
    opened = bids(rich(Occasion.HUNGER), 3)
    [(share, after)] = branches(opened, 1)[str(Pass())]
    assert (share, [sum(chips) for chips in after.journey.won]) == (1.0, [1, 0, 0, 0])
    assert sum(after.state.cards.hands[0]) == sum(RICH) - 3
    outcomes = branches(rich(Occasion.HUNGER), 0)[str(Pass())]
    assert [share for share, _ in outcomes] == [1 / 3] * 3


def test_what_nobody_can_pay_leaves_the_game():
    """G17"""
    bare = at_auction(with_hands(begun(starting_gold=0), *[POOR] * 4), Occasion.HUNGER)
    [(_, after)] = branches(bare, 0)[str(Pass())]
    assert (after.journey.removed, after.journey.auction) == (1, None)


def test_a_march_is_averaged_over_the_chips_that_may_lie_there():
    """G2: over the first chip, of which there are seven of each kind."""
    numbers = begun().table.board.chip_numbers
    before = next(n for n, chip in enumerate(numbers) if chip is not None) - 1
    state = with_journey(passed(at_play(begun()), before), has_to_march=True)
    outcomes = branches(state, 0)[str(March())]
    assert [share for share, _ in outcomes] == [1 / 4] * 4
    assert [after.journey.auction.occasion for _, after in outcomes] == [*Occasion][:4]


def test_a_bid_is_paid_in_any_legal_mix_that_suits():
    """G15"""
    state = to_pay(with_hands(begun(), RICH), Occasion.HUNGER, bid=3)
    found = branches(state, 0)
    # Three of grain, wool and gold, with four or more of each.
    assert len(found) == 10
    given(state).when(planned(state, 0))


def test_who_bid_beyond_its_means_forfeits_as_listed():
    """G16"""
    state = begun(overbidding="penalty", starting_gold=0)
    state = to_pay(with_hands(state, (4, 0, 0, 0, 0, 0)), Occasion.HUNGER, bid=3)
    assert planned(state, 0) == Pay({Good.BRICK: 2})


def test_an_auction_goes_on_after_the_seat_on_turn_has_left():
    """Its turn has passed on, so a seat bids before another one rolls."""
    state = given(bids(rich(Occasion.HUNGER, 1), 3)).when(Resign(), seat=1).state
    told = ledger(RULES.id, 4, 2)
    told.read(
        [
            {"version": 1, "type": "marched", "seat": 1, "data": {}, "hash": "1"},
            {"version": 2, "type": "resigned", "seat": 1, "data": {"seat": 1}, "hash": "2"},
        ]
    )
    view = view_of(RULES, state, 2, 3)
    position = GAME.position(view, told.beliefs, chance_of(1))
    turn = position.state.turn
    assert (turn.seat, turn.phase, position.phase) == (2, "roll", Phase.BID)
    given(state).when(planned(state, 2))
