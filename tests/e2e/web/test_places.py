"""Places in words: each point, space, corner and edge of every board has a name of its own."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page

from domain.kernel.rulesets import ruleset_named
from tests.e2e.web.prepared_games import Prepared, prepared
from tests.e2e.web.visitors import Visitors

ALEXANDROS = """async (board) => {
  const load = (name) => import(`${document.baseURI}web/alexandros/${name}.js`);
  const [names, { chartOf }] = await Promise.all(["names", "geometry"].map(load));
  const { cells } = chartOf(board);
  const points = [...new Set(cells.flatMap((cell) => cell.points.map(String)))];
  return {
    points: points.map((point) => names.pointName(board, point.split(",").map(Number))),
    spaces: cells.map(({ space }) => names.spaceName(board, space)),
  };
}"""
SETTLERS = """async (view) => {
  const load = (name) => import(`${document.baseURI}web/settlers/${name}.js`);
  const [{ placeName }, { chartOf }] = await Promise.all(["names", "geometry"].map(load));
  const { spots } = chartOf(view.state.hexes.map(({ hex }) => hex));
  return [...spots.keys()].map((key) => [key, placeName(view, key)]);
}"""

BOARDS = {"settlers": "standard", "alexander_the_great": "campaign"}


@pytest.fixture
def page(visitor: Visitors) -> Page:
    guest = visitor()
    guest.open("rules/alexandros")
    return guest.page


def more_than_one(names: list[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def test_each_point_and_space_of_alexandros_has_a_name_of_its_own(page: Page, api: Any) -> None:
    for board_id in ruleset_named("alexandros").wire.boards.ids:
        board = api.board("alexandros", board_id)["board"]
        names: Mapping[str, list[str]] = page.evaluate(ALEXANDROS, board)
        assert more_than_one(names["points"]) == []
        assert more_than_one(names["spaces"]) == []
        if board_id == "near_east":
            assert {place["name"] for place in board["places"]} <= {*names["points"]}
            assert "1 side east and 1 side northeast of Susa" in names["points"]
            assert {"east of Damascus", "northeast of Tyre"} & {*names["spaces"]}
        if board_id == "tiny":
            assert {"the top of A1", "the lower left of A3"} <= {*names["points"]}
            assert names["spaces"][:3] == ["A1", "B1", "C1"]


@pytest.mark.parametrize("ruleset", ["settlers", "alexander_the_great"])
def test_each_corner_edge_and_hex_has_a_name_of_its_own(
    page: Page, site: str, ruleset: str
) -> None:
    game: Prepared = prepared(site, "Ada", "Bob", "Cleo", ruleset=ruleset, board=BOARDS[ruleset])
    names = page.evaluate(SETTLERS, game.view)
    assert more_than_one([f"{key.split()[0]} {name}" for key, name in names]) == []
    assert [name for _, name in names if "?" in name] == []
