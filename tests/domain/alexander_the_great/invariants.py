"""What holds in every position of the scenario, worked out anew from scratch."""

from itertools import permutations

from domain.alexander_the_great.state import CHIP_KINDS, Advisor, Occasion, Phase, State
from domain.grids.hexagonal import bits
from domain.settlers.cards import DECK, ONE, plus
from domain.settlers.state import CITIES, ROADS, SETTLEMENTS, points

ADVISOR_POINTS = {None: 0, Advisor.FIRST: 4, Advisor.SECOND: 3, Advisor.THIRD: 2}


def assert_sound(state: State) -> None:
    """All of it."""
    assert_cards_conserved(state)
    assert_chips_conserved(state)
    assert_pieces(state)
    assert_points(state)
    assert_advisors(state)


def assert_cards_conserved(state: State) -> None:
    """95 resource cards, 40 gold, 25 development cards of which 14 knights."""
    cards, total = state.base.cards, state.base.cards.bank
    for hand in cards.hands:
        total = plus(total, hand)
    for card in state.journey.reserve or ():
        total = plus(total, ONE[card])
    assert total == (19, 19, 19, 19, 19, 40)
    assert min(min(hand) for hand in (*cards.hands, cards.bank)) >= 0
    held = sum(map(sum, cards.developments)) + sum(cards.knights)
    assert len(cards.deck) + held <= len(DECK)
    knights = sum(own[0] for own in cards.developments) + sum(cards.knights)
    assert knights + cards.deck.count("knight") == 14


def assert_chips_conserved(state: State) -> None:
    """28 chips, 7 of each: won, ahead, out of the game, unseen or bid for."""
    journey, board = state.journey, state.table.board
    assert all(journey.chips.count(kind) == 7 for kind in CHIP_KINDS)
    ahead = [n for n in board.chip_numbers[journey.crossing + 1 :] if n is not None]
    won = sum(map(sum, journey.won))
    bid_for = journey.auction is not None and journey.auction.occasion is not Occasion.FOUNDING
    if state.phase is not Phase.OVER:
        assert won + journey.removed + len(ahead) + bid_for + 3 == 28
    for place, kind in enumerate(CHIP_KINDS):
        assert sum(own[place] for own in journey.won) <= 7, kind


def assert_pieces(state: State) -> None:
    """Supplies, the distance rule (S9), nothing built beside what lies ahead (G22)."""
    pieces, topology = state.base.pieces, state.table.board.topology
    for seat in range(state.table.seats):
        assert pieces.settlements[seat].bit_count() <= SETTLEMENTS
        assert pieces.cities[seat].bit_count() <= CITIES
        assert pieces.roads[seat].bit_count() <= ROADS
    for one, other in topology.edges:
        assert not (pieces.buildings >> one & 1 and pieces.buildings >> other & 1)
    route = state.table.board.route[state.journey.crossing + 1 :]
    closed = 0
    for corner in (*bits(pieces.buildings), *(crossing.corner for crossing in route)):
        closed |= topology.near_bits[corner]
    assert pieces.closed == closed
    on_the_way = sum(1 << crossing.corner for crossing in state.table.board.route)
    beside = [pieces.buildings & topology.near_bits[crossing.corner] for crossing in route]
    assert not any(built & ~on_the_way for built in beside)


def assert_points(state: State) -> None:
    """Points from pieces, honours, advisors and victory point cards."""
    base = state.base
    for seat, advisor in enumerate(state.journey.advisors):
        built = base.pieces.settlements[seat].bit_count() + 2 * base.pieces.cities[seat].bit_count()
        honours = [base.standing.longest_road, base.standing.largest_army].count(seat)
        cards = base.cards.developments[seat][1]
        assert points(base, seat) == built + 2 * honours + cards + ADVISOR_POINTS[advisor]
    army = base.standing.largest_army
    assert army is None or base.cards.knights[army] >= 3


def assert_advisors(state: State) -> None:
    """One a seat, each once, to seats with three chips; the more chips, the better (G20, G21)."""
    journey, seats, staying = state.journey, range(state.table.seats), state.base.staying()
    held = [advisor for advisor in journey.advisors if advisor is not None]
    assert len(held) == len(set(held))
    assert state.table.seats == 4 or Advisor.SECOND not in held
    worth = [ADVISOR_POINTS[advisor] for advisor in journey.advisors]
    assert all(state.chips(seat) >= 3 for seat in seats if worth[seat])
    for one, other in permutations(seats, 2):
        if other in staying and journey.chooser is None and worth[one] > worth[other]:
            assert state.chips(one) >= state.chips(other)
