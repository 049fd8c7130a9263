"""The choices of Alexandros: a card with the spaces it leads to, and the ways of a march."""

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


CARDS = [
    {"type": "choose_card", "from": "display", "slot": 0},
    {"type": "choose_card", "from": "display", "slot": 1, "joker": "horse"},
    {"type": "choose_card", "from": "display", "slot": 1, "joker": "lyre"},
    {"type": "choose_card", "from": "hand", "card": "horse"},
]
LEADS = [[[0, 1], [2, 3]], [[4, 4], [5, 5]], [[5, 5], [6, 6]], [[4, 4]]]
AT_CARDS = """
globalThis.listed = (deck) => new choosing.Choosing(
  { viewer: { seat: 0 }, phase: "choose_card", state: { deck } }, {
    moves: JSON.parse(CARDS),
    facts: JSON.parse(LEADS).map((spaces) => ({ spaces })),
  }, new Map());
globalThis.chosen = listed(9);
globalThis.lit = () => JSON.stringify([...chosen.glow().spaces]);
"""


@pytest.fixture
def at_cards(engine: Context) -> Context:
    """The same, with two cards of the display and one of the hand to choose from."""
    engine.set("CARDS", json.dumps(CARDS))
    engine.set("LEADS", json.dumps(LEADS))
    engine.eval(AT_CARDS)
    return engine


def lit(engine: Context) -> dict[str, str]:
    return dict(json.loads(str(engine.eval("lit()"))))


def decided(engine: Context, space: str) -> Any:
    """The move that a tap on a space sends."""
    return json.loads(str(engine.eval(f"JSON.stringify(chosen.cardMoveTo('{space}'))")))


def test_nothing_is_lit_and_no_space_sends_before_a_card_is_chosen(at_cards: Context):
    assert lit(at_cards) == {}
    assert decided(at_cards, "0,1") is None


def test_a_chosen_card_lights_its_spaces_and_each_sends_it(at_cards: Context):
    at_cards.eval("chosen.chooseCard('display 0')")
    assert lit(at_cards) == {"0,1": "target", "2,3": "target"}
    assert [decided(at_cards, space) for space in ("0,1", "4,4")] == [CARDS[0], None]


def test_a_look_at_another_card_shows_its_spaces_and_leaves_the_choice(at_cards: Context):
    at_cards.eval("chosen.chooseCard('display 0'); chosen.hoveredCard = 'hand horse'")
    assert lit(at_cards) == {"4,4": "option"}
    assert decided(at_cards, "0,1") == CARDS[0]


def test_a_jokers_space_sends_only_if_one_symbol_leads_there(at_cards: Context):
    at_cards.eval("chosen.chooseCard('display 1')")
    assert list(lit(at_cards)) == ["4,4", "5,5", "6,6"]
    assert [decided(at_cards, space) for space in ("4,4", "5,5")] == [CARDS[1], None]
    at_cards.eval("chosen.joker = 'lyre'")
    assert list(lit(at_cards)) == ["5,5", "6,6"]
    assert decided(at_cards, "5,5") == CARDS[2]


@pytest.mark.parametrize(("deck", "kept"), [(9, "display 0"), (8, "null")])
def test_a_choice_outlasts_a_new_list_of_the_same_position_alone(
    at_cards: Context, deck: int, kept: str
):
    at_cards.eval("chosen.chooseCard('display 0')")
    assert (
        at_cards.eval(f"const next = listed({deck}); next.resume(chosen); `${{next.card}}`") == kept
    )
