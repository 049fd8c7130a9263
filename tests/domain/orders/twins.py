"""Twin positions: the same to all but the seats whose hidden cards differ in them."""

import random
from collections.abc import Iterator
from dataclasses import replace as with_fields
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.alexander_the_great import auctions
from domain.kernel.decider import Ruleset
from domain.kernel.order_contract import Book
from domain.settlers.cards import DEVELOPMENTS, covers
from tests.domain.orders.values import auction_of, offer_of
from tests.domain.playing import chance_of

CARDS = 5
"""The kinds of cards in a hand; what comes after them is public."""
PLENTY = 20


class Twin(NamedTuple):
    """A position, and the viewers (None: the public) to whom it looks like the first one."""

    state: Any
    viewers: tuple[int | None, ...]


def twins(
    ruleset: Ruleset[Any, Any, Any], state: Any, seat: int, luck: random.Random
) -> Iterator[Twin]:
    """Yield twins in which a seat's hidden cards differ, and some with other hidden cards too."""
    others = (None, *(n for n in range(state.table.seats) if n != seat))
    for hand in luck.sample(hands := _hands_like(_cards(state).hands[seat]), min(6, len(hands))):
        yield Twin(with_hand(state, seat, hand), others)
    if hasattr(_cards(state), "developments"):
        for kind in luck.sample(range(len(DEVELOPMENTS)), 2):
            yield Twin(_with_developments(state, seat, kind), others)
    for viewer in luck.sample(others, 2):
        imagined = ruleset.imagined(state, viewer, chance_of(luck.getrandbits(64)))
        yield Twin(imagined, (viewer,))


def is_as_able(state: Any, twin: Any, book: Book) -> bool:
    """True if all seats can pay in a twin what their orders might have them pay, as in a state."""
    capped = [each for each in book if each.code in CAPPED]
    return all(_means(state, each.seat) == _means(twin, each.seat) for each in capped)


CAPPED = ("bid_up_to", "bid_on", "accept_terms")
"""The kinds whose limits hidden cards cap."""


def _means(state: Any, seat: int) -> tuple[int | None, bool | None]:
    """Return the most that a seat can bid, and whether it can pay what the offer asks for."""
    offer = offer_of(state)
    can_pay = None if offer is None else covers(_cards(state).hands[seat], offer.get)
    return worth(state, seat), can_pay


def worth(state: Any, seat: int) -> int | None:
    """The most that a seat can pay in the auction under way, None if there is none."""
    auction = auction_of(state)
    return None if auction is None else auctions.worth(state, auction, seat)


def richer(state: Any) -> Any:
    """The same with plenty of cards in all hands."""
    hands = _cards(state).hands
    for seat, (*cards,) in enumerate(hands):
        hand = (*(n + PLENTY for n in cards[:CARDS]), *cards[CARDS:])
        state = with_hand(state, seat, hand)
    return state


def capped(state: Any, book: Book) -> Book:
    """The orders with their limits lowered to what their seats can pay, where that is less."""
    return tuple(with_fields(each, order=_lowered(state, each)) for each in book)


def _lowered(state: Any, given: Any) -> Any:
    order, most = given.order, worth(state, given.seat)
    if given.code == "bid_up_to" and most is not None:
        return replace(order, most=min(order.most, most))
    if given.code == "bid_on" and most is not None:
        return replace(order, most={event: min(n, most) for event, n in order.most.items()})
    if given.code == "accept_terms":
        goods = getattr(state, "base", state).table.edition.goods
        held = dict(zip(goods, _cards(state).hands[given.seat], strict=True))
        return replace(order, give={good: min(n, held[good]) for good, n in order.give.items()})
    return order


def with_hand(state: Any, seat: int, hand: tuple[int, ...]) -> Any:
    hands = _cards(state).hands
    return _with_cards(state, hands=(*hands[:seat], hand, *hands[seat + 1 :]))


def _with_developments(state: Any, seat: int, kind: int) -> Any:
    """The same if all development cards of a seat are of one kind."""
    base = getattr(state, "base", state)
    own = list(base.cards.developments)
    own[seat] = _all_of(sum(own[seat]), kind, len(DEVELOPMENTS))
    state = _with_cards(state, developments=tuple(own))
    if seat != base.turn.seat:
        return state
    bought = _all_of(sum(base.turn.bought), kind, len(DEVELOPMENTS))
    return _with_turn(state, bought=bought)


def _hands_like(hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Hands of the same size: of one kind each, turned round, and with one card exchanged."""
    cards, rest = hand[:CARDS], hand[CARDS:]
    size, kinds = sum(cards), range(CARDS)
    likes = {_all_of(size, kind, CARDS) for kind in kinds} | {(*cards[1:], cards[0])}
    for kind in kinds:
        likes |= {_exchanged(cards, kind, other) for other in kinds if cards[kind]}
    return [(*like, *rest) for like in sorted(likes - {cards})]


def _exchanged(cards: tuple[int, ...], kind: int, other: int) -> tuple[int, ...]:
    return tuple(n - (index == kind) + (index == other) for index, n in enumerate(cards))


def _all_of(size: int, kind: int, kinds: int) -> tuple[int, ...]:
    return tuple(size * (index == kind) for index in range(kinds))


def _cards(state: Any) -> Any:
    return getattr(state, "base", state).cards


def _with_cards(state: Any, **changes: Any) -> Any:
    return _with_base(state, cards=replace(_cards(state), **changes))


def _with_turn(state: Any, **changes: Any) -> Any:
    return _with_base(state, turn=replace(getattr(state, "base", state).turn, **changes))


def _with_base(state: Any, **changes: Any) -> Any:
    if hasattr(state, "base"):
        return replace(state, base=replace(state.base, **changes))
    return replace(state, **changes)
