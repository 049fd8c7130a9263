"""The rules of the march: the way a seat names, checked step by step (A2 to A8)."""

from itertools import pairwise

from domain.alexandros import refusals
from domain.alexandros.events import Marched
from domain.alexandros.moves import March
from domain.alexandros.reach import Target, distance, is_free, new_walls, payable_points, targets_of
from domain.alexandros.state import Marching, State
from domain.grids.triangular import Point, Space


def march(state: State, move: March) -> Marched:
    """Alexander's march to a space along a path, and the walls it lays (A4, A5, A7)."""
    assert state.turn.marching is not None
    space = state.table.board.topology.space_index.get(move.space)
    if space is None:
        raise refusals.NoSuchSpace(space=list(move.space))
    _refuse_wrong_space(state, state.turn.marching, space)
    sides = _sides_of_path(state, space, move.path)
    laid = new_walls(state.land, sides)
    if len(laid) > state.land.walls_left:
        raise refusals.NotEnoughWalls(needed=len(laid), left=state.land.walls_left)
    walls = tuple(state.table.board.topology.sides[side] for side in laid)
    black = state.land.black_left
    return Marched(move.space, move.path, walls[:black], walls[black:])


def _refuse_wrong_space(state: State, marching: Marching, space: int) -> None:
    """Raise unless the space is one of the march's targets, saying which rule it fails."""
    board, land = state.table.board, state.land
    targets = targets_of(state, marching)
    if any(target.space == space for target in targets):
        return
    named, legal = list(board.topology.spaces[space]), _spelled(state, targets)
    wanted, symbol = marching.symbol.value, board.symbols[space]
    if symbol is not marching.symbol:
        found = f"a {symbol.value} space" if symbol else "an open space"
        raise refusals.SpaceNotOfSymbol(space=named, found=found, symbol=wanted, legal=legal)
    if not is_free(board, land, space):
        raise refusals.SpaceNotFree(space=named, why=_why_not_free(state, space), legal=legal)
    if not payable_points(board, land, space):
        raise refusals.SpaceNotPayable(space=named, left=land.walls_left, legal=legal)
    raise refusals.SpaceNotClosest(
        space=named,
        distance=distance(board, land, space),
        symbol=wanted,
        legal=legal,
        closest=distance(board, land, targets[0].space),
    )


def _why_not_free(state: State, space: int) -> str:
    land = state.land
    if (holder := land.governor_at(space)) is not None:
        return f"a governor of seat {holder} stands on it"
    if space == land.space:
        return "Alexander occupies it"
    topology = state.table.board.topology
    walled = [
        list(topology.sides[side]) for side in topology.space_sides[space] if land.walls >> side & 1
    ]
    return f"a wall stands on its side {walled[0]}"


def _sides_of_path(state: State, space: int, path: tuple[Point, ...]) -> tuple[int, ...]:
    """The sides of a shortest path from Alexander to a point of the space (A4)."""
    topology, land = state.table.board.topology, state.land
    points = [_point(state, point) for point in path]
    if points[0] != land.point:
        raise refusals.PathStartsElsewhere(
            start=list(path[0]), point=list(topology.points[land.point])
        )
    corners = topology.space_points[space]
    if points[-1] not in corners:
        raise refusals.PathEndsElsewhere(
            end=list(path[-1]),
            space=list(topology.spaces[space]),
            legal=[list(topology.points[point]) for point in corners],
        )
    sides = tuple(_side(state, one, other) for one, other in pairwise(points))
    shortest = topology.distances(land.point)[points[-1]]
    if len(sides) != shortest:
        raise refusals.PathNotShortest(length=len(sides), end=list(path[-1]), shortest=shortest)
    return sides


def _point(state: State, point: Point) -> int:
    index = state.table.board.topology.point_index.get(point)
    if index is None:
        raise refusals.NoSuchPoint(point=list(point))
    return index


def _side(state: State, one: int, other: int) -> int:
    topology = state.table.board.topology
    for point, side in topology.steps[one]:
        if point == other:
            return side
    raise refusals.PathBroken(
        one=list(topology.points[one]),
        other=list(topology.points[other]),
        legal=[list(topology.points[point]) for point, _ in topology.steps[one]],
    )


def _spelled(state: State, legal: tuple[Target, ...]) -> list[list[int]]:
    spaces: tuple[Space, ...] = state.table.board.topology.spaces
    return [list(spaces[target.space]) for target in legal]
