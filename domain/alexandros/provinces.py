"""Provinces: the groups of spaces that the walls leave connected, and who holds them (A12, A18)."""

from dataclasses import dataclass

from domain.alexandros.board import SYMBOLS, Board
from domain.alexandros.state import Land
from domain.grids.sharing import remembered


@dataclass(frozen=True, slots=True)
class Province:
    """Spaces within walls: all of them, its yield, and its symbol spaces by symbol."""

    spaces: tuple[int, ...]
    yields: int
    symbol_spaces: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Provinces:
    """The provinces of a walled board, by first space; ``at`` gives each space's place in them."""

    all: tuple[Province, ...]
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """The seat that holds a province and the spaces of its governors there."""

    seat: int
    governors: tuple[int, ...]


@remembered(16)
def provinces_of(board: Board, walls: int) -> Provinces:
    """The provinces that the walls (a bit set of sides) make of a board (A12)."""
    labels = board.topology.components(walls)
    places: dict[int, int] = {}
    groups: list[list[int]] = []
    for space, label in enumerate(labels):
        place = places.setdefault(label, len(groups))
        if place == len(groups):
            groups.append([])
        groups[place].append(space)
    at = tuple(places[label] for label in labels)
    return Provinces(tuple(_province(board, tuple(group)) for group in groups), at)


def _province(board: Board, spaces: tuple[int, ...]) -> Province:
    by_symbol = tuple(
        tuple(space for space in spaces if board.symbols[space] is symbol) for symbol in SYMBOLS
    )
    return Province(spaces, len(spaces) - sum(map(len, by_symbol)), by_symbol)


def holdings(provinces: Provinces, land: Land) -> dict[int, Holding]:
    """Who holds which province, by its place; provinces of nobody are left out."""
    held: dict[int, tuple[int, list[int]]] = {}
    for seat, spaces in enumerate(land.governors):
        for space in spaces:
            held.setdefault(provinces.at[space], (seat, []))[1].append(space)
    return {place: Holding(seat, tuple(spaces)) for place, (seat, spaces) in held.items()}


def gains(board: Board, land: Land) -> tuple[int, ...]:
    """What a levy brings each seat: the yield of its provinces with exactly one governor (A16)."""
    provinces = provinces_of(board, land.walls)
    points = [0] * len(land.governors)
    for place, holding in holdings(provinces, land).items():
        if len(holding.governors) == 1:
            points[holding.seat] += provinces.all[place].yields
    return tuple(points)
