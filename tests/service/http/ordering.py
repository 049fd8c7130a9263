"""Standing orders given over HTTP."""

from typing import Any

from tests.service.api import Api, Person

SEED = "0dd5"


def scenario(api: Api, people: list[Person], **terms: Any) -> str:
    fixed = {"ruleset": "alexander_the_great", "board": "campaign", "seed": SEED, "undo": "free"}
    return api.game(*people, **fixed | terms)


def put(
    api: Api, game: str, who: Person | None, code: str, expect: int = 200, **values: Any
) -> Any:
    return api.ask("PUT", f"/games/{game}/orders/{code}", who, expect=expect, json=values).json


def orders(api: Api, game: str, who: Person) -> Any:
    return api.get(f"/games/{game}/orders", who)


def codes(api: Api, game: str, who: Person) -> list[str]:
    return [order["code"] for order in orders(api, game, who)["orders"]]


def told(api: Api, game: str, after: int = 0) -> list[tuple[int, str]]:
    events = api.get(f"/games/{game}/events", query_string={"after": after})["events"]
    return [(each["seat"], each["type"]) for each in events]


def trade_offered(api: Api, game: str, people: list[Person]) -> Any:
    """Play on until Ada offers wool for gold in her turn."""
    ada = people[0]
    api.move(game, ada, {"type": "march"})
    while api.view(game)["phase"] == "bid":
        who = people[api.view(game)["to_act"][0]]
        api.move(game, who, {"type": "pass"})
    hand = api.view(game, ada)["state"]["seats"][0]["hand"]
    assert hand["wool"], "the seed gives Ada wool"
    offer = {"type": "offer_trade", "give": {"wool": 1}, "get": {"gold": 1}}
    api.move(game, ada, offer)
    assert (1, "trade_answered") in told(api, game)
    return offer
