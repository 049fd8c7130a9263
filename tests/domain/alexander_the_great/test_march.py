"""Sevens, Alexander's march, gates and Persepolis: G6, G10, G11, G12, G17, G26."""

import pytest
from msgspec.structs import replace

from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.moves import Bid, March, Pass
from domain.alexander_the_great.rules import VERSIONS
from domain.alexander_the_great.state import NO_CHIPS, Occasion, Phase
from domain.record.visibility import Viewer
from domain.settlers import state as base_state
from domain.settlers.decide_dice import victims
from domain.settlers.moves import (
    BuyDevelopmentCard,
    EndTurn,
    PlayKnight,
    Roll,
    TradeWithBank,
)
from tests.domain.alexander_the_great.given import (
    about_to_march,
    about_to_roll,
    after_the_robber,
    at_auction,
    begun,
    built,
    given,
    passed,
    with_base,
    with_cards,
    with_hands,
    with_journey,
    with_turn,
)
from tests.domain.alexander_the_great.newest import RULESET

PASSES = (Pass(),) * 4
ROUTE = begun().table.board.route
PERSEPOLIS = len(ROUTE) - 1


@pytest.mark.parametrize(("cards", "owed"), [(11, 0), (12, 6), (13, 6)])
def test_a_seven_costs_half_of_more_than_eleven_resource_cards_gold_not_counted(
    cards: int, owed: int
):
    """G10"""
    state = about_to_roll(with_hands(begun(), (cards, 0, 0, 0, 0, 30)), seven=True)
    assert given(state).when(Roll()).state.base.turn.owed == (owed, 0, 0, 0)


def test_gold_can_be_neither_discarded_by_default_nor_stolen():
    """G10"""
    state = with_hands(begun(), (6, 6, 0, 0, 0, 25), (0, 0, 0, 0, 0, 9))
    state = given(about_to_roll(state, seven=True)).when(Roll()).state
    (discard, _) = given(state).legal()
    assert given(state).when(discard).state.base.cards.hands[0] == (3, 3, 0, 0, 0, 25)
    state = built(state, 1, state.table.board.topology.hex_corners[0][0])
    assert victims(state.base, 0, 0) == ()


@pytest.mark.parametrize("crossing", [-1, 0, 1, 20])
def test_alexander_moves_over_one_crossing_after_the_roll_and_before_trade(crossing: int):
    """G11"""
    state = given(about_to_roll(passed(begun(), crossing), seven=False)).when(Roll()).state
    assert state.phase is Phase.MARCH
    given(state).when(EndTurn()).then_refused("not_now", "G13")
    given(state).when(TradeWithBank(Good.GOLD, Good.ORE)).then_refused("not_now", "G13")
    given(state).when(March(), seat=1).then_refused("not_your_turn", "G14")
    assert given(state).when(March()).state.journey.crossing == crossing + 1


def test_a_seven_is_settled_before_alexander_moves():
    """G11"""
    state = about_to_march(3, (3, 4))
    given(state).when(March()).then_refused("not_now", "G13")
    assert after_the_robber(state).phase is Phase.MARCH


def test_a_card_may_be_played_before_the_roll_and_in_play_but_not_in_an_auction():
    """G14"""
    cards = ((1, 0, 0, 0, 0, 0),) * 4
    state = with_turn(with_cards(begun(), developments=cards), phase=base_state.Phase.ROLL)
    knight = PlayKnight((0, 0))
    before = with_journey(state, has_to_march=False)
    assert given(before).when(knight).state.base.cards.knights == (1, 0, 0, 0)
    assert given(before).when(knight).state.phase is Phase.ROLL
    bidding = at_auction(state, Occasion.BATTLE)
    given(bidding).when(knight).then_refused("not_now", "G13")
    given(bidding).when(BuyDevelopmentCard()).then_refused("not_now", "G13")
    over = given(bidding).when(*PASSES).state
    assert given(over).when(knight).state.base.cards.knights == (1, 0, 0, 0)


def test_a_temple_is_auctioned_a_chip_turned_up_and_an_empty_crossing_is_nothing():
    """G12"""
    for place, crossing in enumerate(ROUTE[:30]):
        state = with_journey(passed(begun(), place - 1), has_to_march=True)
        state = given(state).when(March()).state
        auction = state.journey.auction
        match crossing.kind:
            case "temple":
                assert auction.occasion is Occasion.FOUNDING
            case "chip":
                number = state.table.board.chip_numbers[place]
                assert auction.occasion is state.journey.chips[number]
            case _:
                assert (auction, state.phase) == (None, Phase.PLAY)
        if auction is not None:
            assert (auction.bidding, auction.bids, state.phase) == ((0, 1, 2, 3), (), Phase.BID)


def test_a_temple_with_a_building_beside_it_has_no_auction():
    """G18"""
    state = begun()
    beside = state.table.board.topology.corner_edges[ROUTE[0].corner]
    far = state.table.board.topology.across(beside[0], ROUTE[0].corner)
    state = given(built(state, 1, far)).when(March()).state
    assert (state.journey.auction, state.phase) == (None, Phase.PLAY)


def test_nobody_bids_and_a_chip_leaves_the_game_but_a_temple_stays_bare():
    """G17"""
    chip = given(at_auction(begun(), Occasion.BATTLE)).when(*PASSES).state
    assert (chip.journey.removed, chip.phase) == (1, Phase.PLAY)
    assert chip.journey.won == (NO_CHIPS,) * 4
    temple = given(at_auction(begun(), Occasion.FOUNDING)).when(*PASSES).state
    assert (temple.journey.removed, temple.base.pieces.buildings) == (0, 0)


@pytest.mark.parametrize("gate", range(3))
def test_a_gate_lets_alexander_through_with_a_seven_only(gate: int):
    """G11"""
    before = PERSEPOLIS - 4 + gate
    assert ROUTE[before + 1].kind == "gate"
    seven = after_the_robber(about_to_march(before, (3, 4)))
    assert seven.phase is Phase.MARCH
    other = given(about_to_roll(passed(begun(), before), seven=False)).when(Roll()).state
    assert (other.phase, other.journey.crossing) == (Phase.PLAY, before)


@pytest.mark.parametrize("gate", range(3))
def test_the_view_shows_when_alexander_is_barred_by_a_gate(gate: int):
    """G11"""
    before = PERSEPOLIS - 4 + gate
    ready = about_to_roll(passed(begun(), before), seven=False)
    assert not is_barred(ready)
    assert is_barred(given(ready).when(Roll()).state)
    assert not is_barred(after_the_robber(about_to_march(before, (3, 4))))
    assert not is_barred(given(about_to_roll(passed(begun(), 20), seven=False)).when(Roll()).state)
    assert not is_barred(given(at_the_last_gate()).when(March()).state)


@pytest.mark.parametrize("rules", VERSIONS)
def test_alexander_is_not_barred_in_the_turn_in_which_he_comes_to_a_gate(rules):
    """G11"""
    state = passed(begun(rules=rules), PERSEPOLIS - 5)
    state = given(about_to_roll(state, seven=False)).when(Roll(), March()).state
    state = given(state).when(*(PASSES if state.journey.auction else ())).state
    assert (state.phase, ROUTE[state.journey.crossing + 1].kind) == (Phase.PLAY, "gate")
    assert not is_barred(state)
    following = given(state).when(EndTurn()).state
    assert is_barred(given(about_to_roll(following, seven=False)).when(Roll()).state)


def is_barred(state) -> bool:
    return RULESET.wire.view(state, Viewer())["state"]["alexander"]["barred"]


def test_the_gates_need_a_seven_each():
    """G11"""
    state = given(after_the_robber(about_to_march(PERSEPOLIS - 4, (3, 4)))).when(March()).state
    assert (state.phase, state.journey.crossing) == (Phase.PLAY, PERSEPOLIS - 3)
    given(state).when(March()).then_refused("not_now", "G13")


def at_the_last_gate(**changes):
    return with_journey(after_the_robber(about_to_march(PERSEPOLIS - 2, (3, 4))), **changes)


def test_over_the_last_gate_alexander_reaches_persepolis_and_the_game_ends_at_once():
    """G26"""
    after = given(at_the_last_gate()).when(March()).state
    assert after.journey.crossing == PERSEPOLIS
    assert (after.phase, after.base.standing.result.reason) == (Phase.OVER, "persepolis")


def test_at_persepolis_most_points_win_hidden_ones_included():
    """G26"""
    state = built(at_the_last_gate(), 0, 150)
    hidden = ((0,) * 6, (0, 2, 0, 0, 0, 0), (0,) * 6, (0,) * 6)
    state = with_cards(state, developments=hidden)
    result = given(state).when(March()).state.base.standing.result
    assert (result.winners, result.scores) == ((1,), (1, 2, 0, 0))


def test_at_persepolis_most_chips_decide_a_tie_and_a_tie_in_these_is_shared():
    """G26"""
    state = built(built(at_the_last_gate(), 0, 150), 2, 119)
    two = (1, 0, 0, 1)
    first = with_journey(state, won=(two, NO_CHIPS, (1, 0, 0, 0), NO_CHIPS))
    assert given(first).when(March()).state.base.standing.result.winners == (0,)
    both = with_journey(state, won=(two, (2, 2, 2, 2), (0, 2, 0, 0), NO_CHIPS))
    assert given(both).when(March()).state.base.standing.result.winners == (0, 2)


def test_a_seat_that_left_does_not_win_at_persepolis():
    """G26"""
    state = built(at_the_last_gate(), 1, 150, 119)
    state = with_base(state, standing=replace(state.base.standing, resigned=0b10))
    assert given(state).when(March()).state.base.standing.result.winners == (0, 2, 3)


def test_a_bid_is_not_due_before_the_march():
    state = about_to_march(3)
    given(state).when(Bid(1)).then_refused("not_now", "G13")
    given(state).when(Pass()).then_refused("not_now", "G13")
