"""Development cards, supplies and luck: limits, and the cards due to each seat (S2, S5)."""

import pytest
from msgspec.structs import replace

from domain.record.chance import Chance
from domain.settlers.board import STANDARD_TERRAINS
from domain.settlers.cards import DEVELOPMENTS, EDITION, Development, Resource
from domain.settlers.decide import decide
from domain.settlers.decide_dice import gains
from domain.settlers.moves import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    EndTurn,
    MoveRobber,
    PlayKnight,
    PlayMonopoly,
    PlayYearOfPlenty,
    Resign,
    Roll,
    TradeWithBank,
)
from domain.settlers.state import TURN_LIMIT, Phase, State
from tests.domain.settlers.given import (
    another_hex,
    at_play,
    begun,
    given,
    holding,
    ring,
    with_hand,
    with_pieces,
    with_roads,
)
from tests.domain.settlers.random_games import random_game

RICH = (9, 9, 9, 9, 9)
KNIGHT, POINT, ROADS, PLENTY, MONOPOLY = DEVELOPMENTS


def with_deck(state: State, *deck: Development) -> State:
    return replace(state, cards=replace(state.cards, deck=deck))


# Development cards
def test_a_card_is_not_played_in_the_turn_it_was_bought():
    """S5"""
    state = with_deck(with_hand(at_play(begun(2)), 0, RICH), KNIGHT, KNIGHT)
    bought = given(state).when(BuyDevelopmentCard()).state
    knight = PlayKnight(another_hex(state))
    given(bought).when(knight).then_refused("card_not_in_hand")
    given(holding(bought, 0, KNIGHT, KNIGHT)).when(knight).then("robber_moved", by_knight=True)
    later = at_play(given(bought).when(EndTurn()).state)
    assert given(later).when(knight).state.cards.knights == (1, 0)


def test_one_card_is_played_a_turn_also_before_the_roll():
    """S5"""
    state = holding(at_play(begun()), 0, KNIGHT, KNIGHT, MONOPOLY)
    state = replace(state, turn=replace(state.turn, phase=Phase.ROLL, dice=None))
    after = given(state).when(PlayKnight(another_hex(state))).state
    assert after.turn.phase is Phase.ROLL
    given(after).when(PlayMonopoly(Resource.ORE)).then_refused("card_already_played")
    given(after).when(PlayMonopoly(Resource.ORE), seat=1).then_refused("not_your_turn")


def test_a_victory_point_bought_counts_at_once_and_wins():
    """S5, S12"""
    state = with_hand(
        with_pieces(at_play(begun(target_points=3)), 0, (0, 3)), 0, EDITION.development
    )
    assert given(with_deck(state, KNIGHT)).when(BuyDevelopmentCard()).state.standing.result is None
    result = given(with_deck(state, POINT)).when(BuyDevelopmentCard()).state.standing.result
    assert (result.winners, result.scores) == ((0,), (3, 0, 0))


def test_there_are_25_development_cards():
    """S2"""
    state = with_hand(at_play(begun()), 0, RICH)
    assert len(state.cards.deck) == 25
    given(with_deck(state)).when(BuyDevelopmentCard()).then_refused("deck_empty")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({Resource.ORE: 2}, "bank_cannot_pay"),
        ({Resource.ORE: 1}, "wrong_number"),
        ({Resource.ORE: 1, Resource.WOOL: 2}, "wrong_number"),
    ],
)
def test_a_year_of_plenty_brings_two_cards_that_the_bank_has(wanted, code: str):
    """S2"""
    state = holding(at_play(begun()), 0, PLENTY)
    state = replace(state, cards=replace(state.cards, bank=(5, 5, 5, 5, 1)))
    given(state).when(PlayYearOfPlenty(wanted)).then_refused(code)
    after = given(state).when(PlayYearOfPlenty({Resource.ORE: 1, Resource.WOOL: 1})).state
    assert (after.cards.hands[0], after.cards.bank) == ((0, 0, 1, 0, 1), (5, 5, 4, 5, 0))


@pytest.mark.parametrize(("left", "due"), [((0, 0, 1, 0, 0), 1), (EDITION.nothing, 0)])
def test_a_year_of_plenty_brings_no_more_than_the_bank_has(left, due: int):
    state = holding(at_play(begun()), 0, PLENTY)
    state = replace(state, cards=replace(state.cards, bank=left))
    listed = given(state).legal("play_year_of_plenty")
    assert listed == [PlayYearOfPlenty({Resource.WOOL: 1})] * due
    given(state).when(PlayYearOfPlenty({})).then_refused("wrong_number")


def test_a_monopoly_takes_all_of_a_resource_from_all_others():
    """S2"""
    state = holding(at_play(begun(4)), 0, MONOPOLY)
    for seat, hand in enumerate(((1, 0, 0, 0, 1), (0, 0, 0, 0, 3), EDITION.nothing, RICH)):
        state = with_hand(state, seat, hand)
    after = given(state).when(PlayMonopoly(Resource.ORE)).state
    assert after.cards.hands == (
        (1, 0, 0, 0, 13),
        EDITION.nothing,
        EDITION.nothing,
        (9, 9, 9, 9, 0),
    )


# Pieces
def apart(state: State, number: int) -> tuple[int, ...]:
    """So many corners, no two of them neighbours."""
    found, closed = [], 0
    for corner, near in enumerate(state.table.land.topology.near_bits):
        if len(found) < number and not closed >> corner & 1:
            found.append(corner)
            closed |= near
    return tuple(found)


def test_a_sixteenth_road_and_a_sixth_settlement_are_refused():
    state = with_hand(with_roads(at_play(begun()), 15), 0, RICH)
    roads = (n for n in range(72) if not state.pieces.paved >> n & 1)
    refusals = [given(state).when(BuildRoad(edge)).refusal for edge in roads]
    assert "no_piece_left" in {refusal.code for refusal in refusals if refusal}
    state = with_hand(at_play(begun()), 0, RICH)
    *built, sixth = apart(state, 6)
    edge = state.table.land.topology.corner_edges[sixth][0]
    state = with_pieces(state, 0, settlements=tuple(built), roads=(edge,))
    given(state).when(BuildSettlement(sixth)).then_refused("no_piece_left")
    assert not given(state).legal("build_settlement")


def test_a_fifth_city_is_refused_and_a_city_gives_its_settlement_back():
    state = with_hand(at_play(begun(target_points=20)), 0, (0, 0, 0, 19, 19))
    corners = apart(state, 6)
    state = with_pieces(state, 0, settlements=corners[:5])
    for corner in corners[:4]:
        state = given(state).when(BuildCity(corner)).state
    state = with_hand(state, 0, RICH)
    given(state).when(BuildCity(corners[4])).then_refused("no_piece_left")
    edge = state.table.land.topology.corner_edges[corners[5]][0]
    state = with_pieces(state, 0, roads=(edge,))
    after = given(state).when(BuildSettlement(corners[5])).state
    assert after.pieces.settlements[0].bit_count() == 2


# Harbours
def test_a_harbours_rate_is_for_seats_with_a_building_on_it():
    state = at_play(begun())
    harbours = state.table.land.layout.harbours
    for harbour in harbours:
        corner = state.table.land.topology.edges[harbour.edge][1]
        there = with_pieces(state, 0, settlements=(corner,))
        give = harbour.resource or Resource.BRICK
        rate = 2 if harbour.resource else 3
        get = Resource.ORE if give is not Resource.ORE else Resource.WOOL
        few = with_hand(there, 0, tuple((rate - 1) * (n == give) for n in Resource))
        enough = with_hand(there, 0, tuple(rate * (n == give) for n in Resource))
        given(few).when(TradeWithBank(give, get)).then_refused("cannot_pay")
        after = given(enough).when(TradeWithBank(give, get)).state
        assert sum(after.cards.hands[0]) == 1
        others = with_pieces(state, 1, settlements=(corner,))
        others = with_hand(others, 0, enough.cards.hands[0])
        given(others).when(TradeWithBank(give, get)).then_refused("cannot_pay")


# Production
YIELD = dict(zip(dict.fromkeys(STANDARD_TERRAINS), (3, 1, 2, 0, 4), strict=False))


def slow_gains(state: State, rolled: int) -> list[list[int]]:
    """Return each seat's cards from a roll, hex by hex and building by building."""
    land, due = state.table.land, [[0] * 5 for _ in range(state.table.seats)]
    for hex_, terrain in enumerate(land.layout.terrains):
        if land.layout.tokens[hex_] != rolled or hex_ == state.pieces.robber:
            continue
        for corner in land.topology.hex_corners[hex_]:
            for seat in state.staying():
                is_town = state.pieces.settlements[seat] >> corner & 1
                is_city = state.pieces.cities[seat] >> corner & 1
                due[seat][YIELD[terrain]] += is_town + 2 * is_city
    for good, left in enumerate(state.cards.bank):
        wanting = [own for own in due if own[good]]
        if sum(own[good] for own in wanting) > left:
            for own in wanting:
                own[good] = left if len(wanting) == 1 else 0
    return due


@pytest.mark.parametrize("number", [70, 71, 72])
def test_every_roll_pays_as_counted_hex_by_hex(number: int):
    for state, *_ in random_game(number):
        if state.turn.phase is Phase.ROLL:
            for bank in (state.cards.bank, (1, 2, 1, 2, 1)):
                short = replace(state, cards=replace(state.cards, bank=bank))
                for rolled in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
                    assert [list(own) for own in gains(short, rolled)] == slow_gains(short, rolled)


# Luck
def test_the_luck_of_a_game_is_its_own_and_independent_of_earlier_moves():
    state = replace(begun(), turn=replace(begun().turn, phase=Phase.ROLL))
    other = replace(begun(4), turn=replace(begun(4).turn, phase=Phase.ROLL))
    dice = [decide(state, 0, Roll(), Chance(bytes([n]) * 32)).dice for n in range(12)]
    again = [decide(other, 0, Roll(), Chance(bytes([n]) * 32)).dice for n in range(12)]
    assert dice == again
    assert len(set(dice)) > 5


def test_a_theft_takes_any_card_of_the_victim():
    """S7"""
    state = with_hand(at_play(begun()), 1, (1, 0, 1, 0, 1))
    place = next(n for n in range(19) if n != state.pieces.robber)
    corner = state.table.land.topology.hex_corners[place][0]
    state = with_pieces(state, 1, settlements=(corner,))
    state = replace(state, turn=replace(state.turn, phase=Phase.ROBBER))
    hex_ = state.table.land.topology.hexes[place]
    taken = set()
    for n in range(20):
        event = decide(state, 0, MoveRobber(hex_, 1), Chance(bytes([n]) * 32))
        taken.add(event.stolen[0])
        assert event.stolen == (event.stolen[0], event.stolen[0], None)
    assert taken == {0, 2, 4}
    given(state).when(MoveRobber(hex_)).then_refused("victim_not_there")
    given(state).when(MoveRobber(hex_, 2)).then_refused("victim_not_there")


# The set-up and the end
def test_a_seat_that_leaves_in_the_set_up_is_passed_over():
    """S4"""
    state = given(begun(4)).when(Resign(), seat=1).state
    order = []
    while state.turn.phase is not Phase.ROLL:
        order.append(state.turn.seat)
        state = given(state).when(given(state).legal()[0]).state
    assert order == [0, 0, 2, 2, 3, 3, 3, 3, 2, 2, 0, 0]
    left = given(begun(3)).when(Resign()).state
    assert (left.turn.phase, left.turn.seat) == (Phase.FOUND_SETTLEMENT, 1)


def test_nothing_is_due_in_a_game_that_ended_when_all_others_left():
    state = begun(2)
    founding = given(state).when(BuildSettlement(0)).when(Resign(), seat=1).state
    state = with_hand(at_play(state), 0, (9, 0, 0, 0, 0))
    turn = replace(state.turn, phase=Phase.DISCARD, owed=(4, 0))
    discarding = given(replace(state, turn=turn)).when(Resign(), seat=1).state
    for over in (founding, discarding):
        assert over.standing.result.reason == "resignation"
        assert (over.turn.corner, over.turn.owed) == (None, (0, 0))


@pytest.mark.parametrize(("points", "winners"), [((2, 1), (0,)), ((1, 1), (0, 1))])
def test_a_game_that_nobody_wins_ends_after_so_many_turns(points, winners):
    state = at_play(begun(2))
    for seat, number in enumerate(points):
        corners = apart(state, 5)[2 * seat : 2 * seat + number]
        state = with_pieces(state, seat, settlements=corners)
    state = replace(state, turn=replace(state.turn, number=TURN_LIMIT - 1))
    goes_on = given(state).when(EndTurn()).state
    assert goes_on.standing.result is None
    result = given(at_play(goes_on, 1)).when(EndTurn()).state.standing.result
    assert (result.reason, result.winners, result.scores) == ("turn_limit", winners, points)


def test_a_settlement_is_paid_for_and_the_price_goes_to_the_bank():
    """S8"""
    state = with_hand(with_roads(at_play(begun()), 2), 0, EDITION.settlement)
    after = given(state).when(BuildSettlement(ring(state)[2])).state
    assert after.cards.hands[0] == EDITION.nothing
    assert after.cards.bank == (19, 19, 19, 19, 19)
