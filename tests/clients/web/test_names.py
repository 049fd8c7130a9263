"""Names of seats on the page: with the seat's number where one looks like another."""

import json
from typing import Any

import pytest
from quickjs import Context

from service.clients import WEB
from service.pictures.sources import link_modules
from service.texts import texts


@pytest.fixture(scope="module")
def engine() -> Context:
    entries = {"sentences": "game/words/sentences.js", "words": "picture/texts.js"}
    modules = link_modules(WEB, entries, {"ui/texts.js": "picture/texts.js"})
    context = Context()
    said = json.dumps({"texts": texts("en"), "lists": {}})
    context.eval(f"{modules.script}\nwords.speak({said});")
    context.eval(
        "globalThis.names = (seats) => {"
        "  const all = JSON.parse(seats);"
        "  return JSON.stringify(all.map((_, seat) => sentences.playerName(all, seat)));"
        "};"
    )
    return context


def shown(engine: Context, *seats: Any) -> Any:
    return json.loads(engine.eval("names")(json.dumps(seats)))


def seat(name: str | None, **more: Any) -> dict[str, Any]:
    return {"name": name, "bot": None, "forgotten": False, **more}


def test_names_that_look_the_same_have_their_seats_numbers(engine: Context):
    twins = (seat("Ada", name_twin=True), seat("Bob"), seat("Аdа", name_twin=True), None)
    assert shown(engine, *twins) == ["Ada 1", "Bob", "Аdа 3", None]


def test_equal_names_have_them_in_games_saved_by_an_older_release(engine: Context):
    assert shown(engine, seat("Ada"), seat("Ada")) == ["Ada 1", "Ada 2"]
