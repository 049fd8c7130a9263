"""Values of standing orders drawn by luck, for each kind of every ruleset."""

import random
from collections.abc import Callable
from typing import Any

from domain.alexander_the_great.cards import EDITION as SCENARIO
from domain.alexander_the_great.state import Occasion
from domain.kernel.decider import Ruleset
from domain.settlers.cards import EDITION, RESOURCES

ABOUT = (-2, -1, 0, 0, 1, 1, 2, 3, 5, 12, 12)
"""Limits by their distance from the bid that stands."""

Draw = Callable[[Any, random.Random], dict[str, Any]]
"""Draws values from a position and luck."""


def drawn(code: str, state: Any, luck: random.Random) -> dict[str, Any]:
    """Return values of an order of a kind; limits lie near what the position asks for."""
    return DRAWS[code](state, luck)


def every_kind(ruleset: Ruleset[Any, Any, Any]) -> list[str]:
    return list(ruleset.orders.codec.kinds)


def offer_of(state: Any) -> Any:
    """The offer under way, None if there is none."""
    turn = getattr(state, "base", state).turn
    return getattr(turn, "offer", None)


def auction_of(state: Any) -> Any:
    """The auction under way, None if there is none."""
    return state.journey.auction if hasattr(state, "journey") else None


def _goods(state: Any) -> list[str]:
    return [good.value for good in (SCENARIO if hasattr(state, "journey") else EDITION).goods]


def _nothing(state: Any, luck: random.Random) -> dict[str, Any]:
    return {}


def _limit(state: Any, luck: random.Random) -> dict[str, Any]:
    auction = auction_of(state)
    return {"most": max(1, (auction.bid if auction else 0) + luck.choice(ABOUT))}


def _limits(state: Any, luck: random.Random) -> dict[str, Any]:
    auction = auction_of(state)
    least = auction.bid if auction else 0
    events = luck.sample(list(Occasion), luck.randint(1, 5))
    if auction and luck.random() < 0.8:
        events.append(auction.occasion)
    return {"most": {event.value: max(0, least + luck.choice(ABOUT)) for event in events}}


def _most_given(state: Any, luck: random.Random) -> dict[str, Any]:
    """Limits by good, most of them just enough for the offer under way or not quite."""
    asked = _asked(state)
    most = {good: asked.get(good, 0) + luck.choice((-1, 0, 0, 1)) for good in _goods(state)}
    return {
        "most": {good: n for good, n in most.items() if n > 0 or (n == 0 and luck.random() < 0.5)}
    }


def _terms(state: Any, luck: random.Random) -> dict[str, Any]:
    """Terms that fit the offer under way more often than not; without one, generous terms."""
    asked, offered = _asked(state), _offered(state)
    if offer_of(state) is None:
        give = luck.sample(goods := _goods(state), 4)
        return {"give": dict.fromkeys(give, 2), "get": dict.fromkeys(luck.sample(goods, 1), 1)}
    slack = luck.choice((0, 0, 1, 3))
    if luck.random() < 0.2:
        offered = {**offered, luck.choice(_goods(state)): 2}
    return {"give": {good: n + slack for good, n in asked.items()}, "get": offered}


def _asked(state: Any) -> dict[str, int]:
    offer = offer_of(state)
    return {} if offer is None else _named(state, offer.get)


def _offered(state: Any) -> dict[str, int]:
    offer = offer_of(state)
    return {} if offer is None else _named(state, offer.give)


def _named(state: Any, counts: Any) -> dict[str, int]:
    return {good: n for good, n in zip(_goods(state), counts, strict=True) if n}


def _preference(state: Any, luck: random.Random) -> dict[str, Any]:
    return {"first": luck.sample([each.value for each in RESOURCES], luck.randint(0, 5))}


def _payment(state: Any, luck: random.Random) -> dict[str, Any]:
    goods = _goods(state)
    return {"first": luck.sample(goods, luck.randint(0, 6)), "knights": luck.random() < 0.5}


def _moving_on(state: Any, luck: random.Random) -> dict[str, Any]:
    if not hasattr(getattr(state, "base", state).turn, "offer"):
        return {}  # Alexandros has no cards to keep, and no trade
    return {"keeping_cards": luck.random() < 0.5, "end_turn": luck.random() < 0.5}


DRAWS: dict[str, Draw] = {
    "bid_up_to": _limit,
    "pass_auction": _nothing,
    "bid_on": _limits,
    "pass_above": _limits,
    "pay_by": _payment,
    "refuse_offers": _nothing,
    "refuse_every_offer": _nothing,
    "refuse_above": _most_given,
    "accept_terms": _terms,
    "discard_by": _preference,
    "move_on": _moving_on,
}
"""A new kind needs its draw here: the tests of all kinds ask for it."""
