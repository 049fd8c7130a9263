"""The features of positions: those of settlers, and of the journey, auctions and advisors."""

from collections.abc import Sequence

import numpy as np

from domain.alexander_the_great.board import Kind
from domain.alexander_the_great.cards import GOLD
from domain.alexander_the_great.state import (
    ADVISOR_FROM,
    CHIP_INDEX,
    CHIP_KINDS,
    CHIPS,
    KNIGHT_WORTH,
    USEFUL,
    Advisor,
    Occasion,
    Phase,
)
from domain.alexander_the_great.turns import chips_passed
from domain.planning.alexander_the_great.position import Position
from domain.planning.arrays import Array, Features, lead
from domain.planning.settlers.features import of_game, of_seats, points_of
from domain.planning.settlers.places import places_of
from domain.planning.settlers.position import expected_hands

OCCASIONS = tuple(Occasion)
BATTLE = OCCASIONS.index(Occasion.BATTLE)
GATE_TURNS = 6
"""The turns that a gate takes on average: it opens to a seven alone (G11)."""
CARDS_A_POINT = 5.0
"""The cards that a point costs, about: a settlement four, a city five and its place."""
_TAKEN = np.array([USEFUL[each][:GOLD] for each in OCCASIONS], dtype=float)


def features(positions: Sequence[Position]) -> Features:
    """Return the features of positions of one game."""
    hands = np.array([expected_hands(each) for each in positions])
    seats = range(positions[0].table.seats)
    awarded = np.array([[each.journey.advisor_points(n) for n in seats] for each in positions])
    gold = np.array([[hand[GOLD] for hand in each.state.cards.hands] for each in positions])
    scores = points_of(positions) + awarded
    columns = [
        *of_seats(positions, hands, awarded),
        *_honours(positions),
        *_powers(positions, hands, gold),
        *_in_sight(positions, hands, gold, scores),
    ]
    game = [[*of_game(each), *_of_game(each)] for each in positions]
    return Features(np.stack(columns, axis=2), np.array(game))


def _honours(positions: Sequence[Position]) -> list[Array]:
    """Return chips and advisors by seat."""
    seats = range(positions[0].table.seats)
    chips = np.array([[sum(each.journey.won[n]) for n in seats] for each in positions])
    held = [
        np.array([[each.journey.advisors[n] is advisor for n in seats] for each in positions])
        for advisor in Advisor
    ]
    return [
        chips / 7,
        lead(chips) / 4,
        np.maximum(0, ADVISOR_FROM - chips) / ADVISOR_FROM,
        *(each.astype(float) for each in held),
    ]


def _powers(positions: Sequence[Position], hands: Array, gold: Array) -> list[Array]:
    """Return the most that seats can bid: for each occasion, and in the auction under way."""
    seats = range(positions[0].table.seats)
    knights = np.array([each.state.cards.knights for each in positions])
    # By position, seat and occasion.
    power = hands @ _TAKEN.T + gold[:, :, None]
    power[:, :, BATTLE] += KNIGHT_WORTH * knights
    leads = [lead(power[:, :, n]) / 8 for n in range(len(OCCASIONS))]
    bidding = np.array([[_bidding(each, n) for n in seats] for each in positions])
    return [
        gold / 8,
        lead(gold) / 8,
        *np.moveaxis(power / 12, 2, 0),
        *leads,
        *np.moveaxis(bidding, 2, 0),
        *_auctioned(positions, power, leads),
    ]


def _bidding(position: Position, seat: int) -> tuple[float, ...]:
    """Return a seat's part in the auction under way."""
    auction = position.journey.auction
    if auction is None:
        return (0.0, 0.0, 0.0, 0.0)
    is_high = auction.high is not None and auction.high[0] == seat
    return (
        float(seat in auction.bidding),
        float(seat == auction.seat),
        float(is_high),
        auction.bid / 10 if is_high else 0.0,
    )


def _auctioned(
    positions: Sequence[Position], power: Array, leads: Sequence[Array]
) -> tuple[Array, Array]:
    """Return by how much seats can outbid the highest bid, and all others; 0 without auction."""
    margin, ahead = np.zeros(power.shape[:2]), np.zeros(power.shape[:2])
    for n, each in enumerate(positions):
        auction = each.journey.auction
        if auction is not None:
            occasion = OCCASIONS.index(auction.occasion)
            taking = np.isin(np.arange(power.shape[1]), auction.bidding)
            margin[n] = taking * (power[n, :, occasion] - auction.bid) / 10
            ahead[n] = taking * leads[occasion][n]
    return margin, ahead


def _in_sight(
    positions: Sequence[Position], hands: Array, gold: Array, scores: Array
) -> list[Array]:
    """Return the points in sight at Persepolis, by the cards that seats will have until then."""
    seats = range(positions[0].table.seats)
    tables = places_of(positions[0].state.table.land)
    grounds = [
        [
            tables.ground(
                GOLD + 1,
                each.state.pieces.settlements[n],
                each.state.pieces.cities[n],
                each.state.pieces.robber,
            )
            for n in seats
        ]
        for each in positions
    ]
    mined = np.array([[each.beside for each in row] for row in grounds])
    goods = np.array([[sum(each.production) for each in row] for row in grounds]) + mined
    turns = np.array([[_turns_ahead(each)] for each in positions])
    drawn = np.array([[_draws_ahead(each)] for each in positions])
    cards = hands.sum(axis=2) + gold + np.minimum(drawn, turns) + goods / 36 * turns
    sight = scores + cards / CARDS_A_POINT
    late = 1 / (1 + turns / len(seats))
    return [mined / 6, sight / 14, lead(sight) / 5, late * lead(scores)]


def _turns_ahead(position: Position) -> float:
    """Return the average number of turns until Alexander reaches Persepolis."""
    ahead = position.table.board.route[position.journey.crossing + 1 :]
    return float(sum(GATE_TURNS if each.kind is Kind.GATE else 1 for each in ahead))


def _draws_ahead(position: Position) -> float:
    """Return the cards that the reserve has for each seat (G8)."""
    return len(position.journey.reserve or ()) / position.table.seats


def _of_game(position: Position) -> list[float]:
    """Return the step of the journey, the way ahead, and the auction under way."""
    journey, board = position.journey, position.table.board
    kinds = [each.kind for each in board.route[journey.crossing + 1 :]]
    unseen = [CHIPS.count(kind) for kind in CHIP_KINDS]
    for chip in journey.chips[: chips_passed(position.whole)]:
        unseen[CHIP_INDEX[chip]] -= 1
    auction, phase = journey.auction, position.phase
    occasion = None if auction is None else auction.occasion
    return [
        (journey.crossing + 1) / len(board.route),
        _turns_ahead(position) / 60,
        kinds.count(Kind.GATE) / 3,
        kinds.count(Kind.CHIP) / 25,
        kinds.count(Kind.TEMPLE) / 13,
        float(bool(kinds) and kinds[0] is Kind.GATE),
        *(n / 7 for n in unseen),
        journey.removed / 5,
        len(journey.reserve or ()) / 60,
        float(journey.reserve is None),
        *(float(advisor in journey.advisors) for advisor in Advisor),
        *(float(each is occasion) for each in OCCASIONS),
        0.0 if auction is None else auction.bid / 10,
        0.0 if auction is None else len(auction.bidding) / 4,
        float(phase is Phase.MARCH),
        float(phase is Phase.PAY),
        position.state.cards.bank[GOLD] / 40,
    ]
