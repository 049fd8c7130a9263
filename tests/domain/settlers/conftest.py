"""Positions of settlers to test rules on, built by hand or played at random."""

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.kernel.setup import Setup
from domain.record.chance import Chance
from domain.settlers import turns
from domain.settlers.board import land_of, standard_board
from domain.settlers.cards import EDITION, Counts, minus
from domain.settlers.decide import decide
from domain.settlers.evolve import evolve, initial_state
from domain.settlers.legal import legal_moves
from domain.settlers.moves import AnyMove, Resign
from domain.settlers.options import Options
from domain.settlers.places import to_act
from domain.settlers.rules import VERSIONS, Rules
from domain.settlers.state import Phase, State, Table

CHANCE = Chance(bytes(32))


def begun(
    seats: int = 3, chance: Chance = CHANCE, rules: Rules = VERSIONS[-1], **options: Any
) -> State:
    """A game just dealt, of which seat 0 begins."""
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


def random_game(
    number: int, seats: int = 4, rules: Rules = VERSIONS[-1]
) -> Iterator[tuple[State, int, AnyMove, State]]:
    """Every step of a game played at random: the position, who moved what, and what came of it."""
    luck, chance = random.Random(number), Chance(number.to_bytes(32, "big"))
    state = begun(seats, chance, rules)
    while state.turn.phase is not Phase.OVER:
        seat = luck.choice(to_act(state))
        listed = legal_moves(state, seat, 2000).moves
        move = luck.choice([move for move in listed if not isinstance(move, Resign)])
        after = evolve(state, decide(state, seat, move, chance))
        yield state, seat, move, after
        state = after
