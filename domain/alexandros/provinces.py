"""Provinces: the spaces that the walls leave connected, and their holders (A12, A18)."""

from dataclasses import dataclass

from domain.alexandros.board import SYMBOLS, Board
from domain.alexandros.state import Pieces
from domain.grids.sharing import remembered


@dataclass(frozen=True, slots=True)
class Province:
    """Spaces within walls: all of them, its yield, and its symbol spaces by symbol."""

    spaces: tuple[int, ...]
    yields: int
    symbol_spaces: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Provinces:
    """The provinces of a walled board, by first space; ``at`` has each space's province."""

    all: tuple[Province, ...]
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """The seat that holds a province and the spaces of its governors there."""

    seat: int
    governors: tuple[int, ...]


@remembered(16)
def provinces_of(board: Board, walls: int) -> Provinces:
    """Return the provinces that walls (a bit set of sides) make of a board (A12)."""
    labels = board.topology.components(walls)
    indices: dict[int, int] = {}
    groups: list[list[int]] = []
    for space, label in enumerate(labels):
        index = indices.setdefault(label, len(groups))
        if index == len(groups):
            groups.append([])
        groups[index].append(space)
    at = tuple(indices[label] for label in labels)
    return Provinces(tuple(_province(board, tuple(group)) for group in groups), at)


def _province(board: Board, spaces: tuple[int, ...]) -> Province:
    by_symbol = tuple(
        tuple(space for space in spaces if board.symbols[space] is symbol) for symbol in SYMBOLS
    )
    return Province(spaces, len(spaces) - sum(map(len, by_symbol)), by_symbol)


def holdings(provinces: Provinces, pieces: Pieces) -> dict[int, Holding]:
    """Return the holdings by province index; free provinces are left out."""
    held: dict[int, tuple[int, list[int]]] = {}
    for seat, spaces in enumerate(pieces.governors):
        for space in spaces:
            held.setdefault(provinces.at[space], (seat, []))[1].append(space)
    return {index: Holding(seat, tuple(spaces)) for index, (seat, spaces) in held.items()}


def gains(board: Board, pieces: Pieces) -> tuple[int, ...]:
    """Return each seat's gain at a levy: the yield of its provinces with one governor (A16)."""
    provinces = provinces_of(board, pieces.walls)
    points = [0] * len(pieces.governors)
    for index, holding in holdings(provinces, pieces).items():
        if len(holding.governors) == 1:
            points[holding.seat] += provinces.all[index].yields
    return tuple(points)
