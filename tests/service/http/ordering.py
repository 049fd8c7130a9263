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
