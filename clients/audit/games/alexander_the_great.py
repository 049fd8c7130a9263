"""Alexander the Great: the luck of settlers, the route's chips and the reserve of cards."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from clients.audit.core import Json
from clients.audit.games import settlers
from clients.audit.luck import Luck

CHIPS = dict.fromkeys(["hunger", "bridge", "battle", "statue"], 7)
HIDDEN = settlers.HIDDEN | dict.fromkeys(["turn_ended", "resigned"], "draws/*")
HIDDEN["seat_taken"] += " dealt/chips dealt/reserve dealt/hands/* dealt/draws/*"


def deal(luck: Luck, terms: Json) -> tuple[Json, Json]:
    """Return the deal as the record states it, and the table after it."""
    n, chosen, board = terms["seats"], terms["options"]["robber"], terms["board"]
    deserts = [h["hex"] for h in board["hexes"] if h["terrain"] == "desert"]
    by_lot = luck.below("robber", 0, len(deserts))
    robber = deserts[chosen - 1 if 0 < chosen <= len(deserts) else by_lot]
    cards = luck.shuffled("reserve", 0, dict.fromkeys(settlers.RESOURCES, 15 if n == 3 else 19))
    hands, draws = [Counter(cards[5 * k : 5 * k + 5]) for k in range(n)], cards[5 * n : 6 * n]
    deck, chips = luck.shuffled("developments", 0, settlers.DECK), luck.shuffled("chips", 0, CHIPS)
    dealt = {"deck": deck, "chips": chips, "reserve": cards[6 * n :], "robber": robber}
    dealt |= {"hands": hands, "draws": draws}
    held = Counter([*((k // 5, card) for k, card in enumerate(cards[: 5 * n])), *enumerate(draws)])
    counted = {"hands": held, "dice": 0, "thefts": 0, "route": board["route"]}
    return dealt, {**dealt, **counted, "staying": [*range(n)], "turn": terms["first_seat"]}


def draw(luck: Luck, was: Json, event: Json) -> tuple[Any, Any, Json]:
    """Return the luck that an event states, the luck that is due, and the table after it."""
    (_, due, now), data, kind = settlers.draw(luck, was, event), event["data"], event["type"]
    if kind == "marched":
        is_chip = was["route"][data["crossing"]]["kind"] == "chip"
        due["chip"], now["chips"] = was["chips"][0] if is_chip else None, was["chips"][is_chip:]
    if kind == "auction_paid":
        now["deck"] = was["deck"] + ["knight"] * data["knights"]
    if kind in ("turn_ended", "resigned"):
        now["staying"] = [n for n in was["staying"] if kind == "turn_ended" or n != event["seat"]]
        passes = event["seat"] == was["turn"] and (kind == "turn_ended" or "result" not in data)
        _draw_reserve(due, now, len(data["draws"]), passes=passes)
    now["hands"] = settlers.changed(now["hands"], _changes(kind, event["seat"], data))
    return {name: data[name] for name in due}, due, now


def _draw_reserve(due: Json, now: Json, seats: int, *, passes: bool) -> None:
    staying, reserve = now["staying"], now["reserve"]
    is_enough = passes and len(reserve) >= len(staying)
    cards = dict(zip(staying, reserve, strict=False)) if is_enough else {}
    due["draws"] = [cards.get(seat) for seat in range(seats)]
    if passes:
        now["reserve"] = reserve[len(staying) :] if is_enough else []
        now["turn"] = next((n for n in staying if n > now["turn"]), staying[0])


def _changes(kind: str, seat: int, data: Json) -> Iterator[tuple[int, int, Json]]:
    if kind in ("auction_paid", "bid_forfeited"):
        yield seat, -1, data["cards"]
    yield from ((n, 1, {card: 1}) for n, card in enumerate(data.get("draws", [])))
