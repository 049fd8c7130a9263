"""Whole positions as JSON, hidden cards included, and positions imagined by who sees but a part."""

import dataclasses
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.record.chance import Chance
from domain.record.visibility import JsonObject
from domain.settlers.board import land_of
from domain.settlers.cards import (
    DEVELOPMENTS,
    KIND,
    NOTHING,
    ONE,
    Counts,
    Development,
    GoodAt,
    covers,
    laid_out,
    minus,
    plus,
    resource_cards,
    tally,
    times,
    without_gold,
)
from domain.settlers.state import Cards, Pieces, Standing, State, Table, Turn
from domain.settlers.wire.layouts import layout_from_json, layout_json


def position_json(state: State) -> JsonObject:
    """A position that goes on; ``position_from_json`` takes it back."""
    return {
        "first_seat": state.table.first_seat,
        "layout": layout_json(state.table.land.layout),
        **parts_json(state),
    }


def parts_json(state: State) -> JsonObject:
    """All but the table; sets of places are written in hexadecimal, for they are long numbers."""
    pieces = msgspec.structs.asdict(state.pieces)
    return {
        "turn": msgspec.to_builtins(state.turn),
        "pieces": {name: _hexadecimal(value) for name, value in pieces.items()},
        "cards": msgspec.to_builtins(state.cards),
        "standing": msgspec.to_builtins(state.standing),
    }


def _hexadecimal(value: int | tuple[int, ...]) -> str | list[str]:
    return f"{value:x}" if isinstance(value, int) else [f"{each:x}" for each in value]


def position_from_json(table: Table, data: JsonObject) -> State:
    """The position of stored JSON, on a table whose land is as yet unknown."""
    land = land_of(table.board.topology, layout_from_json(data["layout"]))
    laid = dataclasses.replace(table, land=land, first_seat=data["first_seat"])
    return parts_from_json(laid, data)


def parts_from_json(table: Table, data: JsonObject) -> State:
    """The position of stored JSON on a table."""
    pieces = {name: _number(value) for name, value in data["pieces"].items()}
    return State(
        table,
        msgspec.convert(data["turn"], Turn),
        msgspec.convert(pieces, Pieces),
        msgspec.convert(data["cards"], Cards),
        msgspec.convert(data["standing"], Standing),
    )


def _number(value: str | list[str]) -> int | tuple[int, ...]:
    return int(value, 16) if isinstance(value, str) else tuple(int(each, 16) for each in value)


def imagined(state: State, seat: int | None, chance: Chance) -> State:
    """The position as a seat (None: the public) may imagine it: unseen cards are dealt anew.

    Hands, development cards in hand and the deck keep their sizes; so does what another seat
    bought this turn. Who made or accepted an offer has the cards for it, as far as that can be:
    whether it really has them still, after a theft, must not be told.
    """
    return imagined_with(state, seat, (), {}, chance)[0]


def imagined_with(
    state: State,
    seat: int | None,
    pile: tuple[GoodAt, ...],
    shown: Mapping[int, Counts],
    chance: Chance,
) -> tuple[State, tuple[GoodAt, ...]]:
    """The imagined position, and a pile of resource cards that are as unknown as others' hands;
    ``shown`` are cards that other seats have shown to have otherwise than in trade."""
    cards, turn = state.cards, state.turn
    others = [n for n in range(state.table.seats) if n != seat]
    pool = unseen(state, seat, pile)
    pledged = {other: _pledged(state, other) for other in others} | dict(shown)
    hands, rest = _redealt(cards.hands, _kept(cards.hands, pledged, pool), pool, chance)
    drawn, deck = _redrawn(cards, others, chance)
    found = {other: _counted(own) for other, own in drawn.items()}
    developments = tuple(found.get(n, own) for n, own in enumerate(cards.developments))
    bought = drawn.get(turn.seat, ())[: sum(turn.bought)]
    dealt = replace(cards, hands=hands, developments=developments, deck=deck)
    if turn.seat in drawn:
        turn = replace(turn, bought=_counted(bought))
    return State(state.table, turn, state.pieces, dealt, state.standing), rest


def _counted(cards: tuple[Development, ...]) -> Counts:
    own = NOTHING
    for card in cards:
        own = plus(own, ONE[KIND[card]])
    return own


def unseen(state: State, seat: int | None, pile: tuple[GoodAt, ...]) -> Counts:
    """The resource cards of others' hands and a pile together, which a seat knows from its own
    hand and the bank."""
    pool = NOTHING
    for other, hand in enumerate(state.cards.hands):
        pool = pool if other == seat else plus(pool, without_gold(hand))
    return plus(pool, tally(pile))


def _pledged(state: State, seat: int) -> Counts:
    """The resource cards that a seat has shown to have by its offer, or by accepting one (S10)."""
    offer = state.turn.offer
    if offer is None:
        return NOTHING
    answer = offer.answers[seat]
    accepted = answer[1] if isinstance(answer, tuple) else NOTHING
    return without_gold(offer.give if seat == state.turn.seat else accepted)


def _kept(
    hands: tuple[Counts, ...], pledged: Mapping[int, Counts], pool: Counts
) -> dict[int, Counts]:
    """The pledges that can be kept for all that can be seen: by the numbers of cards in hands,
    and by what is unseen."""
    kept = {}
    for other, pledge in pledged.items():
        is_enough = resource_cards(pledge) <= resource_cards(hands[other])
        kept[other] = pledge if is_enough and covers(pool, pledge) else NOTHING
        pool = minus(pool, kept[other])
    return kept


def _redealt(
    hands: tuple[Counts, ...], kept: Mapping[int, Counts], pool: Counts, chance: Chance
) -> tuple[tuple[Counts, ...], tuple[GoodAt, ...]]:
    """The unseen cards shuffled among the others, who keep what is pledged, and a pile; gold is
    seen by all."""
    for own in kept.values():
        pool = minus(pool, own)
    rest = chance.shuffled("imagined:hands", laid_out(pool))
    found = list(hands)
    for other, own in kept.items():
        size = resource_cards(hands[other]) - resource_cards(own)
        drawn, rest = rest[:size], rest[size:]
        gold = times(hands[other][5], 5)
        found[other] = plus(plus(own, gold), tally(drawn))
    return tuple(found), rest


def _redrawn(
    cards: Cards, others: list[int], chance: Chance
) -> tuple[dict[int, tuple[Development, ...]], tuple[Development, ...]]:
    """The development cards of the others and of the deck shuffled among them."""
    pool = [
        card
        for other in others
        for card in DEVELOPMENTS
        for _ in range(cards.developments[other][KIND[card]])
    ]
    pile = chance.shuffled("imagined:deck", sorted([*pool, *cards.deck]))
    found = {}
    for other in others:
        size = sum(cards.developments[other])
        found[other], pile = pile[:size], pile[size:]
    return found, pile
