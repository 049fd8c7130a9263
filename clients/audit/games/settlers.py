"""Settlers: its island and deck, its dice, the cards bought and stolen."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from clients.audit.core import Json
from clients.audit.luck import Luck

RESOURCES = ["brick", "lumber", "wool", "grain", "ore"]
TERRAINS = {"fields": 4, "forest": 4, "pasture": 4, "hills": 3, "mountains": 3, "desert": 1}
TOKENS = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
DECK = {"knight": 14, "victory_point": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2}
PRICES = {"city_built": {"grain": 2, "ore": 3}}
PRICES["development_card_bought"] = {"wool": 1, "grain": 1, "ore": 1}
PAID = {"settlement_built": "paid", "road_built": "paid", "cards_discarded": "cards"}
PAID |= dict.fromkeys(["traded_with_bank", "trade_closed"], "give")
GAINED = {"settlement_built": "gains", "year_of_plenty_played": "cards"}
GAINED |= dict.fromkeys(["traded_with_bank", "trade_closed"], "get")
HIDDEN = {"seat_taken": "dealt/deck", "development_card_bought": "card", "robber_moved": "stolen/*"}

Changes = Iterable[tuple[int, int, Json]]
"""A seat, 1 for cards that come to its hand or -1 for cards that leave it, and their counts."""


def deal(luck: Luck, terms: Json) -> tuple[Json, Json]:
    """Return the deal as the record states it, and the table after it."""
    dealt = {"deck": luck.shuffled("developments", 0, DECK), "layout": _layout(luck, terms)}
    return dealt, {**dealt, "hands": Counter(), "dice": 0, "thefts": 0}


def _layout(luck: Luck, terms: Json) -> Json:
    hexes, harbours = terms["board"]["hexes"], terms["board"]["harbours"]
    terrains, tokens = ([h[name] for h in hexes] for name in ["terrain", "token"])
    if terrains[0] is None:
        terrains, n = luck.shuffled("terrains", 0, TERRAINS), 0
        # Tokens are shuffled again until no two red ones touch, as the service does.
        while n == 0 or (terms["options"]["reds_apart"] and _touch(hexes, tokens)):
            rest, n = iter(luck.shuffled("tokens", n, TOKENS)), n + 1
            tokens = [next(rest) if terrain != "desert" else None for terrain in terrains]
        kinds = luck.shuffled("harbours", 0, [None] * 4 + RESOURCES)
        harbours = [{**h, "resource": kind} for h, kind in zip(harbours, kinds, strict=True)]
    return {"terrains": terrains, "tokens": tokens, "harbours": harbours}


def _touch(hexes: list[Json], tokens: list[Any]) -> bool:
    reds = [h["hex"] for h, token in zip(hexes, tokens, strict=True) if token in (6, 8)]
    return any([q + a, r + b] in reds for q, r in reds for a, b in [(1, 0), (0, 1), (-1, 1)])


def draw(luck: Luck, was: Json, event: Json) -> tuple[Any, Any, Json]:
    """Return the luck that an event states, the luck that is due, and the table after it."""
    kind, data, now = event["type"], event["data"], dict(was)
    due: Json = {}
    if kind == "dice_rolled":
        due["dice"] = [1 + luck.below("die", was["dice"] + n, 6) for n in (0, 1)]
        now["dice"] += 2
    if kind == "development_card_bought":
        due["card"], now["deck"] = [*was["deck"], None][0], was["deck"][1:]
    if kind == "robber_moved":
        card, pair = _theft(luck, was, data["victim"]), (event["seat"], data["victim"])
        due["stolen"] = [card if n in pair else None for n in range(len(data["stolen"]))]
        now["thefts"] += card is not None
    now["hands"] = changed(was["hands"], _changes(kind, event["seat"], data))
    return {name: data[name] for name in due}, due, now


def _theft(luck: Luck, was: Json, victim: int | None) -> str | None:
    # In this order the service numbers the cards of a hand.
    cards = [card for card in RESOURCES for _ in range(was["hands"][victim, card])]
    return cards[luck.below("theft", was["thefts"], len(cards))] if cards else None


def changed(hands: Counter[Any], changes: Changes) -> Counter[Any]:
    """Return the hands, counts by seat and card, after some changes."""
    hands = Counter(hands)
    for seat, sign, cards in changes:
        hands.update({(seat, card): sign * n for card, n in cards.items()})
    return hands


def _changes(kind: str, seat: int, data: Json) -> Iterator[tuple[int, int, Json]]:
    yield seat, -1, PRICES.get(kind) or data.get(PAID.get(kind, ""), {})
    yield seat, 1, data.get(GAINED.get(kind, ""), {})
    if kind == "dice_rolled":
        yield from ((n, 1, gain) for n, gain in enumerate(data["gains"]))
    for n, number in enumerate(data.get("taken", [])):
        yield from ((who, sign, {data["resource"]: number}) for who, sign in [(seat, 1), (n, -1)])
    if kind == "trade_closed":
        yield from [(data["seat"], 1, data["give"]), (data["seat"], -1, data["get"])]
    if kind == "robber_moved":
        stolen = {data["stolen"][seat]: 1}
        yield from [(seat, 1, stolen), (data["victim"], -1, stolen)]
