"""Random games of settlers: what must hold at every step, whatever is played."""

import pytest

from domain.settlers.cards import DECK, FULL_BANK
from domain.settlers.decide import decide
from domain.settlers.legal import legal_moves
from domain.settlers.moves import Resign
from domain.settlers.places import to_act
from domain.settlers.roads import longest
from domain.settlers.state import CITIES, ROADS, SETTLEMENTS, State, points
from tests.domain.settlers.conftest import CHANCE, begun, in_all, random_game
from tests.domain.settlers.slow import slow_longest

GAMES = range(12)


def check_cards(state: State) -> None:
    cards = state.cards
    assert in_all(state) == FULL_BANK
    assert min(min(hand) for hand in (*cards.hands, cards.bank)) >= 0
    held = sum(map(sum, cards.developments)) + sum(cards.knights)
    assert len(cards.deck) + held <= len(DECK)


def check_pieces(state: State) -> None:
    pieces, topology = state.pieces, state.table.land.topology
    for seat in range(state.table.seats):
        assert pieces.settlements[seat].bit_count() <= SETTLEMENTS
        assert pieces.cities[seat].bit_count() <= CITIES
        assert pieces.roads[seat].bit_count() <= ROADS
        blocked = pieces.buildings & ~state.built(seat)
        assert state.standing.roads[seat] == longest(topology, pieces.roads[seat], blocked)
    for one, other in topology.edges:
        assert not (pieces.buildings >> one & 1 and pieces.buildings >> other & 1)  # S9


@pytest.mark.parametrize("number", GAMES)
def test_cards_and_pieces_are_conserved_and_the_distance_rule_holds(number: int):
    for _, _, _, after in random_game(number, seats=2 + number % 3):
        check_cards(after)
        check_pieces(after)


@pytest.mark.parametrize("number", [100, 101])
def test_the_longest_road_equals_that_of_a_slow_search(number: int):
    for before, _, _, after in random_game(number):
        if before.standing.roads == after.standing.roads:
            continue
        topology, pieces = after.table.land.topology, after.pieces
        for seat in range(4):
            blocked = pieces.buildings & ~after.built(seat)
            slow = slow_longest(topology, pieces.roads[seat], blocked)
            assert after.standing.roads[seat] == slow


def test_a_game_ends_when_its_seat_on_turn_has_the_points():
    for number in GAMES:
        *_, (before, seat, _, after) = random_game(number)
        result = after.standing.result
        assert result.reason == "target_points"
        assert result.winners == (after.turn.seat,)
        assert points(after, after.turn.seat) >= 10
        assert points(before, seat) < 10 or seat != after.turn.seat


def test_every_listed_move_is_accepted():
    for state, _, _, _ in random_game(7):
        for seat in range(4):
            for move in legal_moves(state, seat, 2000).moves:
                decide(state, seat, move, CHANCE)


def test_whoever_is_not_to_act_can_only_resign():
    for state, _, _, _ in random_game(8):
        for seat in set(range(4)) - set(to_act(state)):
            assert legal_moves(state, seat, 2000).moves == (Resign(),)


def test_a_list_that_is_cut_says_so():
    found = legal_moves(begun(), 0, 10)
    assert (len(found.moves), found.complete) == (10, False)
