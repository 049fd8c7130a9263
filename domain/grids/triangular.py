"""Triangular grids: spaces, points and sides by index, shortest ways, and regions between walls.

The space in row r, column c points up when r + c is even; a point is (x, y) with x + y even.
Everything is counted by index into sorted tuples, and a set of walls is a bit set over sides.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import sqrt

from domain.grids.sharing import Shared

Space = tuple[int, int]
Point = tuple[int, int]
Side = tuple[Point, Point]

ROW_HEIGHT = sqrt(3) / 2
KEPT = 64
"""So many rows of distances, and so many floods, are kept with each topology."""
BYTES_A_SPACE = 2_200
"""The memory a space takes: 1,400 to 3,400 by the land's shape and by what has been asked."""


def is_up(space: Space) -> bool:
    """Whether the triangle stands on its side, point upwards."""
    return sum(space) % 2 == 0


def points_of(space: Space) -> tuple[Point, Point, Point]:
    """The three corners of a space, ascending."""
    r, c = space
    if is_up(space):
        return ((c - 1, r + 1), (c, r), (c + 1, r + 1))
    return ((c - 1, r), (c, r + 1), (c + 1, r))


def sides_of(space: Space) -> tuple[Side, Side, Side]:
    """The three sides of a space, each with its lesser point first."""
    a, b, c = combinations(points_of(space), 2)
    return (a, b, c)


def drawn_at(point: Point) -> tuple[float, float]:
    """Where a point lies on screen, in sides of a triangle."""
    x, y = point
    return (x / 2, y * ROW_HEIGHT)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Topology:
    """The neighbourhood of a set of spaces; all tuples are by index.

    ``neighbours`` lists (space, side between) of a space, ``steps`` (point, side) of a point,
    ``space_walls`` the bits of a space's three sides.
    """

    spaces: tuple[Space, ...]
    points: tuple[Point, ...]
    sides: tuple[Side, ...]
    space_index: Mapping[Space, int]
    point_index: Mapping[Point, int]
    side_index: Mapping[Side, int]
    space_points: tuple[tuple[int, int, int], ...]
    space_sides: tuple[tuple[int, int, int], ...]
    space_walls: tuple[int, ...]
    side_spaces: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[tuple[int, int], ...], ...]
    steps: tuple[tuple[tuple[int, int], ...], ...]
    _distances: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False)
    _components: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False)

    @property
    def weight(self) -> int:
        """About how many bytes it takes in memory, with what it remembers."""
        return BYTES_A_SPACE * len(self.spaces)

    def is_coast(self, side: int) -> bool:
        """Whether only one side of it is land."""
        return len(self.side_spaces[side]) == 1

    def distances(self, point: int) -> tuple[int, ...]:
        """The sides on the shortest way from a point to every point; -1 where there is none."""
        known = self._distances.get(point)
        if known is None:
            known = _keep(self._distances, point, self._breadth_first(point))
        return known

    def _breadth_first(self, start: int) -> tuple[int, ...]:
        distance = [-1] * len(self.points)
        distance[start] = 0
        queue = deque([start])
        while queue:
            point = queue.popleft()
            for neighbour, _ in self.steps[point]:
                if distance[neighbour] < 0:
                    distance[neighbour] = distance[point] + 1
                    queue.append(neighbour)
        return tuple(distance)

    def path_sides(self, path: tuple[int, ...]) -> tuple[int, ...] | None:
        """The sides of a way given as points, None where two points are no neighbours."""
        sides: list[int] = []
        for here, there in pairwise(path):
            side = next((side for point, side in self.steps[here] if point == there), None)
            if side is None:
                return None
            sides.append(side)
        return tuple(sides)

    def onward(self, point: int, goal: int) -> Iterator[tuple[int, int]]:
        """The steps (point, side) that come nearer to the goal, by ascending point."""
        distance = self.distances(goal)
        nearer = distance[point] - 1
        return (step for step in self.steps[point] if distance[step[0]] == nearer)

    def count_paths(self, start: int, goal: int) -> int:
        """How many shortest ways there are, by dynamic programming: they may be 10^20."""
        distance = self.distances(goal)
        ways = {start: 1}
        for _ in range(distance[start]):
            onward: dict[int, int] = {}
            for point, count in ways.items():
                for step, _side in self.onward(point, goal):
                    onward[step] = onward.get(step, 0) + count
            ways = onward
        return ways.get(goal, 0)

    def shortest_path(self, start: int, goal: int) -> tuple[int, ...]:
        """The first shortest way in lexicographic order of points."""
        return next(self.shortest_paths(start, goal, 1))

    def shortest_paths(self, start: int, goal: int, limit: int) -> Iterator[tuple[int, ...]]:
        """At most ``limit`` shortest ways in lexicographic order; no dead end is ever walked."""
        stack: list[tuple[int, ...]] = [(start,)]
        while stack and limit > 0:
            path = stack.pop()
            if path[-1] == goal:
                limit -= 1
                yield path
                continue
            onward = [(*path, step) for step, _ in self.onward(path[-1], goal)]
            stack.extend(reversed(onward))

    def components(self, walls: int) -> tuple[int, ...]:
        """For each space the least space that is reached from it without crossing a wall."""
        known = self._components.get(walls)
        if known is None:
            known = _keep(self._components, walls, self._flooded(walls))
        return known

    def _flooded(self, walls: int) -> tuple[int, ...]:
        label = [-1] * len(self.spaces)
        for first in range(len(self.spaces)):
            if label[first] >= 0:
                continue
            label[first] = first
            stack = [first]
            while stack:
                for neighbour, side in self.neighbours[stack.pop()]:
                    if label[neighbour] < 0 and not walls >> side & 1:
                        label[neighbour] = first
                        stack.append(neighbour)
        return tuple(label)


def _keep(kept: dict[int, tuple[int, ...]], key: int, found: tuple[int, ...]) -> tuple[int, ...]:
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = found
    return found


def is_connected(spaces: Iterable[Space]) -> bool:
    """Whether every space is reached from every other through sides."""
    topology = build(spaces)
    return len(set(topology.components(0))) <= 1


def build(spaces: Iterable[Space]) -> Topology:
    """The topology of a set of spaces; equal sets share one."""
    ordered = tuple(sorted(set(spaces)))
    return _TOPOLOGIES.get(ordered, lambda: _build(ordered))


_TOPOLOGIES: Shared[Topology] = Shared()


def _build(spaces: tuple[Space, ...]) -> Topology:
    points = tuple(sorted({point for space in spaces for point in points_of(space)}))
    sides = tuple(sorted({side for space in spaces for side in sides_of(space)}))
    point_index = {point: n for n, point in enumerate(points)}
    side_index = {side: n for n, side in enumerate(sides)}
    space_sides = tuple(_three(side_index[side] for side in sides_of(s)) for s in spaces)
    side_spaces = _inverted(space_sides, len(sides))
    return Topology(
        spaces=spaces,
        points=points,
        sides=sides,
        space_index={space: n for n, space in enumerate(spaces)},
        point_index=point_index,
        side_index=side_index,
        space_points=tuple(_three(point_index[point] for point in points_of(s)) for s in spaces),
        space_sides=space_sides,
        space_walls=tuple(sum(1 << side for side in three) for three in space_sides),
        side_spaces=side_spaces,
        neighbours=tuple(_neighbours(n, three, side_spaces) for n, three in enumerate(space_sides)),
        steps=_steps(sides, point_index),
    )


def _three(numbers: Iterable[int]) -> tuple[int, int, int]:
    a, b, c = sorted(numbers)
    return (a, b, c)


def _inverted(space_sides: tuple[tuple[int, ...], ...], sides: int) -> tuple[tuple[int, ...], ...]:
    touching: list[list[int]] = [[] for _ in range(sides)]
    for space, three in enumerate(space_sides):
        for side in three:
            touching[side].append(space)
    return tuple(map(tuple, touching))


def _neighbours(
    space: int, three: tuple[int, ...], side_spaces: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, int], ...]:
    across = ((other, side) for side in three for other in side_spaces[side] if other != space)
    return tuple(sorted(across))


def _steps(
    sides: tuple[Side, ...], point_index: Mapping[Point, int]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    steps: list[list[tuple[int, int]]] = [[] for _ in point_index]
    for number, (a, b) in enumerate(sides):
        steps[point_index[a]].append((point_index[b], number))
        steps[point_index[b]].append((point_index[a], number))
    return tuple(tuple(sorted(each)) for each in steps)
