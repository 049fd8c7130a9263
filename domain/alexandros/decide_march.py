"""The rules of the march: its path, checked step by step (A2 to A8)."""

from itertools import pairwise

from domain.alexandros import refusals
from domain.alexandros.events import Marched
from domain.alexandros.moves import March
from domain.alexandros.places import distance, is_free, new_walls, payable_points, targets_of
from domain.alexandros.state import Marching, State
from domain.grids.triangular import Point, Space


def march(state: State, move: March) -> Marched:
    """Return the march to a space along a path, with the walls it lays (A4, A5, A7)."""
    assert state.turn.marching is not None
    space = state.table.board.topology.space_index.get(move.space)
    if space is None:
        raise refusals.NoSuchSpace(space=move.space)
    # The space is checked before the path: otherwise a path to a wrong space could be refused for
    # one of its sides, which would hide the real fault.
    _check_space(state, state.turn.marching, space)
    sides = _sides_of_path(state, space, move.path)
    laid = new_walls(state.pieces, sides)
    # A8: a payable space may still have paths that cost too much.
    if len(laid) > state.pieces.walls_left:
        raise refusals.NotEnoughWalls(needed=len(laid), left=state.pieces.walls_left)
    walls = tuple(state.table.board.topology.sides[side] for side in laid)
    # A5, A7: black walls first, in the order of the path; red ones complete it.
    black = state.pieces.black_left
    return Marched(move.space, move.path, walls[:black], walls[black:])


def _check_space(state: State, marching: Marching, space: int) -> None:
    """Raise Refused unless the space is a target of the march."""
    board, pieces = state.table.board, state.pieces
    targets = targets_of(state, marching)
    if any(target.space == space for target in targets):
        return
    named, wanted = board.topology.spaces[space], marching.symbol
    legal = [board.topology.spaces[target.space] for target in targets]
    symbol = board.symbols[space]
    # From the plainest fault to the subtlest: the symbol comes first, the distance last.
    if symbol is None:
        raise refusals.SpaceOpen(space=named, symbol=wanted, legal=legal)
    if symbol is not wanted:
        raise refusals.SpaceNotOfSymbol(space=named, found=symbol, symbol=wanted, legal=legal)
    if not is_free(board, pieces, space):
        raise _not_free(state, space, legal)
    # Checked before distance: A8 ignores spaces that cannot be paid for, so even the nearest of
    # them is not a closest space.
    if not payable_points(board, pieces, space):
        raise refusals.SpaceNotPayable(space=named, left=pieces.walls_left, legal=legal)
    raise refusals.SpaceNotClosest(
        space=named,
        distance=distance(board, pieces, space),
        symbol=wanted,
        legal=legal,
        # A card is chosen only if it leads somewhere, so there is a target.
        closest=distance(board, pieces, targets[0].space),
    )


def _not_free(state: State, space: int, legal: list[Space]) -> refusals.SpaceNotFree:
    """Return the refusal of a space that is not free (A2)."""
    topology, pieces = state.table.board.topology, state.pieces
    named = topology.spaces[space]
    # Several reasons may hold (A2); the first of governor, Alexander and wall is always the one
    # named.
    if (holder := pieces.governor_at(space)) is not None:
        return refusals.SpaceGoverned(space=named, holder=holder, legal=legal)
    if space == pieces.space:
        return refusals.SpaceOccupied(space=named, legal=legal)
    walled = next(side for side in topology.space_sides[space] if pieces.walls >> side & 1)
    return refusals.SpaceWalled(space=named, side=topology.sides[walled], legal=legal)


def _sides_of_path(state: State, space: int, path: tuple[Point, ...]) -> tuple[int, ...]:
    """Return the sides of a shortest path from Alexander to a point of the space (A4)."""
    topology, pieces = state.table.board.topology, state.pieces
    points = [_point(state, point) for point in path]
    if points[0] != pieces.point:
        raise refusals.PathStartsElsewhere(start=path[0], point=topology.points[pieces.point])
    corners = topology.space_points[space]
    if points[-1] not in corners:
        raise refusals.PathEndsElsewhere(
            end=path[-1],
            space=topology.spaces[space],
            legal=[topology.points[point] for point in corners],
        )
    sides = tuple(_side(state, one, other) for one, other in pairwise(points))
    # A4: shortest to the named point, which may be farther away than the space's nearest one.
    shortest = topology.distances(pieces.point)[points[-1]]
    if len(sides) != shortest:
        raise refusals.PathNotShortest(length=len(sides), end=path[-1], shortest=shortest)
    return sides


def _point(state: State, point: Point) -> int:
    index = state.table.board.topology.point_index.get(point)
    if index is None:
        raise refusals.NoSuchPoint(point=point)
    return index


def _side(state: State, one: int, other: int) -> int:
    topology = state.table.board.topology
    for point, side in topology.steps[one]:
        if point == other:
            return side
    raise refusals.PathBroken(
        one=topology.points[one],
        other=topology.points[other],
        legal=[topology.points[point] for point, _ in topology.steps[one]],
    )
