"""Where Alexander may march, along which ways and what they cost in walls (A2 to A9)."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.alexandros.board import SYMBOLS, Board, Symbol
from domain.alexandros.cards import Counts
from domain.alexandros.state import Display, Land, Marching, State
from domain.grids.sharing import remembered
from domain.grids.triangular import TriangleTopology


@dataclass(frozen=True, slots=True)
class Target:
    """A space Alexander may march to, and those of its points whose way can be paid for."""

    space: int
    points: tuple[int, ...]


def is_free(board: Board, land: Land, space: int) -> bool:
    """Whether a symbol space is free (A2): no wall on its sides, no governor, not Alexander."""
    return (
        not land.walls & board.topology.space_walls[space]
        and space != land.space
        and land.governor_at(space) is None
    )


def free_spaces(board: Board, land: Land, symbol: Symbol) -> list[int]:
    """The free spaces of a symbol (A2)."""
    return [space for space in board.symbol_spaces[symbol] if is_free(board, land, space)]


def distance(board: Board, land: Land, space: int) -> int:
    """How far a space's nearest point is from Alexander's (A3)."""
    away = board.topology.distances(land.point)
    return min(away[point] for point in board.topology.space_points[space])


def payable_points(board: Board, land: Land, space: int) -> tuple[int, ...]:
    """The points of a space to which the remaining walls can pay for some way (A8)."""
    left = land.walls_left
    points = board.topology.space_points[space]
    away = board.topology.distances(land.point)
    if max(away[point] for point in points) <= left:
        return points
    costs = cheapest(board.topology, land.walls, land.point)
    return tuple(point for point in points if costs[point] <= left)


@remembered(32)
def cheapest(topology: TriangleTopology, walls: int, start: int) -> tuple[int, ...]:
    """The fewest new walls that a shortest way from ``start`` to each point needs (A5)."""
    away = topology.distances(start)
    costs = [0] * len(away)
    for point in sorted(range(len(away)), key=away.__getitem__):
        if point != start:
            costs[point] = min(
                costs[before] + (not walls >> side & 1)
                for before, side in topology.nearer(away, point)
            )
    return tuple(costs)


def targets_of(state: State, marching: Marching) -> tuple[Target, ...]:
    """The spaces Alexander may march to: the closest free ones that can be paid for (A4, A8).

    With the option ``joker: any`` a joker leads to any of them (A6).
    """
    board, land = state.table.board, state.land
    payable = [
        Target(space, points)
        for space in free_spaces(board, land, marching.symbol)
        if (points := payable_points(board, land, space))
    ]
    if marching.joker and state.table.options.joker == "any":
        return tuple(payable)
    away = [distance(board, land, target.space) for target in payable]
    closest = min(away, default=0)
    return tuple(target for target, far in zip(payable, away, strict=True) if far == closest)


def has_target(board: Board, land: Land, symbol: Symbol) -> bool:
    """Whether Alexander could march to some free space of the symbol (A8)."""
    return any(
        is_free(board, land, space) and payable_points(board, land, space)
        for space in board.symbol_spaces[symbol]
    )


def marchable_symbols(board: Board, land: Land) -> tuple[Symbol, ...]:
    """The symbols that have a free space Alexander can pay his way to."""
    return tuple(symbol for symbol in SYMBOLS if has_target(board, land, symbol))


def ways(board: Board, land: Land, goal: int) -> Iterator[tuple[int, ...]]:
    """The shortest ways to a point that the remaining walls can pay for, as points, one by one.

    Each step of the search keeps to ways that can be completed, so a way costs no more than its
    length, however many there are.
    """
    topology, steps = board.topology, board.topology.steps
    away = topology.distances(land.point)
    is_rich = away[goal] <= land.walls_left
    costs = (0,) * len(away) if is_rich else cheapest(topology, land.walls, land.point)
    pending: list[tuple[_Way, int]] = [((goal, None), land.walls_left)]
    while pending:
        way, left = pending.pop()
        if way[0] == land.point:
            yield _points(way)
            continue
        nearer = away[way[0]] - 1
        for before, side in steps[way[0]]:
            rest = left - (not land.walls >> side & 1)
            if away[before] == nearer and (is_rich or costs[before] <= rest):
                pending.append(((before, way), rest))


_Way = tuple[int, "_Way | None"]


def _points(way: _Way | None) -> tuple[int, ...]:
    points = []
    while way is not None:
        point, way = way
        points.append(point)
    return tuple(points)


def new_walls(land: Land, sides: tuple[int, ...]) -> tuple[int, ...]:
    """The sides of a way that bear no wall yet, in its order (A5)."""
    return tuple(side for side in sides if not land.walls >> side & 1)


def is_march_skipped(board: Board, land: Land, display: Display, hand: Counts) -> bool:
    """Whether a turn begins without a march: no way to pay for, or no card to choose (A8, A9)."""
    if display != (None, None):
        return not any(has_target(board, land, symbol) for symbol in SYMBOLS)
    return not any(
        n and has_target(board, land, symbol) for n, symbol in zip(hand, SYMBOLS, strict=True)
    )
