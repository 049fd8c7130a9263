"""Positions of settlers, built by changes to a deal."""

from typing import Any

from msgspec.structs import replace

from domain.record.chance import Chance
from domain.record.setup import Setup
from domain.settlers import turns
from domain.settlers.board import land_of, standard_board
from domain.settlers.cards import DEVELOPMENTS, EDITION, Counts, Development, minus
from domain.settlers.evolve import initial_state
from domain.settlers.rules import VERSIONS, Options, Rules
from domain.settlers.state import Phase, State, Table
from tests.domain.given import Given
from tests.domain.settlers.newest import RULESET
from tests.domain.settlers.slow_roads import path

CHANCE = Chance(bytes(32))


def given(state: State, chance: Chance = CHANCE) -> Given[State]:
    return Given(RULESET, state, chance)


def begun(
    seats: int = 3, chance: Chance = CHANCE, rules: Rules = VERSIONS[-1], **options: Any
) -> State:
    """A game just dealt; seat 0 begins."""
    board, chosen = standard_board(), Options(**options)
    dealt = turns.deal(Setup(board, chosen, seats, 0), chance)
    table = Table(board, land_of(board.topology, dealt.layout), chosen, rules, seats, 0)
    return initial_state(table, dealt)


def at_play(state: State, seat: int = 0) -> State:
    """The same in the trade and building part of a seat's turn."""
    founded = 2 * state.table.seats
    turn = replace(state.turn, seat=seat, phase=Phase.PLAY, founded=founded, dice=(1, 2))
    return replace(state, turn=turn)


def with_hand(state: State, seat: int, hand: Counts) -> State:
    """The same with cards of the bank in a seat's hand."""
    hands = tuple(hand if n == seat else own for n, own in enumerate(state.cards.hands))
    bank = EDITION.bank
    for own in hands:
        bank = minus(bank, own)
    return replace(state, cards=replace(state.cards, hands=hands, bank=bank))


def with_pieces(
    state: State, seat: int, settlements: tuple[int, ...] = (), roads: tuple[int, ...] = ()
) -> State:
    """The same with a seat's settlements on corners and roads on edges; honours stay."""
    pieces, topology = state.pieces, state.table.land.topology
    built = sum(1 << corner for corner in settlements)
    paved = sum(1 << edge for edge in roads)
    reach = built
    for edge in roads:
        reach |= topology.edge_corner_bits[edge]
    closed = pieces.closed
    for corner in settlements:
        closed |= topology.near_bits[corner]

    def joined(own: tuple[int, ...], more: int) -> tuple[int, ...]:
        return tuple(bits | more if n == seat else bits for n, bits in enumerate(own))

    pieces = replace(
        pieces,
        settlements=joined(pieces.settlements, built),
        roads=joined(pieces.roads, paved),
        reach=joined(pieces.reach, reach),
        buildings=pieces.buildings | built,
        closed=closed,
        paved=pieces.paved | paved,
    )
    return replace(state, pieces=pieces)


def holding(state: State, seat: int, *cards: Development) -> State:
    """The same with development cards in a seat's hand."""
    own = tuple(map(cards.count, DEVELOPMENTS))
    held = tuple(own if n == seat else each for n, each in enumerate(state.cards.developments))
    return replace(state, cards=replace(state.cards, developments=held))


def another_hex(state: State) -> tuple[int, int]:
    """The last hex but the robber's."""
    hexes = state.table.land.topology.hexes
    return hexes[-1] if state.pieces.robber != len(hexes) - 1 else hexes[-2]


def ring(state: State, number: int = 0) -> tuple[int, ...]:
    corners = state.table.land.topology.hex_corners[number]
    return (*corners, corners[0])


def with_roads(state: State, number: int) -> State:
    """The same with so many roads of seat 0 round the hexes of the first row, and a settlement."""
    topology = state.table.land.topology
    edges = list(dict.fromkeys(e for hex_ in (0, 1, 2) for e in path(topology, *ring(state, hex_))))
    return with_pieces(state, 0, settlements=(ring(state)[0],), roads=tuple(edges[:number]))
