"""Set-up, the reserve and the first turn: G1 to G9."""

import pytest
from msgspec.structs import replace

from domain.alexander_the_great.moves import March, Pass
from domain.alexander_the_great.state import CHIP_KINDS, Phase
from domain.record.chance import Chance
from domain.settlers.cards import resource_cards
from domain.settlers.decide_dice import gains
from domain.settlers.moves import EndTurn, Resign, Roll
from tests.domain.alexander_the_great.given import (
    at_play,
    begun,
    built,
    given,
    with_base,
    with_cards,
)

OTHER = Chance(b"\x01" * 32)


def turn_ended(state, turns: int = 1):
    """The same after so many turns in which nothing was done."""
    for _ in range(turns):
        state = given(at_play(state, state.base.turn.seat)).when(EndTurn()).state
    return state


def test_there_is_no_founding_and_nobody_has_anything_on_the_board():
    """G1"""
    state = begun()
    assert state.base.pieces.buildings == 0
    assert (state.phase, state.base.turn.seat) == (Phase.MARCH, 0)


def test_the_chips_are_seven_of_each_in_an_order_of_chance_and_three_stay_unseen():
    """G2"""
    one, other = begun().journey.chips, begun(chance=OTHER).journey.chips
    assert sorted(one) == sorted(kind for kind in CHIP_KINDS for _ in range(7))
    assert one != other
    numbers = [n for n in begun().table.board.chip_numbers if n is not None]
    assert numbers == list(range(25))


@pytest.mark.parametrize("number", [1, 2, 5])
def test_the_robber_begins_on_the_desert_of_the_hosts_choice(number: int):
    """G3"""
    state = begun(robber=number)
    assert state.base.pieces.robber == state.table.board.deserts[number - 1]


@pytest.mark.parametrize("number", [0, 6, 9])
def test_the_robber_begins_on_a_desert_by_lot_when_none_is_chosen(number: int):
    """G3"""
    found = {
        begun(chance=Chance(bytes([n]) * 32), robber=number).base.pieces.robber for n in range(40)
    }
    assert found == set(begun().table.board.deserts)


def test_four_seats_draw_five_cards_each_and_one_more_and_the_bank_is_empty():
    """G4, G8"""
    state = begun(4)
    assert [resource_cards(hand) for hand in state.base.cards.hands] == [6] * 4
    assert state.base.cards.bank[:5] == (0,) * 5
    assert len(state.journey.reserve) == 95 - 24


def test_three_seats_draw_from_fifteen_of_each_and_the_rest_is_the_bank():
    """G4"""
    state = begun(3)
    assert state.base.cards.bank[:5] == (4,) * 5
    assert len(state.journey.reserve) == 75 - 18


@pytest.mark.parametrize(("gold", "bank"), [(8, 8), (0, 40)])
def test_the_seats_begin_with_eight_gold_or_none_and_the_bank_has_the_rest(gold: int, bank: int):
    """G5"""
    state = begun(4, starting_gold=gold)
    assert [hand[5] for hand in state.base.cards.hands] == [gold] * 4
    assert state.base.cards.bank[5] == bank


def test_every_seat_draws_at_the_start_of_every_turn():
    """G8"""
    state = begun()
    before, reserve = state.base.cards.hands, state.journey.reserve
    after = turn_ended(state)
    grown = [
        resource_cards(b) - resource_cards(a)
        for a, b in zip(before, after.base.cards.hands, strict=True)
    ]
    assert grown == [1] * 4
    assert after.journey.reserve == reserve[4:]


def test_the_reserve_is_closed_when_it_cannot_serve_all_and_its_rest_goes_to_the_bank():
    """G8: 71 cards serve four seats 17 times; three cards are left."""
    state = turn_ended(begun(), 17)
    assert len(state.journey.reserve) == 3
    hands = state.base.cards.hands
    state = turn_ended(state)
    assert state.journey.reserve is None
    assert sum(state.base.cards.bank[:5]) == 3
    assert state.base.cards.hands == hands
    assert turn_ended(state).base.cards.hands == hands


def test_the_reserve_stays_closed_when_fewer_seats_are_left():
    """G8"""
    state = turn_ended(begun(), 18)
    after = given(state).when(Resign()).state
    assert after.journey.reserve is None


def test_a_seat_that_left_draws_no_more_and_the_next_turn_has_its_draws():
    """G8"""
    state = begun()
    reserve = state.journey.reserve
    after = given(state).when(Resign()).state
    assert after.base.cards.hands[0] == (0,) * 6
    assert after.journey.reserve == reserve[3:]
    assert after.phase is Phase.ROLL


def test_the_last_seat_left_wins_without_a_draw():
    state = given(begun(3)).when(Resign()).when(Resign()).state
    result = state.base.standing.result
    assert (result.winners, result.reason) == ((2,), "resignation")
    assert state.phase is Phase.OVER


def test_the_first_turn_has_no_roll_but_a_march_and_then_trade_and_building():
    """G9, G13"""
    state = begun()
    given(state).when(Roll()).then_refused("not_now", "G13")
    state = given(state).when(March()).when(*[Pass()] * 4).state
    assert state.phase is Phase.PLAY
    after = given(state).when(EndTurn()).state
    assert (after.phase, after.base.turn.seat) == (Phase.ROLL, 1)


def beside(state, terrain: str) -> tuple[int, int, int]:
    """A hex of a terrain, its token, and a corner of it."""
    layout = state.table.board.layout
    hex_ = layout.terrains.index(terrain)
    return hex_, layout.tokens[hex_], state.table.board.topology.hex_corners[hex_][0]


def test_a_resource_that_the_bank_has_none_of_pays_nothing():
    """G9"""
    state = begun(4)
    _, token, corner = beside(state, "fields")
    state = built(state, 0, corner)
    assert gains(state.base, token)[0][3] == 0
    full = with_cards(state, bank=(1, 1, 1, 1, 1, 0))
    assert gains(full.base, token)[0][3] == 1


def test_a_gold_river_pays_a_settlement_one_gold_and_a_city_two_unless_robbed():
    """G9"""
    state = begun()
    river, token, corner = beside(state, "gold_river")
    state = built(state, 1, corner)
    assert gains(state.base, token)[1][5] == 1
    pieces = state.base.pieces
    city = replace(pieces, cities=pieces.settlements, settlements=(0,) * 4)
    assert gains(with_base(state, pieces=city).base, token)[1][5] == 2
    robbed = replace(pieces, robber=river)
    assert gains(with_base(state, pieces=robbed).base, token)[1][5] == 0


@pytest.mark.parametrize(("seats", "paid"), [((1,), 1), ((1, 2), 0)])
def test_gold_that_runs_short_goes_to_nobody_or_in_part_to_the_only_seat_due(seats, paid: int):
    """G5"""
    state = with_cards(begun(), bank=(0, 0, 0, 0, 0, 1))
    river, token, _ = beside(state, "gold_river")
    corners = state.table.board.topology.hex_corners[river]
    for seat in seats:
        state = built(state, seat, corners[seat])
    state = built(state, 1, corners[4])
    assert gains(state.base, token)[1][5] == paid
