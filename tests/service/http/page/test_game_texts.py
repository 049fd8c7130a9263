"""The texts of a game's page: all that its modules name, and little else."""

import re

import pytest

from domain.kernel.rulesets import rulesets
from service.clients.page_modules import Graph
from service.http.page import web
from service.http.page.bundles import all_modules
from service.texts import OF_OTHER_PAGES, WITH_TEXTS, page_texts, texts
from tests.service.api import Api, Person

NAMED = re.compile(r'["`]([\w.]+)["`]')
BEGUN = re.compile(r"\bt\(`([\w.]+)\$\{")


def modules_of_a_game(ruleset: str, bases: set[str]) -> str:
    """The text of every module that a game's page may load, at any time."""
    graph = all_modules(web.WEB, web.all_rooms())
    left_out = {f"{each}/" for each in rulesets().keys() - bases - {ruleset}} | {"boards/"}
    return "".join(
        graph[path].text
        for path in reached(graph, "pages/game.js")
        if not path.startswith(tuple(left_out)) and not path.endswith("editor.js")
    )


def reached(graph: Graph, path: str) -> set[str]:
    """A module, and all that it imports now or later."""
    found: set[str] = set()
    waiting = [path]
    while waiting:
        if (each := waiting.pop()) not in found:
            found.add(each)
            waiting += [*graph[each].static, *graph[each].dynamic]
    return found


def later() -> set[str]:
    """The texts that parts of the page load themselves."""
    return {code for part in WITH_TEXTS for code in page_texts("en", part)}


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_a_games_page_has_every_text_that_its_modules_name(api: Api, ruleset: str) -> None:
    own = api.client.get(f"/web/texts/{ruleset}.json").json["texts"]
    source = modules_of_a_game(ruleset, web.present_bundle().rulesets_of(ruleset))
    left_out = texts("en").keys() - own.keys() - later()
    assert left_out & {*NAMED.findall(source)} == set()
    begun = tuple(BEGUN.findall(source))
    assert [code for code in left_out if code.startswith(begun)] == []


def test_texts_of_a_game_are_those_of_its_ruleset_and_the_titles_of_all(api: Api) -> None:
    own = api.client.get("/web/texts/alexander_the_great/de.json").json
    assert own["language"] == "de"
    assert {"alexandros.title", "settlers.title", "settlers.act_roll"} <= own["texts"].keys()
    others = [code for code in own["texts"] if code.startswith("alexandros.")]
    assert others == ["alexandros.title"]
    assert [code for code in own["texts"] if OF_OTHER_PAGES.fullmatch(code)] == []


def test_the_page_of_a_known_game_asks_for_its_own_texts_and_styles(api: Api, ada: Person) -> None:
    game = api.game(ada, ruleset="settlers", board="standard", seats=2)
    html = api.client.get(f"/game/{game}").text
    assert 'data-texts="settlers"' in html
    assert "/game-settlers.css" in html
    unknown = api.client.get("/game/any").text
    assert "data-texts" not in unknown
    assert "/game.css" in unknown
