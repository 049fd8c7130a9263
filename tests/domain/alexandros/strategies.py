"""Random boards for property tests."""

from collections.abc import Sequence

from hypothesis import assume
from hypothesis import strategies as st

from domain.alexandros.board import SYMBOLS, Board, Place
from domain.alexandros.wire.board_faults import OPEN
from domain.alexandros.wire.boards import board_from_json
from domain.grids.triangular import Space, TriangleTopology

LETTERS = [symbol.letter for symbol in SYMBOLS]
LEAST_SPACES = len(SYMBOLS) + 1


def lines(longest: int, least: int = 0) -> st.SearchStrategy[str]:
    """Printable text as titles and names have it, without blanks at its ends."""
    printable = st.characters(exclude_categories=["C", "Z"], include_characters=" ")
    return st.text(printable, max_size=longest).map(str.strip).filter(lambda s: len(s) >= least)


@st.composite
def lands(draw: st.DrawFn, most_rows: int = 7, most_columns: int = 17) -> TriangleTopology:
    """Connected land of at least six spaces, with holes and ragged rows."""
    width = draw(st.integers(3, most_columns))
    row = st.integers(width // 2, width).flatmap(_row)
    height = draw(st.integers(2, most_rows))
    rows = draw(st.lists(row, min_size=height, max_size=height))
    land = _largest(
        [(r, c) for r, row in enumerate(rows) for c, is_land in enumerate(row) if is_land]
    )
    assume(len(land) >= LEAST_SPACES)
    return TriangleTopology.of(land)


def _row(width: int) -> st.SearchStrategy[list[bool]]:
    return st.lists(st.sampled_from([True] * 7 + [False]), min_size=width, max_size=width)


def _largest(spaces: Sequence[Space]) -> list[Space]:
    topology = TriangleTopology.of(spaces)
    labels = topology.components(0)
    most = max(labels, key=labels.count, default=0)
    return [space for space, label in zip(topology.spaces, labels, strict=True) if label == most]


@st.composite
def boards(draw: st.DrawFn, most_rows: int = 7, most_columns: int = 17) -> Board:
    """Valid boards of 6 to 119 spaces: holes, ragged and empty rows, points with x = -1."""
    topology = draw(lands(most_rows, most_columns))
    letters = draw(_letters(len(topology.spaces)))
    start = draw(st.sampled_from(topology.points))
    places = draw(
        st.lists(st.builds(Place, st.sampled_from(topology.points), lines(60, 1)), max_size=3)
    )
    return board_from_json(
        {
            "title": draw(lines(80)),
            "rows": draw(_rows(dict(zip(topology.spaces, letters, strict=True)))),
            "start": list(start),
            "places": [{"point": list(place.point), "name": place.name} for place in places],
        }
    )


@st.composite
def _letters(draw: st.DrawFn, spaces: int) -> list[str]:
    chosen = st.sampled_from([OPEN] * len(LETTERS) + LETTERS)
    rest = draw(st.lists(chosen, min_size=spaces - LEAST_SPACES, max_size=spaces - LEAST_SPACES))
    needed = draw(st.permutations([OPEN, *LETTERS]))
    return needed[:3] + rest + needed[3:]


@st.composite
def _rows(draw: st.DrawFn, letters: dict[Space, str]) -> list[str]:
    water = draw(st.sampled_from("~ "))
    rows = []
    for r in range(max(r for r, _ in letters) + 1 + draw(st.integers(0, 1))):
        width = max((c + 1 for row, c in letters if row == r), default=0)
        rows.append("".join(letters.get((r, c), water) for c in range(width)))
    return rows
