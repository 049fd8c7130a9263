"""Places of names on a map: the first that is free, and none where nothing is free."""

import json
from pathlib import Path
from typing import Any

import pytest
from quickjs import Context

import clients
from service.pictures.sources import link_modules

WEB = Path(clients.__file__).parent / "web"
EM, WIDTH, REACH = 10, 40, 5


@pytest.fixture(scope="module")
def choose() -> Any:
    """The number of the place of each of some names of one width, by their spots."""
    context = Context()
    context.eval(link_modules(WEB, {"boxes": "game/map/boxes.js"}, {}).script)
    context.eval(f"""globalThis.choose = (spots, obstacles) => {{
      const places = (spot) => boxes.around(spot, {REACH});
      const boxOf = (place) => boxes.nameBox(place, {WIDTH}, {EM});
      const choices = JSON.parse(spots).map((spot) => places(spot).map(boxOf));
      return JSON.stringify(boxes.chosen(choices, JSON.parse(obstacles)));
    }};""")
    chosen: Any = context.get("choose")

    def numbers(spots: list[tuple[int, int]], obstacles: list[dict[str, int]]) -> Any:
        named = [{"x": x, "y": y} for x, y in spots]
        return json.loads(str(chosen(json.dumps(named), json.dumps(obstacles))))

    return numbers


def box(left: int, right: int, top: int, bottom: int) -> dict[str, int]:
    return {"left": left, "right": right, "top": top, "bottom": bottom}


def test_a_name_stands_below_its_spot_where_nothing_is(choose: Any) -> None:
    assert choose([(0, 0)], []) == [0]


def test_a_name_gives_way_to_a_sign_below_its_spot(choose: Any) -> None:
    assert choose([(0, 0)], [box(-5, 5, 8, 12)]) == [1]


def test_a_name_that_would_lie_on_something_everywhere_is_left_out(choose: Any) -> None:
    assert choose([(0, 0)], [box(-99, 99, -99, 99)]) == [-1]


def test_a_name_gives_way_to_an_earlier_one(choose: Any) -> None:
    # A little further right: below it, the first name would be met.
    assert choose([(0, 0), (20, 0)], []) == [0, 1]
    assert choose([(0, 0), (60, 0)], []) == [0, 0]
