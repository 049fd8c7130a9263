"""Moves typed as text over HTTP, and the facts beside those listed."""

from typing import Any
from urllib.parse import quote

import pytest

from service.app import create_app
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob)


def say(api: Api, game: str, who: Person, text: Any, **more: Any) -> Any:
    return api.act(game, who, "moves", {"notation": text}, **more)


def test_a_turn_is_played_in_words_as_the_list_spells_them(api: Api, game: str, ada: Person):
    for _ in range(5):
        listed = api.get(f"/games/{game}/moves", ada)
        assert len(listed["facts"]) == len(listed["moves"])
        text = listed["facts"][0]["notation"]
        made = say(api, game, ada, text)
        assert made.status_code == 201, made.json
    assert made.json["view"]["to_act"] == [1]


def test_a_move_in_words_is_the_move_in_json(api: Api, ada: Person, bob: Person):
    twins = [api.game(ada, bob, seed="00ff") for _ in range(2)]
    listed = api.get(f"/games/{twins[0]}/moves", ada)
    json_made = api.move(twins[0], ada, listed["moves"][0])
    text_made = say(api, twins[1], ada, listed["facts"][0]["notation"]).json
    assert text_made["events"][0]["data"] == json_made["events"][0]["data"]


def test_a_move_in_words_is_previewed(api: Api, game: str, ada: Person):
    api.move(game, ada)
    listed = api.get(f"/games/{game}/moves?type=march", ada)
    for move, facts in zip(listed["moves"], listed["facts"], strict=True):
        asked = [
            api.ask("POST", f"/games/{game}/preview", ada, json=body, expect=200).json
            for body in (move, {"notation": facts["notation"]})
        ]
        assert asked[0] == asked[1]
        assert len(asked[0]["state"]["walls"]) == facts["walls"]


def test_facts_stand_beside_the_moves_of_a_type_and_within_a_bound(api: Api, game, ada, bob, over):
    cut = api.get(f"/games/{game}/moves?limit=1", ada)
    assert len(cut["facts"]) == len(cut["moves"]) == 1
    assert api.get(f"/games/{game}/moves", bob)["facts"] == [{"notation": "resign"}]
    assert api.get(f"/games/{over}/moves", ada)["facts"] == []


@pytest.fixture
def over(api: Api, ada: Person, bob: Person) -> str:
    game = api.game(ada, bob)
    api.act(game, bob, "resign", {}, version=False)
    return game


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({"notation": "march"}, "notation", "march 2,1 to 2,2"),
        ({"notation": 5}, "notation", "string"),
        ({"notation": ""}, "notation", "characters"),
        ({"notation": "a\u0000"}, "notation", "not a printable character"),
        ({"notation": "end", "type": "end_turn"}, "type", "there are: notation"),
        ({"notation": "end " * 5000}, "notation", "characters"),
        ({"notation": "9" * 4000}, "notation", "must read like"),
    ],
)
def test_text_that_is_no_move_is_422(api: Api, game: str, ada: Person, body, field, message):
    for path in ("moves", "preview"):
        answer = api.act(game, ada, path, body)
        assert (answer.status_code, answer.json["code"]) == (422, "malformed")
        assert message in answer.json["errors"][field][0]
    assert api.view(game)["version"] == 3


def test_a_text_meant_for_another_version_is_stale_before_it_is_read(api: Api, game, ada):
    answer = say(api, game, ada, "no move at all", version=2)
    assert (answer.status_code, answer.json["code"]) == (412, "stale_version")


def test_a_move_in_words_is_against_the_rules_or_too_late_like_any_other(
    api: Api, game: str, over: str, ada: Person, bob: Person
):
    for each, who, code in ((game, bob, "not_your_turn"), (over, ada, "game_over")):
        answer = say(api, each, who, "end")
        assert (answer.status_code, answer.json["code"]) == (409, code)
    waiting = api.ask("POST", "/games", ada, json={"ruleset": "alexandros"}).json["game_id"]
    assert say(api, waiting, ada, "end").json["code"] == "not_started"


def test_a_move_in_words_sent_twice_is_made_once(api: Api, game: str, ada: Person):
    first, again = (say(api, game, ada, "card slot 0", key="k", version=3) for _ in range(2))
    assert (first.status_code, first.data) == (again.status_code, again.data)


def test_a_text_is_read_in_the_newest_position_not_a_cached_one(
    api: Api, store: RedisStore, ada: Person, bob: Person
):
    """Another process has played on and turned up a card, which this one is asked for by name."""
    game = api.game(ada, bob, seed="0001")
    assert api.view(game)["state"]["display"] == ["horse", "temple"]
    other = Api(create_app(Config(rate_limit=False), store))
    other.move(game, ada)
    other.move(game, ada)
    assert other.view(game)["state"]["display"] == ["soldier", "temple"]
    body, headers = {"notation": "take soldier"}, {"If-Match": "*"}
    made = api.ask("POST", f"/games/{game}/moves", ada, json=body, headers=headers)
    assert (made.status_code, made.json["version"]) == (201, 6)


def test_one_move_is_listed_by_its_notation_while_it_is_legal(api: Api, game: str, ada, bob):
    (first, *_), (facts, *_) = (
        api.get(f"/games/{game}/moves", ada)[part] for part in ("moves", "facts")
    )
    asked = f"/games/{game}/moves?notation={quote(facts['notation'].upper())}"
    assert api.get(asked, ada) == {
        "version": 3,
        "complete": True,
        "moves": [first],
        "facts": [facts],
    }
    assert api.get(asked, bob)["moves"] == []
    assert api.get(f"/games/{game}/moves?notation=end", ada)["moves"] == []
    assert api.view(game)["version"] == 3


@pytest.mark.parametrize(
    "text", ["<img src=x onerror=alert(1)>", "9" * 4000, "", "a%00", "x" * 6000]
)
def test_a_line_that_is_no_move_lists_none_but_is_refused(api: Api, game: str, ada: Person, text):
    refused = api.ask("GET", f"/games/{game}/moves?notation={text}", ada, expect=422)
    assert list(refused.json["errors"]) == ["notation"]


def test_a_game_that_is_over_lists_no_move_of_any_notation(api: Api, ada: Person, over: str):
    assert api.get(f"/games/{over}/moves?notation=end", ada)["moves"] == []
