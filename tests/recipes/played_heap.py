"""The toy ruleset in play; run in a copy of the tree that has it."""

from tests.service.api import Api, Person
from tests.service.conftest import ada, api, bob, plain_app, store  # noqa: F401 - fixtures


def test_heap_is_offered_in_every_language(api: Api):  # noqa: F811
    (offered,) = [each for each in api.get("/rulesets")["rulesets"] if each["id"] == "heap"]
    assert (offered["title"], offered["bots"], offered["seats"]) == ("Heap", ["random"], [2, 3])
    told = api.get("/rulesets/heap", headers={"Accept-Language": "de"})
    assert [option["title"] for option in told["options"]["properties"].values()] == [
        "Höchstens auf einmal"
    ]


def test_heap_is_played_over_http_to_its_end(api: Api, ada: Person, bob: Person):  # noqa: F811
    game = api.game(ada, bob, ruleset="heap", board="small")
    while (view := api.view(game))["status"] == "live":
        asker = (ada, bob)[view["to_act"][0]]
        move = api.moves(game, asker)[0]
        made = api.act(game, asker, "moves", move, version=view["version"]).json
        assert made["events"][0]["type"] == "taken"
    assert view["result"]["reason"] == "last_stone"


def test_a_refusal_of_heap_has_its_sentence(api: Api, ada: Person, bob: Person):  # noqa: F811
    game = api.game(ada, bob, ruleset="heap", board="small")
    refused = api.act(game, ada, "moves", {"notation": "take 9"}, version=3)
    assert (refused.status_code, refused.json["code"]) == (409, "too_many")
    assert refused.json["detail"] == "9 stones are too many; at most 3 can be taken."
