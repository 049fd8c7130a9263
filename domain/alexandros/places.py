"""Places: Alexander's targets, his paths and their cost (A2 to A9); provinces (A12, A18)."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.alexandros.board import SYMBOLS, Board, Symbol
from domain.alexandros.cards import Counts, from_list
from domain.alexandros.state import Display, Marching, Pieces, State
from domain.grids.interning import memoized
from domain.grids.triangular import TriangleTopology


# Marches
@dataclass(frozen=True, slots=True)
class Target:
    """A space that Alexander may march to, and those of its points that the walls can pay for."""

    space: int
    points: tuple[int, ...]


def is_free(board: Board, pieces: Pieces, space: int) -> bool:
    """True if a space is free (A2): no wall on its sides, no governor, not Alexander."""
    return (
        # The three sides as a mask: this test runs for each symbol space at each listing of moves.
        not pieces.walls & board.topology.space_walls[space]
        and space != pieces.space
        and pieces.governor_at(space) is None
    )


def free_spaces(board: Board, pieces: Pieces, symbol: Symbol) -> list[int]:
    """Return the free spaces of a symbol (A2)."""
    return [space for space in board.symbol_spaces[symbol] if is_free(board, pieces, space)]


def distance(board: Board, pieces: Pieces, space: int) -> int:
    """Return the distance from Alexander to a space's nearest point (A3)."""
    # A3: along all sides of the board; walls, governors and provinces do not matter.
    away = board.topology.distances(pieces.point)
    return min(away[point] for point in board.topology.space_points[space])


def payable_points(board: Board, pieces: Pieces, space: int) -> tuple[int, ...]:
    """Return the points of a space that the remaining walls can pay a path to (A8)."""
    left = pieces.walls_left
    points = board.topology.space_points[space]
    away = board.topology.distances(pieces.point)
    # A path costs at most its length, so the costs are computed only when walls run short.
    if max(away[point] for point in points) <= left:
        return points
    costs = cheapest(board.topology, pieces.walls, pieces.point)
    return tuple(point for point in points if costs[point] <= left)


# A position's targets, paths and facts ask for the same walls and point again and again.
@memoized(32)
def cheapest(topology: TriangleTopology, walls: int, start: int) -> tuple[int, ...]:
    """Return the fewest new walls of any shortest path from ``start`` to each point (A5)."""
    away = topology.distances(start)
    costs = [0] * len(away)
    # In order of distance, so that the costs of all points one step nearer are already known.
    for point in sorted(range(len(away)), key=away.__getitem__):
        if point != start:
            costs[point] = min(
                costs[before] + (not walls >> side & 1)
                for before, side in topology.nearer(away, point)
            )
    return tuple(costs)


def targets_of(state: State, marching: Marching) -> tuple[Target, ...]:
    """Return the targets of a march: the closest free spaces that can be paid for (A4, A8).

    With the option ``joker: any`` a joker leads to any free space that can be paid for (A6).
    """
    board, pieces = state.table.board, state.pieces
    payable = [
        Target(space, points)
        for space in free_spaces(board, pieces, marching.symbol)
        if (points := payable_points(board, pieces, space))
    ]
    # A6: the German text lets a joker lead to any free space; A8 still holds.
    if marching.joker and state.table.options.joker == "any":
        return tuple(payable)
    # A8: the closest of those that can be paid for, so payment is judged before distance.
    away = [distance(board, pieces, target.space) for target in payable]
    closest = min(away, default=0)
    return tuple(target for target, far in zip(payable, away, strict=True) if far == closest)


def has_target(board: Board, pieces: Pieces, symbol: Symbol) -> bool:
    """True if Alexander can march to some free space of the symbol (A8)."""
    return any(
        # The cheap test first.
        is_free(board, pieces, space) and payable_points(board, pieces, space)
        for space in board.symbol_spaces[symbol]
    )


def marchable_symbols(board: Board, pieces: Pieces) -> tuple[Symbol, ...]:
    """Return the symbols with a free space that Alexander can pay to reach."""
    return tuple(symbol for symbol in SYMBOLS if has_target(board, pieces, symbol))


def payable_paths(board: Board, pieces: Pieces, goal: int) -> Iterator[tuple[int, ...]]:
    """Yield the shortest paths to a point that the remaining walls can pay for, as points."""
    topology, steps = board.topology, board.topology.steps
    away = topology.distances(pieces.point)
    is_rich = away[goal] <= pieces.walls_left
    costs = (0,) * len(away) if is_rich else cheapest(topology, pieces.walls, pieces.point)
    # Search from the goal back to Alexander: `costs` counts from his point, so each step can see
    # whether the remaining walls suffice to reach him.
    pending: list[tuple[_Path, int]] = [((goal, None), pieces.walls_left)]
    while pending:
        path, left = pending.pop()
        if path[0] == pieces.point:
            yield _points(path)
            continue
        nearer = away[path[0]] - 1
        for before, side in steps[path[0]]:
            rest = left - (not pieces.walls >> side & 1)
            # Enter no dead end: every path begun is finished. So a list that is cut short costs
            # only the paths that it shows, even if there are many thousands.
            if away[before] == nearer and (is_rich or costs[before] <= rest):
                pending.append(((before, path), rest))


# A linked list: paths share their tails, so a step costs one pair and no copy.
_Path = tuple[int, "_Path | None"]


def _points(path: _Path | None) -> tuple[int, ...]:
    points = []
    while path is not None:
        point, path = path
        points.append(point)
    return tuple(points)


def new_walls(pieces: Pieces, sides: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sides of a path that bear no wall yet, in its order (A5)."""
    return tuple(side for side in sides if not pieces.walls >> side & 1)


def is_march_skipped(board: Board, pieces: Pieces, display: Display, hand: Counts) -> bool:
    """True if a turn begins without a march: none is payable, or no card fits (A8, A9)."""
    # A6: a display card is a joker if its symbol is out of reach, so any card and any target will
    # do.
    if display != (None, None):
        return not any(has_target(board, pieces, symbol) for symbol in SYMBOLS)
    # With an empty display only hand cards are left, which are never jokers (A6).
    return not any(
        n and has_target(board, pieces, symbol) for n, symbol in zip(hand, SYMBOLS, strict=True)
    )


# Provinces: spaces connected despite the walls, and their holders
@dataclass(frozen=True, slots=True)
class Province:
    """A province: its spaces, its symbol spaces by symbol, and their numbers (A12)."""

    spaces: tuple[int, ...]
    symbol_spaces: tuple[tuple[int, ...], ...]
    symbols: Counts

    @property
    def yields(self) -> int:
        """The spaces without a symbol."""
        return len(self.spaces) - sum(self.symbols)


@dataclass(frozen=True, slots=True)
class Provinces:
    """The provinces of a walled board, in order of first space; ``at`` has each space's index."""

    all: tuple[Province, ...]
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """The seat that holds a province and the spaces of its governors there."""

    seat: int
    governors: tuple[int, ...]


# Walls change at most once a turn, while views, lists and facts ask for the provinces at every
# move.
@memoized(16)
def provinces_of(board: Board, walls: int) -> Provinces:
    """Return the provinces that walls (a bit set of sides) make of a board (A12)."""
    labels = board.topology.components(walls)
    groups: dict[int, list[int]] = {}
    for space, label in enumerate(labels):
        # Spaces come in ascending order, so groups are in order of first space, as views list them.
        groups.setdefault(label, []).append(space)
    by_symbol: dict[int, list[list[int]]] = {label: [[] for _ in SYMBOLS] for label in groups}
    for index, symbol in enumerate(SYMBOLS):
        for space in board.symbol_spaces[symbol]:
            by_symbol[labels[space]][index].append(space)
    indices = {label: n for n, label in enumerate(groups)}
    return Provinces(
        tuple(_province(spaces, by_symbol[label]) for label, spaces in groups.items()),
        tuple([indices[label] for label in labels]),
    )


def _province(spaces: list[int], by_symbol: list[list[int]]) -> Province:
    symbol_spaces = tuple(map(tuple, by_symbol))
    return Province(tuple(spaces), symbol_spaces, from_list(map(len, symbol_spaces)))


def holdings(provinces: Provinces, pieces: Pieces) -> dict[int, Holding]:
    """Return the holdings by province index; free provinces are left out."""
    held: dict[int, tuple[int, list[int]]] = {}
    for seat, spaces in enumerate(pieces.governors):
        for space in spaces:
            # The first governor's seat is the holder: no province is ever held by two (A12, A18).
            held.setdefault(provinces.at[space], (seat, []))[1].append(space)
    return {index: Holding(seat, tuple(spaces)) for index, (seat, spaces) in held.items()}


def gains(board: Board, pieces: Pieces) -> tuple[int, ...]:
    """Return each seat's gain at a levy: the yield of its provinces with one governor (A16)."""
    provinces = provinces_of(board, pieces.walls)
    points = [0] * len(pieces.governors)
    for index, holding in holdings(provinces, pieces).items():
        # A16: a province with two governors or more pays nothing.
        if len(holding.governors) == 1:
            points[holding.seat] += provinces.all[index].yields
    return tuple(points)
