"""The conditions of a playable board: fault by fault, with its place."""

from collections.abc import Iterator, Mapping
from reprlib import repr as brief

from domain.alexandros.board import SYMBOLS, Place
from domain.grids.triangular import Point, Space, TriangleTopology
from domain.wire.board_faults import BoardFault

# Near East has 236 spaces. Checks and the topology's tables grow with the land, and boards
# come from strangers.
MOST_SPACES = 400
# Water costs nothing but its letters, so rows may be longer than any land.
MOST_ROWS = 1000
LONGEST_ROW = 1000
WATER = " ~"
OPEN = "."
LETTERS = frozenset({OPEN, *(symbol.letter for symbol in SYMBOLS)})


def board_faults(
    rows: tuple[str, ...], start: Point, places: tuple[Place, ...]
) -> Iterator[BoardFault]:
    """Yield all faults; land with too many spaces is not checked any further."""
    yield from _place_faults(places)
    yield from _letter_faults(rows)
    land = land_of(rows)
    yield from _land_faults(land)
    # Without this limit, a board could be made whose topology takes any amount of time.
    if 0 < len(land) <= MOST_SPACES:
        topology = TriangleTopology.of(land)
        yield from _islands(topology)
        yield from _start_faults(topology, start)


def land_of(rows: tuple[str, ...]) -> dict[Space, str]:
    """Return the letter of each space."""
    return {
        (r, c): letter
        for r, row in enumerate(rows)
        for c, letter in enumerate(row)
        if letter in LETTERS
    }


def _place_faults(places: tuple[Place, ...]) -> Iterator[BoardFault]:
    for place in places:
        # Only the grid is checked: names of seas and rivers may lie off the land.
        x, y = place.point
        at = {"point": [x, y]}
        # -1: the left point of an up space in column 0.
        if not (-1 <= x <= LONGEST_ROW and 0 <= y <= MOST_ROWS and (x + y) % 2 == 0):
            message = f"A place lies at {brief([x, y])}, which is no point of the grid."
            yield BoardFault("place_off_grid", message, at, {"name": place.name})
        if not place.name.strip():
            yield BoardFault("place_unnamed", f"The place at {[x, y]} has no name.", at)


def _letter_faults(rows: tuple[str, ...]) -> Iterator[BoardFault]:
    allowed = f"'{OPEN}', {', '.join(symbol.letter for symbol in SYMBOLS)}, blank or '~'"
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter not in LETTERS and letter not in WATER:
                message = f"Row {r}, column {c}: {letter!r} is none of {allowed}."
                yield _at("unknown_letter", message, (r, c), letter=repr(letter))


def _land_faults(land: Mapping[Space, str]) -> Iterator[BoardFault]:
    if not land:
        yield BoardFault("no_land", "The board has no land.")
        return
    if len(land) > MOST_SPACES:
        yield _too_much(land)
    letters = set(land.values())
    if OPEN not in letters:
        yield BoardFault("no_open_space", f"The board has no open space ({OPEN!r}).")
    for symbol in SYMBOLS:
        if symbol.letter not in letters:
            message = f"The board has no {symbol.value} space ({symbol.letter!r})."
            yield BoardFault("no_symbol", message, None, {"symbol": symbol})


def _too_much(land: Mapping[Space, str]) -> BoardFault:
    # Spaces come in reading order, so this is the first one too many.
    r, c = space = list(land)[MOST_SPACES]
    message = (
        f"Row {r}, column {c}: the board has {len(land)} spaces; "
        f"this is the first past the {MOST_SPACES} allowed."
    )
    return _at("too_many_spaces", message, space, spaces=len(land), most=MOST_SPACES)


def _islands(topology: TriangleTopology) -> Iterator[BoardFault]:
    """Yield one fault for each island except that of the first space."""
    for number in sorted(set(topology.components(0)) - {0}):
        r, c = space = topology.spaces[number]
        message = f"Row {r}, column {c}: this land does not touch the rest through a side."
        yield _at("not_connected", message, space)


def _start_faults(topology: TriangleTopology, start: Point) -> Iterator[BoardFault]:
    if start not in topology.point_index:
        message = f"The start {brief(list(start))} is no point of the land."
        yield BoardFault("start_off_land", message, {"point": list(start)})


def _at(code: str, message: str, space: Space, **parameters: object) -> BoardFault:
    r, c = space
    return BoardFault(code, message, {"space": [r, c]}, {"r": r, "c": c, **parameters})
