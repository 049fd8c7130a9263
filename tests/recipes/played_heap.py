"""The toy ruleset in play; run in a copy of the tree that has it."""

from tests.service.conftest import ada, bob, desk, store  # noqa: F401 - fixtures
from tests.service.desk import Desk, Person


def test_heap_is_offered_in_every_language(desk: Desk):  # noqa: F811
    (offered,) = [each for each in desk.get("/rulesets")["rulesets"] if each["id"] == "heap"]
    assert (offered["title"], offered["bots"], offered["seats"]) == ("Heap", ["random"], [2, 3])
    told = desk.get("/rulesets/heap", headers={"Accept-Language": "de"})
    assert [option["title"] for option in told["options"]["properties"].values()] == [
        "Höchstens auf einmal"
    ]


def test_heap_is_played_over_http_to_its_end(desk: Desk, ada: Person, bob: Person):  # noqa: F811
    game = desk.game(ada, bob, ruleset="heap", board="small")
    while (view := desk.view(game))["status"] == "live":
        asker = (ada, bob)[view["to_act"][0]]
        move = desk.moves(game, asker)[0]
        made = desk.act(game, asker, "moves", move, version=view["version"]).json
        assert made["events"][0]["type"] == "taken"
    assert view["result"]["reason"] == "last_stone"


def test_a_refusal_of_heap_has_its_sentence(desk: Desk, ada: Person, bob: Person):  # noqa: F811
    game = desk.game(ada, bob, ruleset="heap", board="small")
    refused = desk.act(game, ada, "moves", {"notation": "take 9"}, version=3)
    assert (refused.status_code, refused.json["code"]) == (409, "too_many")
    assert refused.json["detail"] == "9 stones are too many; at most 3 can be taken."
