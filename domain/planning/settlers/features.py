"""The features of positions of settlers, many at once: numbers by seat, and of the whole game."""

from collections.abc import Sequence

import numpy as np

from domain.planning.arrays import Array, Features, lead
from domain.planning.settlers.places import Places, places_of
from domain.planning.settlers.position import (
    VICTORY_POINT,
    Position,
    expected_hands,
    unseen_developments,
)
from domain.settlers import phases
from domain.settlers.cards import Edition
from domain.settlers.state import CITIES, ROADS, SETTLEMENTS, State, points, public_points

STRENGTH = 0
"""The feature by which a seat's strongest rival is found: its points."""


def features(positions: Sequence[Position]) -> Features:
    """Return the features of positions of one game."""
    hands = np.array([expected_hands(each) for each in positions])
    return Features(
        np.stack(of_seats(positions, hands), axis=2),
        np.array([of_game(each) for each in positions]),
    )


def of_seats(
    positions: Sequence[Position], hands: Array, awarded: Array | float = 0.0
) -> list[Array]:
    """Return the features by seat, from its resources and the points a scenario awarded it."""
    first = positions[0].state
    seats, edition = range(first.table.seats), first.table.edition
    known = np.array([[sum(hand) for hand in each.hands()] for each in positions], dtype=float)
    tables = places_of(first.table.land)
    places = np.array([[_places(tables, each.state, seat) for seat in seats] for each in positions])
    production, rates = places[:, :, :5], places[:, :, 5:10]
    rest = places[:, :, 10:]
    scores = points_of(positions) + awarded
    target = float(first.table.options.target_points)
    standing = np.array([[_standing(each, seat) for seat in seats] for each in positions])
    return [
        *_score(scores, target),
        *_production(production, rates),
        *_hand(hands, known, edition.discard_above),
        *_purchases(hands, production, rates, edition, places),
        *np.moveaxis(rest / _REST, 2, 0),
        *np.moveaxis(standing[:, :, 3:], 2, 0),
        *_honours(standing),
    ]


_REST = np.array([6, 12, 12, 12, 3, SETTLEMENTS, CITIES, ROADS, 1.0])
"""The scales of ``_places`` after production and rates."""


def _places(tables: Places, state: State, seat: int) -> tuple[float, ...]:
    """Return production, rates, and the places to build on."""
    pieces = state.pieces
    own = tables.ground(
        len(state.table.edition.goods),
        pieces.settlements[seat],
        pieces.cities[seat],
        pieces.robber,
    )
    others = pieces.buildings & ~state.built(seat)
    near = tables.spots(pieces.reach[seat], pieces.closed, pieces.paved, others)
    return (
        *own.production,
        *own.rates,
        own.blocked,
        *near.best,
        min(3, near.now),
        pieces.settlements[seat].bit_count(),
        pieces.cities[seat].bit_count(),
        pieces.roads[seat].bit_count(),
        float(not state.stays(seat)),
    )


def points_of(positions: Sequence[Position]) -> Array:
    """Return the points of seats: [position, seat]."""
    return np.array([_points(each) for each in positions])


def _points(position: Position) -> list[float]:
    """Return each seat's points, with the hidden ones that it has on average."""
    state = position.state
    pool = unseen_developments(position)
    share = pool[VICTORY_POINT] / (sum(pool) or 1)
    return [
        float(points(state, seat))
        if seat == position.viewer
        else public_points(state, seat) + share * sum(state.cards.developments[seat])
        for seat in range(state.table.seats)
    ]


def _score(scores: Array, target: float) -> list[Array]:
    ahead = lead(scores)
    return [
        scores / target,
        np.maximum(0, target - scores) / 10,
        (scores >= target - 1).astype(float),
        (scores >= target - 2).astype(float),
        ahead / 5,
    ]


def _production(production: Array, rates: Array) -> list[Array]:
    total = production.sum(axis=2)
    return [
        total / 20,
        lead(total) / 10,
        *np.moveaxis(production / 6, 2, 0),
        (production > 0).sum(axis=2) / 5,
        (production / rates).sum(axis=2) / 6,
        rates.mean(axis=2) / 4,
    ]


def _hand(hands: Array, known: Array, spared: int) -> list[Array]:
    size = hands.sum(axis=2)
    return [
        size / 10,
        np.maximum(0, size - spared) / 5,
        known / 10,
        *np.moveaxis(np.minimum(4, hands) / 4, 2, 0),
    ]


def _purchases(
    hands: Array, production: Array, rates: Array, edition: Edition, places: Array
) -> list[Array]:
    """Return how far each seat is from each purchase: in cards, and in turns of the table."""
    columns = []
    spare_ways = (production / rates).sum(axis=2)
    for price in (edition.settlement, edition.city, edition.development, edition.road):
        needed = np.array(price[:5], dtype=float)
        lacking = np.maximum(0, needed - hands)
        spare = (np.maximum(0, hands - needed) / rates).sum(axis=2)
        missing = np.maximum(0, lacking.sum(axis=2) - spare)
        turns = missing / (0.5 + production.sum(axis=2) / 36 * 2 + spare_ways / 36)
        columns += [np.minimum(5, lacking.sum(axis=2)) / 5, missing / 5, 1 / (1 + turns)]
    has_spot = places[:, :, 14] > 0
    can_settle = (columns[1] == 0) & has_spot & (places[:, :, 15] < SETTLEMENTS)
    can_upgrade = (columns[4] == 0) & (places[:, :, 15] > 0) & (places[:, :, 16] < CITIES)
    return [*columns, can_settle.astype(float), can_upgrade.astype(float)]


def _standing(position: Position, seat: int) -> tuple[float, ...]:
    """Return road length, army and holders first, then cards and the turn."""
    state, viewer = position.state, position.viewer
    turn, standing, cards = state.turn, state.standing, state.cards
    on = turn.seat == seat
    own = cards.developments[seat]
    playable = [held - new for held, new in zip(own, turn.bought, strict=True)] if on else own
    mine = seat == viewer
    number = sum(own)
    return (
        standing.roads[seat],
        cards.knights[seat],
        0.0,
        standing.roads[seat] / 10,
        float(standing.longest_road == seat),
        cards.knights[seat] / 5,
        float(standing.largest_army == seat),
        number / 4,
        playable[0] / 2 if mine else 0.3 * number,
        sum(playable[2:]) / 2 if mine else 0.12 * number,
        float(mine),
        float(on),
        (seat - turn.seat) % state.table.seats / 3,
        float(on and turn.phase is phases.ROLL),
        float(on and turn.phase is phases.PLAY),
        float(on and turn.phase in (phases.ROBBER, phases.DISCARD)),
        turn.owed[seat] / 5,
        turn.free_roads / 2 if on else 0.0,
        float(on and turn.has_played_card),
    )


def _honours(standing: Array) -> list[Array]:
    return [lead(standing[:, :, 0]) / 5, lead(standing[:, :, 1]) / 3]


def of_game(position: Position) -> list[float]:
    """Return the features of the game."""
    state = position.state
    seats, turn = state.table.seats, state.turn
    most = max(public_points(state, seat) for seat in range(seats))
    return [
        len(state.cards.deck) / 25,
        min(2.0, turn.number / (20 * seats)),
        float(seats == 2),
        float(seats == 3),
        float(seats == 4),
        most / state.table.options.target_points,
        float(turn.phase in phases.FOUNDING),
        turn.founded / (2 * seats),
        min(state.cards.bank[:5]) / 19,
        float(state.standing.longest_road is None),
        float(state.standing.largest_army is None),
    ]
