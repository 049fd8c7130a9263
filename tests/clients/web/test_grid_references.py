"""Grid references: the page names every space, corner and edge as the service does."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from quickjs import Context

import clients
from domain.grids.hexagonal import HexTopology
from domain.grids.references import (
    Reference,
    column_letters,
    hexagonal_references,
    triangular_references,
)
from domain.grids.triangular import TriangleTopology
from domain.kernel.rulesets import ruleset_named, rulesets
from service.pictures.sources import link_modules

WEB = Path(clients.__file__).parent / "web"
ENTRIES = {
    "grid": "game/words/grid.js",
    "spaces": "alexandros/names.js",
    "hexes": "settlers/names.js",
    "charts": "settlers/geometry.js",
}
SETUP = """
const shown = (grid, keys) => JSON.stringify(keys.map((key) => {
  const { cells, part } = grid.at(key);
  return [key, `${cells.join("/")} ${part}`.trim()];
}));
globalThis.ofSpaces = (board, keys) => shown(spaces.gridOf(JSON.parse(board)), JSON.parse(keys));
globalThis.ofHexes = (board, keys) => {
  const chart = charts.chartOf(JSON.parse(board).hexes.map(({ hex }) => hex));
  return shown(hexes.gridOf(chart), JSON.parse(keys));
};
globalThis.letters = (n) => grid.columnLetters(n);
"""
FURTHER_LEFT = ["~~~~~", "~~.T.", "~~~.A"]
STRIP = [".T" * 20]
SKEW = [(-4, 2), (-3, 2), (-5, 3)]
"""Boards whose first cells lie elsewhere, and one of more columns than there are letters."""


@pytest.fixture(scope="module")
def page() -> Context:
    context = Context()
    modules = link_modules(WEB, ENTRIES, {"ui/texts.js": "picture/texts.js"})
    context.eval(f"{modules.script}\n{SETUP}")
    return context


def boards() -> Iterator[Any]:
    for ruleset in rulesets():
        codec = ruleset_named(ruleset).wire.boards
        for board_id in codec.ids:
            board = codec.named(board_id)
            yield pytest.param(codec.json(board), board.topology, id=f"{ruleset} {board_id}")
    for name, rows in (("further left", FURTHER_LEFT), ("strip", STRIP)):
        spaces = [
            (r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "~"
        ]
        yield pytest.param({"places": [], "rows": rows}, TriangleTopology.of(spaces), id=name)
    skew = {"hexes": [{"hex": hex_} for hex_ in SKEW]}
    yield pytest.param(skew, HexTopology.of(SKEW), id="skew")


def table(topology: Any) -> dict[str, str]:
    """Return the references of a board by the page's keys."""
    if isinstance(topology, HexTopology):
        references = hexagonal_references(topology)
        cells = [f"hex {q},{r}" for q, r in topology.hexes]
        corners = [f"corner {n}" for n in range(len(topology.corners))]
        edges = [f"edge {n}" for n in range(len(topology.edges))]
    else:
        references = triangular_references(topology)
        cells = [f"space {r},{c}" for r, c in topology.spaces]
        corners = [f"point {x},{y}" for x, y in topology.points]
        edges = [f"{a[0]},{a[1]};{b[0]},{b[1]}" for a, b in topology.sides]
    every = (*references.cells, *references.corners, *references.edges)
    return dict(zip((*cells, *corners, *edges), map(told, every), strict=True))


def told(reference: Reference) -> str:
    return f"{'/'.join(reference.cells)} {reference.part}".strip()


@pytest.mark.parametrize(("board", "topology"), [*boards()])
def test_page_and_service_agree_and_no_name_comes_twice(
    page: Context, board: Any, topology: Any
) -> None:
    expected = table(topology)
    function: Any = page.get("ofHexes" if isinstance(topology, HexTopology) else "ofSpaces")
    shown = json.loads(str(function(json.dumps(board), json.dumps(list(expected)))))
    assert dict(shown) == expected
    for kind in (("hex", "space"), ("corner", "point"), ("edge", "-", *"0123456789")):
        names = [name for key, name in expected.items() if key.startswith(kind)]
        assert len({*names}) == len(names)


def test_a_point_is_the_top_of_the_space_below_it_else_the_bottom_of_the_one_above() -> None:
    # A down space, an up space and a down space: rows of points at y = 0 and 1.
    topology = TriangleTopology.of([(0, 1), (0, 2), (0, 3)])
    corners = dict(zip(topology.points, triangular_references(topology).corners, strict=True))
    assert {point: told(each) for point, each in corners.items()} == {
        (0, 0): "A1 nw",
        (2, 0): "B1 n",
        (4, 0): "C1 ne",
        (1, 1): "A1 s",
        (3, 1): "C1 s",
    }


def test_an_edge_lies_between_its_two_hexes_or_on_a_side_of_one() -> None:
    topology = HexTopology.of([(0, 0), (1, 0)])
    edges = [told(each) for each in hexagonal_references(topology).edges]
    assert "A1/C1" in edges
    assert {"A1 w", "C1 e", "A1 nw", "C1 se"} <= {*edges}


@pytest.mark.parametrize(
    ("n", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA")]
)
def test_after_z_come_two_letters(page: Context, n: int, letters: str) -> None:
    assert column_letters(n) == letters
    function: Any = page.get("letters")
    assert function(n) == letters
