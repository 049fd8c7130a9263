"""Positions that ask a seat for something: of games played by luck, and posed from these."""

import random
from collections.abc import Iterator
from dataclasses import replace as with_fields
from functools import cache
from typing import Any

from msgspec.structs import replace

from domain.alexandros.board import SYMBOLS
from domain.alexandros.cards import count_cards
from domain.kernel.decider import Ruleset
from domain.settlers.state import Offer, Phase
from tests.domain.orders.values import auction_of
from tests.domain.playing import every_step

BARE = 3
"""Positions with few cards that are posed from one of Alexandros."""


@cache
def positions(ruleset: Ruleset[Any, Any, Any]) -> tuple[tuple[Any, int], ...]:
    """The positions, each with a seat that is to act, in an order by luck."""
    luck = random.Random(4)
    states = [step.before for step in every_step(ruleset)]
    states += [each for state in states for each in _posed(state, luck)]
    asked = [(state, seat) for state in states for seat in ruleset.situation(state).to_act]
    luck.shuffle(asked)
    return tuple(asked)


def _posed(state: Any, luck: random.Random) -> Iterator[Any]:
    """Yield positions like one that are seldom reached: offers, sevens, high bids, few cards."""
    base = getattr(state, "base", state)
    if not hasattr(base.turn, "offer"):
        yield from (_bare(state, luck) for _ in range(BARE if base.turn.actions_left else 0))
        return
    phase = getattr(state, "phase", base.turn.phase)
    if auction_of(state) is not None:
        yield from _overbid(state, luck)
    elif phase == Phase.PLAY and base.turn.offer is None and luck.random() < 0.5:
        yield _with_turn(state, offer=_offer(base, luck))
    elif phase == Phase.ROLL and luck.random() < 0.3:
        owed = tuple(sum(hand[:5]) // 2 for hand in base.cards.hands)
        if any(owed):
            yield _with_turn(state, phase=Phase.DISCARD, owed=owed, dice=(3, 4))


def _bare(state: Any, luck: random.Random) -> Any:
    """The position of Alexandros with hardly a card: there a hand may leave no choice."""
    hands, seat = list(state.cards.hands), state.turn.seat
    hands[seat] = count_cards(luck.choices(SYMBOLS, k=luck.randint(0, 3)))
    display = (luck.choice((None, None, *SYMBOLS)), None)
    cards = replace(
        state.cards, hands=tuple(hands), display=display, supply=(), discard=(0,) * len(SYMBOLS)
    )
    return replace(state, cards=cards)


def _offer(base: Any, luck: random.Random) -> Offer:
    """An offer of one or two goods of a kind for as many of another."""
    goods = range(len(base.table.edition.goods))
    give, get = (
        tuple(luck.choice((1, 1, 2)) * (good == traded) for good in goods)
        for traded in luck.sample(goods, 2)
    )
    return Offer(give, get, (None,) * base.table.seats)


def _overbid(state: Any, luck: random.Random) -> Iterator[Any]:
    """Yield the position where bids may be higher than what their seats can pay (G16)."""
    options = with_fields(state.table.options, overbidding="penalty")
    state = replace(state, table=with_fields(state.table, options=options))
    auction = auction_of(state)
    yield state
    if auction.high is not None:
        seat, bid = auction.high
        high = (seat, bid + luck.randint(0, 6))
        yield replace(state, journey=replace(state.journey, auction=replace(auction, high=high)))


def _with_turn(state: Any, **changes: Any) -> Any:
    if hasattr(state, "base"):
        return replace(state, base=replace(state.base, turn=replace(state.base.turn, **changes)))
    return replace(state, turn=replace(state.turn, **changes))
