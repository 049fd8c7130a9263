"""Positions of settlers with pieces and development cards, and moves played on them."""

import pytest
from msgspec.structs import replace

from domain.errors import Refused
from domain.record.chance import Chance
from domain.settlers.cards import DEVELOPMENTS, Development
from domain.settlers.decide import decide
from domain.settlers.evolve import evolve
from domain.settlers.state import State
from tests.domain.settlers.conftest import CHANCE, with_pieces
from tests.domain.settlers.slow_roads import path


def play(state: State, *moves, chance: Chance = CHANCE) -> State:
    for seat, move in moves:
        state = evolve(state, decide(state, seat, move, chance))
    return state


def refused(state: State, seat: int, move) -> str:
    with pytest.raises(Refused) as refusal:
        decide(state, seat, move, CHANCE)
    return refusal.value.code


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
