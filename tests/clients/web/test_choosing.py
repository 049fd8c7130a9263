"""The choices of a march in Alexandros: its ways come one after the other, and again."""

import json
from pathlib import Path
from typing import Any

import pytest
from quickjs import Context

import clients
from service.pictures.sources import link_modules

WEB = Path(clients.__file__).parent / "web"
GOAL = [3, 3]
WAYS = [[[0, 0], [1, 1], GOAL], [[0, 0], [2, 2], GOAL], [[0, 0], [1, 3], GOAL]]
MARCHES = [{"type": "march", "space": [1, 1], "path": way} for way in [*WAYS, [[0, 0], [1, 1]]]]
ELSEWHERE = {"type": "march", "space": [4, 4], "path": WAYS[0]}


@pytest.fixture
def engine() -> Context:
    modules = link_modules(
        WEB, {"choosing": "alexandros/choosing.js"}, {"ui/texts.js": "picture/texts.js"}
    )
    context = Context()
    context.eval(modules.script)
    context.eval(SETUP)
    return context


SETUP = """
globalThis.began = (moves) => {
  const view = { viewer: { seat: 0 }, state: { provinces: [] } };
  globalThis.chosen = new choosing.Choosing(view, { moves: JSON.parse(moves) }, new Map());
  chosen.tapSpace("1,1");
  chosen.tapPoint("3,3");
};
globalThis.proposed = () => JSON.stringify(chosen.proposed?.path ?? null);
"""


def proposed(engine: Context) -> Any:
    return json.loads(str(engine.eval("proposed()")))


def test_each_way_to_a_point_is_proposed_in_turn_and_then_the_first_again(engine: Context):
    began: Any = engine.get("began")
    began(json.dumps([*MARCHES, ELSEWHERE]))
    shown = [proposed(engine)]
    for _ in WAYS:
        engine.eval("chosen.tapPoint('3,3')")
        shown.append(proposed(engine))
    assert shown == [*WAYS, WAYS[0]]


def test_another_point_begins_with_its_own_first_way(engine: Context):
    began: Any = engine.get("began")
    began(json.dumps([*MARCHES, ELSEWHERE]))
    engine.eval("chosen.nextPath(); chosen.tapPoint('1,1')")
    assert proposed(engine) == MARCHES[3]["path"]
