"""Boards drawn by plain luck, also such as no one would print: strips, holes, a space a symbol."""

from collections.abc import Iterator
from random import Random

from domain.alexandros.board import SYMBOLS, Board
from domain.alexandros.wire.board_faults import OPEN
from domain.alexandros.wire.boards import board_from_json
from domain.grids.triangular import Space

LETTERS = [symbol.letter for symbol in SYMBOLS]
LEAST, MOST = 8, 120


def random_board(luck: Random) -> Board:
    """A valid board of 8 to 120 spaces."""
    spaces = luck.randint(LEAST, luck.choice((20, 60, MOST, MOST)))
    land = luck.choice((_strip, _thin, _blob, _blob, _holed, _holed))(luck, spaces)
    letters = dict(zip(luck.sample(land, len(land)), _letters(luck, len(land)), strict=True))
    rows = [
        "".join(letters.get((r, c), " ") for c in range(max(c for _, c in land) + 1))
        for r in range(max(r for r, _ in land) + 1)
    ]
    return board_from_json({"rows": rows, "start": list(luck.choice(_points(land)))})


def _letters(luck: Random, spaces: int) -> list[str]:
    """Every symbol and an open space, and more of them as luck shares them out."""
    share = luck.choice((0.0, 0.2, 0.3, 0.45, 0.45, 0.7, 1.0))
    liked = luck.choice((LETTERS, LETTERS, luck.sample(LETTERS, 1)))
    rest = [luck.choice(liked) if luck.random() < share else OPEN for _ in range(spaces - 6)]
    return [OPEN, *LETTERS, *rest]


def _strip(luck: Random, spaces: int) -> list[Space]:
    """One or two rows."""
    rows = luck.randint(1, 2)
    return [(n % rows, n // rows) for n in range(spaces)]


def _blob(luck: Random, spaces: int) -> list[Space]:
    """Land that grew from one space by luck, lakes and all."""
    land, shore = {(0, 0)}, [(0, 0)]
    while len(land) < spaces:
        space = luck.choice([n for n in _neighbours(luck.choice(shore)) if n not in land] or shore)
        if space not in land:
            land.add(space)
            shore.append(space)
    return _at_home(land)


def _thin(luck: Random, spaces: int) -> list[Space]:
    """Land along the way of someone lost."""
    here, land = (0, 0), {(0, 0)}
    while len(land) < spaces:
        here = luck.choice(list(_neighbours(here)))
        land.add(here)
    return _at_home(land)


def _holed(luck: Random, spaces: int) -> list[Space]:
    """A rectangle with holes, grown from its middle while land is left."""
    width = luck.randint(6, 30)
    height = spaces // width + 2
    whole = {(r, c) for r in range(height) for c in range(width) if luck.random() < 0.85}
    land, reached = {(height // 2, width // 2)}, [(height // 2, width // 2)]
    for space in reached:
        fresh = [n for n in _neighbours(space) if n in whole and n not in land]
        land.update(fresh[: spaces - len(land)])
        reached.extend(n for n in fresh if n in land)
    return _at_home(land) if len(land) >= LEAST else _blob(luck, spaces)


def _neighbours(space: Space) -> Iterator[Space]:
    r, c = space
    yield from ((r, c - 1), (r, c + 1), (r + 1 if (r + c) % 2 == 0 else r - 1, c))


def _at_home(land: set[Space]) -> list[Space]:
    """The land moved to row and column 0, or 1 where up spaces would otherwise point down."""
    top, left = min(r for r, _ in land), min(c for _, c in land)
    left -= (top + left) % 2
    return sorted((r - top, c - left) for r, c in land)


def _points(land: list[Space]) -> list[Space]:
    """The points of the land's spaces."""
    return sorted({point for r, c in land for point in _corners(r, c)})


def _corners(r: int, c: int) -> tuple[Space, ...]:
    if (r + c) % 2 == 0:
        return (c, r), (c - 1, r + 1), (c + 1, r + 1)
    return (c - 1, r), (c + 1, r), (c, r + 1)
