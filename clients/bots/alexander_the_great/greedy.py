"""The greedy bot of the scenario: it bids, pays and chooses advisors, and plays settlers."""

import random

from clients.bots.alexander_the_great.advisors import best_holder
from clients.bots.alexander_the_great.auction import best_bid, best_payment
from clients.bots.alexander_the_great.journey import position_in
from clients.bots.settlers.greedy import best_move, card_before
from clients.bots.settlers.plans import plans_of
from clients.bots.settlers.position import Position
from clients.bots.settlers.worth import Judge
from clients.python.shapes import JsonObject


def choose(view: JsonObject, moves: list[JsonObject], luck: random.Random) -> JsonObject:
    """Return the best move found, drawn by luck among equals; resign only as a last resort."""
    able = [move for move in moves if move["type"] != "resign"] or moves
    # `max` takes the first of equals, so shuffling leaves ties to luck.
    luck.shuffle(able)
    match view["phase"]:
        case "march":
            return _before_the_march(view, able)
        case "bid":
            return best_bid(_judge(view), view, able)
        case "pay":
            return best_payment(_judge(view), view, able)
        case "advisor":
            return best_holder(view, able)
        case _:
            return best_move(position_in(view), view, able)


def _before_the_march(view: JsonObject, able: list[JsonObject]) -> JsonObject:
    """Return a card worth playing before the auction, where knights and goods count; or march."""
    if len(able) == 1:
        return able[0]
    march = next(move for move in able if move["type"] == "march")
    return card_before(position_in(view), able) or march


def _judge(view: JsonObject) -> Judge:
    position: Position = position_in(view)
    return Judge(position, plans_of(position))
