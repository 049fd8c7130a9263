"""The walls on the board, Alexander's marches and the provinces they would enclose."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

from msgspec.structs import replace

from clients.bots.alexandros.board import (
    BoardTopology,
    Passages,
    Point,
    Side,
    Space,
    points_of,
    side_between,
    sides_of,
)
from clients.bots.alexandros.position import (
    Position,
    board_in,
    governors_in,
    province_at,
    walls_in,
)
from clients.bots.alexandros.provinces import Governor
from clients.python.shapes import JsonObject

Path = tuple[Point, ...]


@dataclass(frozen=True, eq=False)
class Ground:
    """The facts of a march: board, walls, governors (by space), Alexander, walls in stock."""

    board: BoardTopology
    walls: frozenset[Side]
    governors: dict[int, Governor]
    point: Point
    space: Space | None
    black: int
    red: int

    def new_walls(self, path: Path) -> tuple[Side, ...]:
        """Return the sides of a path that bear no wall yet."""
        sides = (side_between(one, other) for one, other in pairwise(path))
        return tuple(side for side in sides if side not in self.walls)

    def encloses(self, new: Iterable[Side]) -> bool:
        """True if laying these walls splits a province."""
        # Walls and coast form a graph on the points. A new inner wall splits a province exactly
        # when it closes a cycle in this graph: most marches are judged without looking at spaces.
        joined: dict[int, int] = {}
        for side in new:
            if side not in self.board.coast:
                one, other = (_root(joined, self._chains[point]) for point in side)
                if one == other:
                    return True
                joined[one] = other
        return False

    def after(self, position: Position, new: Iterable[Side]) -> Position:
        """Return the position after a march lays these walls; only split provinces are redrawn."""
        walls = tuple(new)
        board = self.board
        touched = 0
        for side in walls:
            shut = board.inner.get(side)
            touched |= (shut.east | shut.south) if shut else 0
        split = [p for p in position.provinces.all if p.spaces & touched]
        kept = [p for p in position.provinces.all if not p.spaces & touched]
        spaces = sum(province.spaces for province in split)
        parts = board.split(spaces, board.with_walls(self._passages, walls))
        kept += [province_at(board, part, self.governors) for part in parts]
        last_turn = position.last_turn or len(walls) > self.black
        return replace(position, provinces=position.provinces.redrawn(kept), last_turn=last_turn)

    def paths(self, symbol: int, bound: int) -> Iterator[Path]:
        """Yield payable shortest paths to the points of a symbol's closest free spaces.

        At most ``bound`` paths to each point.
        """
        for point in sorted(
            {point for space in self.closest(symbol) for point in points_of(space)}
        ):
            payable = (
                path
                for path in self._paths_to(point)
                if len(self.new_walls(path)) <= self.black + self.red
            )
            yield from islice(payable, bound)

    def closest(self, symbol: int) -> list[Space]:
        """Return the closest free spaces of a symbol; empty when none is free."""
        free = [s for s, each in self.board.symbol_of.items() if each == symbol and self.free(s)]
        nearest = min(map(self.distance, free), default=0)
        return [space for space in free if self.distance(space) == nearest]

    def free(self, space: Space) -> bool:
        """True if Alexander may march to a symbol space (A2)."""
        return (
            space != self.space
            and self.board.bit(space) not in self.governors
            and not any(side in self.walls for side in sides_of(space))
        )

    def distance(self, space: Space) -> int:
        """Return the distance from Alexander's point to the space's nearest point (A3)."""
        return min(self.distances[point] for point in points_of(space))

    @cached_property
    def distances(self) -> dict[Point, int]:
        """Sides from Alexander's point to every point."""
        distances = {self.point: 0}
        queue = deque([self.point])
        while queue:
            here = queue.popleft()
            for near in self.board.neighbours[here]:
                if near not in distances:
                    distances[near] = distances[here] + 1
                    queue.append(near)
        return distances

    def _paths_to(self, point: Point) -> Iterator[Path]:
        """Yield all shortest paths, built from their end, one at a time."""
        stack: list[Path] = [(point,)]
        while stack:
            path = stack.pop()
            distance = self.distances[path[0]]
            if distance == 0:
                yield path
            for near in self.board.neighbours[path[0]]:
                if self.distances[near] == distance - 1:
                    stack.append((near, *path))

    @cached_property
    def _passages(self) -> Passages:
        return self.board.passages(self.walls)

    @cached_property
    def _chains(self) -> dict[Point, int]:
        """For every point, the number of the chain of walls and coast on which it lies."""
        joined: dict[int, int] = {}
        number = {point: n for n, point in enumerate(self.board.neighbours)}
        for one, other in self.walls | self.board.coast:
            first, second = _root(joined, number[one]), _root(joined, number[other])
            if first != second:
                joined[first] = second
        return {point: _root(joined, n) for point, n in number.items()}


def ground_of(view: JsonObject) -> Ground:
    """Return the ground of a live game's view."""
    state = view["state"]
    (x, y), space = state["alexander"]["point"], state["alexander"]["space"]
    return Ground(
        board=board_in(view),
        walls=walls_in(view),
        governors=governors_in(view),
        point=(x, y),
        space=None if space is None else (space[0], space[1]),
        black=state["walls_left"]["black"],
        red=state["walls_left"]["red"],
    )


def _root(joined: dict[int, int], number: int) -> int:
    while number in joined:
        number = joined[number]
    return number
