"""The triangular grid: spaces, the points where they meet and the sides between points.

The space in row r, column c points up when r + c is even; a point is (x, y) with x + y even.
"""

from collections import deque
from itertools import combinations
from math import sqrt
from typing import ClassVar, Final

from domain.grids.topology import Coordinates, Topology, beyond, index

Space = tuple[int, int]
Point = tuple[int, int]
Side = tuple[Point, Point]

ROW_HEIGHT = sqrt(3) / 2
MOST_ROWS_KEPT = 64
"""Rows of distances kept with each topology."""


def is_up(space: Space) -> bool:
    """True if the triangle stands on its side, point upwards."""
    return sum(space) % 2 == 0


def points_of(space: Space) -> tuple[Point, Point, Point]:
    """Return the three corners of a space, ascending."""
    r, c = space
    if is_up(space):
        return ((c - 1, r + 1), (c, r), (c + 1, r + 1))
    return ((c - 1, r), (c, r + 1), (c + 1, r))


def sides_of(space: Space) -> tuple[Side, Side, Side]:
    """Return the three sides of a space, each with its lesser point first."""
    a, b, c = combinations(points_of(space), 2)
    return (a, b, c)


def drawn_at(point: Point) -> tuple[float, float]:
    """Return the place of a point on screen, in sides of a triangle."""
    x, y = point
    return (x / 2, y * ROW_HEIGHT)


class TriangleTopology(Topology):
    """Spaces with their points and sides: the rulebook's words for cells, corners and edges.

    ``steps`` has each point's steps, as pairs of the next point and the side between;
    ``space_walls`` has the bits of each space's three sides.
    """

    bytes_a_cell: ClassVar = 2_200
    """Measured: 1,400 to 3,400 by the land's shape and the questions asked."""

    def __init__(self, cells: tuple[Coordinates, ...]) -> None:
        super().__init__(cells)
        self.spaces: Final = self.cells
        self.points: Final = self.corners
        self.sides: Final = tuple((self.points[a], self.points[b]) for a, b in self.edges)
        self.space_index: Final = self.cell_index
        self.point_index: Final = index(self.corners)
        self.side_index: Final = {side: n for n, side in enumerate(self.sides)}
        self.space_points: Final = self.cell_corners
        self.space_sides: Final = self.cell_edges
        self.space_walls: Final = tuple(sum(1 << n for n in sides) for sides in self.space_sides)
        self.steps: Final = beyond(self.corner_edges, self.edges)
        self._distances: Final[dict[int, tuple[int, ...]]] = {}

    @staticmethod
    def corners_of(cell: Space) -> tuple[Point, ...]:
        """Return the points of a space, ascending."""
        return points_of(cell)

    @staticmethod
    def order(place: Coordinates) -> Coordinates:
        """Return the key that sorts spaces by row and column, points by x and y."""
        return place

    def distances(self, point: int) -> tuple[int, ...]:
        """Return the sides on the shortest path from a point to every point; -1 for none."""
        known = self._distances.get(point)
        if known is None:
            # Bounded, as a row has a number for each point, and boards come from strangers.
            if len(self._distances) >= MOST_ROWS_KEPT:
                self._distances.clear()
            known = self._distances[point] = self._breadth_first(point)
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

    def nearer(self, away: tuple[int, ...], point: int) -> list[tuple[int, int]]:
        """Return the steps from a point that lessen its distance; ``away`` has all distances."""
        less = away[point] - 1
        return [(step, side) for step, side in self.steps[point] if away[step] == less]

    def shortest_path(self, start: int, goal: int) -> tuple[int, ...]:
        """Return the first of the shortest paths in lexicographic order of points."""
        # Walked from the start, by the distances to the goal: each step that comes nearer is on a
        # shortest path.
        away, path = self.distances(goal), [start]
        while path[-1] != goal:
            path.append(self.nearer(away, path[-1])[0][0])
        return tuple(path)
