"""Answers in the reader's language: problems, options and the rules."""

from typing import Any

import pytest
from babel.lists import format_list

from service.http.resources.rulesets import rulesets
from service.texts import LANGUAGES, text
from tests.service.api import Api, Person


def asking(language: str) -> dict[str, str]:
    return {"Accept-Language": language}


@pytest.mark.parametrize(("asked", "language"), [("de-AT", "de"), ("nl", "nl"), ("fr", "en")])
def test_a_problem_speaks_the_readers_language(api: Api, asked: str, language: str):
    answer = api.ask("GET", "/me", headers=asking(asked))
    assert answer.json["detail"] == text(language, "problem.token_missing")
    assert answer.json["title"] == text(language, "problem.title.401")
    assert answer.json["code"] == "token_missing"
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.vary


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_value_at_fault_is_named_in_every_language(api: Api, ada: Person, language: str):
    more: dict[str, Any] = {"headers": asking(language)}
    unknown = api.ask("GET", "/rulesets/chess", **more).json["detail"]
    nowhere = api.ask("GET", "/nowhere", **more).json["detail"]
    misfit = api.ask("POST", "/games", ada, json={"ruleset": "chess", "seats": 2}, **more).json
    assert "'chess'" in unknown
    assert "alexandros" in unknown
    assert "/api/v1/nowhere" in nowhere
    assert "'chess'" in misfit["detail"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_names_values_in_words_and_as_they_are(
    api: Api, ada: Person, bob: Person, language: str
):
    game = api.game(ada, bob, seed="00")
    api.act(game, ada, "moves", api.moves(game, ada, type="choose_card")[0])
    symbol = api.view(game)["state"]["marching"]["symbol"]
    version = api.view(game)["version"]
    headers = {**asking(language), "If-Match": f'"{version}"'}
    move = {"type": "end_turn"}
    refused = api.ask("POST", f"/games/{game}/moves", ada, json=move, headers=headers, expect=409)
    word = text(language, f"alexandros.symbol_{symbol}")
    assert refused.json["detail"] == text(language, "alexandros.refusal.march_first", symbol=word)
    assert (refused.json["rule"], refused.json["parameters"]) == ("A4", {"symbol": symbol})


def test_places_and_lists_of_a_refusal_are_json(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob, seed="00")
    api.act(game, ada, "moves", api.moves(game, ada, type="choose_card")[0])
    march = api.moves(game, ada, type="march")[0]
    refused = api.act(game, ada, "moves", {**march, "path": [[0, 0], [8, 0]]})
    given = refused.json["parameters"]
    assert refused.json["code"] in ("path_broken", "path_ends_elsewhere", "no_such_point")
    assert [8, 0] in given.values()
    assert str(next(value for value in given.values() if value == [8, 0])) in refused.json["detail"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_boards_are_named_in_the_readers_language(api: Api, language: str):
    on_offer = api.get("/rulesets", headers=asking(language))["rulesets"]
    shown = next(ruleset for ruleset in on_offer if ruleset["id"] == "alexandros")
    joker = shown["options"]["properties"]["joker"]
    assert joker["title"] == text(language, "alexandros.option_joker")
    assert joker["description"] == text(language, "alexandros.option_joker_help")
    assert [value["const"] for value in joker["oneOf"]] == joker["enum"] == ["closest", "any"]
    assert joker["oneOf"][1]["title"] == text(language, "alexandros.option_joker_any")
    assert "oneOf" not in shown["options"]["properties"]["target_score"]
    titles = {board["id"]: board["title"] for board in shown["boards"]}
    assert titles["asia_minor"] == text(language, "alexandros.board_asia_minor")
    assert api.get("/rulesets/alexandros", headers=asking(language)).items() >= shown.items()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_shown_in_order_and_in_the_readers_language(api: Api, language: str):
    told = api.get("/rulesets/alexandros/rules", headers=asking(language))
    assert (told["ruleset"], told["language"]) == ("alexandros", language)
    sections = told["sections"]
    assert [section["id"] for section in sections] == [
        "material",
        "setup",
        "turn",
        "march",
        "actions",
        "turn_end",
        "game_end",
    ]
    rules = [rule for section in sections for rule in section["rules"]]
    assert [rule["id"] for rule in rules] == [f"A{n}" for n in range(1, 24)]
    assert rules[3]["title"] == text(language, "alexandros.rule.A4.title")
    assert rules[3]["text"] == text(language, "alexandros.rule.A4.text")
    assert all((section["text"] is None) == bool(section["rules"]) for section in sections)


@pytest.mark.parametrize(
    "path", ["/rulesets", "/rulesets/alexandros", "/rulesets/alexandros/rules"]
)
def test_an_answer_in_one_language_is_not_taken_for_another(api: Api, path: str):
    first = api.ask("GET", path, headers=asking("en"), expect=200)
    known = {"If-None-Match": first.headers["ETag"]}
    again = api.ask("GET", path, headers={**asking("en"), **known}, expect=304)
    other = api.ask("GET", path, headers={**asking("de"), **known}, expect=200)
    assert again.data == b""
    assert other.headers["ETag"] != first.headers["ETag"]
    assert first.headers["Content-Language"] == "en"
    assert other.headers["Content-Language"] == "de"
    assert all("Accept-Language" in answer.vary for answer in (first, again, other))


def test_several_are_strung_together_as_the_language_does(api: Api):
    known = list(next(iter(rulesets().values())).wire.boards.ids)
    for language in LANGUAGES:
        answer = api.ask("GET", "/rulesets/alexandros/boards/x", headers=asking(language))
        assert format_list(known, locale=language) in answer.json["detail"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_a_title_is_called_as_its_ruleset_in_its_makers_language(
    api: Api, ada: Person, language: str
):
    terms = {"ruleset": "settlers", "seats": 2}
    made = api.ask("POST", "/games", ada, 201, json=terms, headers=asking(language)).json
    offered = api.ask("GET", "/rulesets/settlers", headers=asking(language)).json
    assert made["title"] == offered["title"] == text(language, "settlers.title")
    assert api.view(made["game_id"])["title"] == made["title"]
