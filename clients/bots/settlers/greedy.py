"""The greedy bot: it makes the move that leaves its aims nearest and worth most."""

import random
from collections.abc import Iterator

from clients.bots.settlers.building import Weighed, bank_trades, best_now, purchases
from clients.bots.settlers.developments import plays
from clients.bots.settlers.founding import best_first_road, best_founding
from clients.bots.settlers.goods import NOTHING, Counts, by_name, minus, one_of, plus
from clients.bots.settlers.plans import plans_of
from clients.bots.settlers.position import Position, position_of
from clients.bots.settlers.robber import best_robbery, blocked
from clients.bots.settlers.trade import answer, closings, offers
from clients.bots.settlers.worth import Judge
from clients.python.shapes import JsonObject


def choose(view: JsonObject, moves: list[JsonObject], luck: random.Random) -> JsonObject:
    """Return the best move found, drawn by luck among equals; resign only as a last resort."""
    able = [move for move in moves if move["type"] != "resign"] or moves
    # `max` takes the first of equals, so shuffling leaves ties to luck.
    luck.shuffle(able)
    return best_move(position_of(view), view, able)


def best_move(position: Position, view: JsonObject, able: list[JsonObject]) -> JsonObject:
    """Return the best move; ``position`` has been read from the view."""
    match view["phase"]:
        case "found_settlement":
            return best_founding(position, able)
        case "found_road":
            return best_first_road(position, able, view["state"]["founded_corner"])
        case "robber":
            return best_robbery(position, able)
        case "roll":
            return _before_the_roll(position, able)
        case "roads":
            return best_road(position, able)
        case _:
            return _weighing(Judge(position, plans_of(position)), view, able)


def _weighing(judge: Judge, view: JsonObject, able: list[JsonObject]) -> JsonObject:
    kinds = {move["type"] for move in able}
    if "discard" in kinds:
        owed = view["state"]["seats"][judge.position.me]["owed"]
        return {"type": "discard", "cards": by_name(discarded(judge, owed))}
    if "answer_trade" in kinds:
        return answer(judge, view, able)
    return best_action(judge, view, able)


def _before_the_roll(position: Position, able: list[JsonObject]) -> JsonObject:
    """Return a knight if the robber stands in the seat's own way, otherwise the roll."""
    knights = [move for move in able if move["type"] == "play_knight"]
    if knights and blocked(position, position.robber) < 0:
        return best_robbery(position, knights)
    return next((move for move in able if move["type"] == "roll"), able[0])


def best_road(position: Position, able: list[JsonObject]) -> JsonObject:
    """Return the free road that brings an aim nearest, or any if none does."""
    steps = purchases(Judge(position, plans_of(position)))
    listed = (weighed for weighed in steps if weighed[1] in able)
    return max(listed, key=lambda weighed: weighed[0], default=(0.0, able[0]))[1]


def card_before(position: Position, able: list[JsonObject]) -> JsonObject | None:
    """Return the move of a development card worth more than any purchase, None if there is none."""
    judge = Judge(position, plans_of(position))
    value, best = max(plays(judge, able), key=lambda weighed: weighed[0], default=(0.0, None))
    return best if value > best_now(judge, position.hand) else None


def discarded(judge: Judge, number: int) -> Counts:
    """Return the cards that are needed least, chosen one by one."""
    left, gone = judge.position.hand, NOTHING
    for _ in range(number):
        able = [one_of(good) for good in range(5) if left[good]]
        card = max(able, key=lambda card: judge.worth(minus(left, card)))
        left, gone = minus(left, card), plus(gone, card)
    return gone


def best_action(judge: Judge, view: JsonObject, able: list[JsonObject]) -> JsonObject:
    """Return the best move, or the end of the turn if none is worth more.

    An open offer is closed if that is best, and otherwise withdrawn first.
    """
    value, best = max(_weighed(judge, view, able), key=lambda weighed: weighed[0], default=(0, {}))
    kinds = {move["type"]: move for move in able}
    if "withdraw_trade" in kinds and best.get("type") != "close_trade":
        return kinds["withdraw_trade"]
    if best and value > judge.waiting(judge.position.hand):
        return best
    return kinds.get("end_turn", able[0])


def _weighed(judge: Judge, view: JsonObject, able: list[JsonObject]) -> Iterator[Weighed]:
    """Yield actions that are listed, and offers of any kind if at least one offer is listed."""
    yield from closings(judge, view, able)
    yield from plays(judge, able)
    for value, move in (*purchases(judge), *bank_trades(judge)):
        if move in able:
            yield value, move
    if any(move["type"] == "offer_trade" for move in able):
        yield from offers(judge)
