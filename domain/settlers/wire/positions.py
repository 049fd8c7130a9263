"""Full positions as JSON, hidden cards included, and positions imagined from one seat's view."""

import dataclasses
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import chain
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from domain.kernel.counting import Known, beyond
from domain.record.chance import Chance
from domain.record.prepared_types import prepare
from domain.record.visibility import JsonObject
from domain.settlers.board import land_of
from domain.settlers.cards import (
    DEVELOPMENTS,
    KIND,
    Counts,
    Development,
    GoodAt,
    card_list,
    covers,
    minus,
    plus,
    resource_cards,
    resources,
    tally,
)
from domain.settlers.counting import NOTHING, accepted, known_cards
from domain.settlers.state import (
    Answer,
    Cards,
    Offer,
    Pieces,
    Points,
    Standing,
    State,
    Table,
    Turn,
    public_points,
)
from domain.settlers.wire.layouts import layout_from_json, layout_json

prepare(Turn, Pieces, Cards, Standing)


def position_json(state: State) -> JsonObject:
    """Return the full position, for ``position_from_json``."""
    return {
        "first_seat": state.table.first_seat,
        "layout": layout_json(state.table.land.layout),
        # A function of its own: the scenario stores the same parts with a table of its own.
        **parts_json(state),
    }


STORED = 6
"""The length of stored counts, in every edition and for development cards too.

It was set by the first version and must not change, because it is part of the form of a study and
so of its hash. Unused numbers at the end are 0."""


def parts_json(state: State) -> JsonObject:
    """Return the position without its table; bit sets are in hexadecimal, as they are long."""
    # Counts change their length only here, at the edge; the rules use that of the edition.
    stored = _resized(state, STORED, STORED)
    pieces = msgspec.structs.asdict(stored.pieces)
    return {
        "turn": msgspec.to_builtins(stored.turn),
        "pieces": {name: _hexadecimal(value) for name, value in pieces.items()},
        "cards": msgspec.to_builtins(stored.cards),
        # A field of the first version that only a scenario fills.
        "standing": {**msgspec.to_builtins(stored.standing), "awarded": [0] * state.table.seats},
    }


def _resized(state: State, goods: int, kinds: int) -> State:
    """Return the position with counts of these lengths."""
    of_goods, of_kinds = partial(_resize, goods), partial(_resize, kinds)
    cards, turn, offer = state.cards, state.turn, state.turn.offer
    if offer is not None:
        answers = tuple(_answer_resized(answer, goods) for answer in offer.answers)
        offer = Offer(of_goods(offer.give), of_goods(offer.get), answers)
    cards = replace(
        cards,
        hands=tuple(map(of_goods, cards.hands)),
        bank=of_goods(cards.bank),
        developments=tuple(map(of_kinds, cards.developments)),
    )
    return replace(
        state, turn=replace(turn, bought=of_kinds(turn.bought), offer=offer), cards=cards
    )


def _answer_resized(answer: Answer, goods: int) -> Answer:
    if not isinstance(answer, tuple):
        return answer
    give, get = answer
    return _resize(goods, give), _resize(goods, get)


def _resize(size: int, counts: Counts) -> Counts:
    return (*counts, *(0,) * (size - len(counts)))[:size]


def _hexadecimal(value: int | tuple[int, ...]) -> str | list[str]:
    return f"{value:x}" if isinstance(value, int) else [f"{each:x}" for each in value]


def position_from_json(table: Table, data: JsonObject) -> State:
    """Return the position of stored JSON, on a table without land."""
    land = land_of(table.board.topology, layout_from_json(data["layout"]))
    # Both come from the deal and not from the set-up, so the stored position has them.
    laid = dataclasses.replace(table, land=land, first_seat=data["first_seat"])
    return parts_from_json(laid, data)


def parts_from_json(table: Table, data: JsonObject) -> State:
    """Return the position of stored JSON, on a table."""
    pieces = {name: _number(value) for name, value in data["pieces"].items()}
    state = State(
        table,
        msgspec.convert(data["turn"], Turn),
        msgspec.convert(pieces, Pieces),
        msgspec.convert(data["cards"], Cards),
        msgspec.convert(data["standing"], Standing),
    )
    return _resized(state, len(table.edition.goods), len(DEVELOPMENTS))


def _number(value: str | list[str]) -> int | tuple[int, ...]:
    return int(value, 16) if isinstance(value, str) else tuple(int(each, 16) for each in value)


class Knowledge(NamedTuple):
    """A viewer's knowledge of cards that it does not see.

    ``held`` has the known cards of the other seats, by seat. ``pile`` has more resource cards that
    are as unknown as the rest of those hands. ``victory_points`` is the greatest number of victory
    point cards that the seat on turn can have.
    """

    held: Mapping[int, Counts]
    pile: tuple[GoodAt, ...]
    victory_points: int


def imagined(
    state: State, seat: int | None, chance: Chance, /, earlier: Iterable[State] = ()
) -> State:
    """Return a position that a seat (None: the public) may imagine: unseen cards are redealt.

    Hands, development cards, the deck and the purchases of this turn keep their sizes. Hands keep
    the cards that ``earlier`` positions have shown. A seat that made or accepted an offer holds the
    cards for it if possible.
    """
    known = known_cards(chain(earlier, [state]), seat)
    # Public facts decide, never the true hand: otherwise an onlooker could branch off studies to
    # learn whether a stolen card was one of those offered.
    held = pledged(state, seat, known, ())
    knowledge = Knowledge(held, (), victory_points_left(state, public_points))
    return imagined_with(state, seat, knowledge, chance)[0]


def imagined_with(
    state: State, seat: int | None, knowledge: Knowledge, chance: Chance
) -> tuple[State, tuple[GoodAt, ...]]:
    """Return the imagined position, and its pile of resource cards."""
    cards, turn = state.cards, state.turn
    others = [n for n in range(state.table.seats) if n != seat]
    hands, rest = _redealt(cards.hands, knowledge.held, unseen(state, seat, knowledge.pile), chance)
    most = {turn.seat: knowledge.victory_points}
    drawn, deck = _redrawn(cards, others, most, chance)
    counts = {other: _counted(own) for other, own in drawn.items()}
    developments = tuple(counts.get(n, own) for n, own in enumerate(cards.developments))
    # The purchases of this turn are some of the development cards drawn for the seat on turn.
    bought = drawn.get(turn.seat, ())[: sum(turn.bought)]
    dealt = replace(cards, hands=hands, developments=developments, deck=deck)
    # If the viewer is on turn, it knows the purchases, so they stay.
    if turn.seat in drawn:
        turn = replace(turn, bought=_counted(bought))
    return replace(state, turn=turn, cards=dealt), rest


def _counted(cards: tuple[Development, ...]) -> Counts:
    return tally((KIND[card] for card in cards), len(DEVELOPMENTS))


def unseen(state: State, seat: int | None, pile: tuple[GoodAt, ...]) -> Counts:
    """Return the sum of the resource cards in the other hands and in a pile.

    A seat can compute it from its own hand and the bank.
    """
    pool = tally(pile)
    for other, hand in enumerate(state.cards.hands):
        pool = pool if other == seat else plus(pool, resources(hand))
    return pool


def pledged(
    state: State, seat: int | None, known: Known, pile: tuple[GoodAt, ...]
) -> dict[int, Counts]:
    """Return the known cards of the other seats, with those they would give for the offer.

    The latter are added only if they fit the size of the hand and are among the unseen cards.
    """
    held = {other: own for other, own in enumerate(known) if other != seat}
    left = unseen(state, seat, pile)
    # All known cards first: one seat's pledge must not use up a card that another is known to hold.
    for own in held.values():
        left = minus(left, own)
    for other, own in held.items():
        more = beyond(_pledged(state, other), own)
        room = resource_cards(state.cards.hands[other]) - sum(own)
        # Add all cards for the offer or none: a part of them would allow no move.
        if sum(more) <= room and covers(left, more):
            held[other], left = plus(own, more), minus(left, more)
    return held


def _pledged(state: State, seat: int) -> Counts:
    """Return the resource cards that a seat has shown by offering or accepting them (S10)."""
    offer = state.turn.offer
    if offer is None:
        return NOTHING
    is_offering = seat == state.turn.seat
    return resources(offer.give) if is_offering else accepted(offer.answers[seat])


def victory_points_left(state: State, shown: Points) -> int:
    """Return the most hidden victory points that the seat on turn can have without winning."""
    # S12: it is on turn and the game goes on, so it has fewer points than the target.
    return state.table.options.target_points - 1 - shown(state, state.turn.seat)


def _redealt(
    hands: tuple[Counts, ...], held: Mapping[int, Counts], pool: Counts, chance: Chance
) -> tuple[tuple[Counts, ...], tuple[GoodAt, ...]]:
    """Return the hands and a pile, after redealing the unseen cards to the other seats.

    Those seats keep the cards that they are known to hold, and all goods that are not cards.
    """
    for own in held.values():
        pool = minus(pool, own)
    # Shuffle from the order of resources, which does not depend on who holds which card.
    rest = chance.shuffled("imagined:hands", card_list(pool))
    dealt = list(hands)
    for other, own in held.items():
        size = resource_cards(hands[other]) - resource_cards(own)
        drawn, rest = rest[:size], rest[size:]
        dealt[other] = (*plus(own, tally(drawn)), *hands[other][len(own) :])
    return tuple(dealt), rest


def _redrawn(
    cards: Cards, others: list[int], most: Mapping[int, int], chance: Chance
) -> tuple[dict[int, tuple[Development, ...]], tuple[Development, ...]]:
    """Return the development cards of the other seats and of the deck, shuffled together.

    ``most`` limits the victory points of seats.
    """
    pool = [
        card
        for other in others
        for card in DEVELOPMENTS
        for _ in range(cards.developments[other][KIND[card]])
    ]
    # Sorted, so that the result does not depend on the deck's true order.
    pile = chance.shuffled("imagined:deck", sorted([*pool, *cards.deck]))
    dealt = {}
    # A seat with a limit draws first, while there are enough other cards.
    for other in sorted(others, key=lambda other: other not in most):
        size = sum(cards.developments[other])
        dealt[other], pile = _drawn(pile, size, most.get(other, size))
    return dealt, pile


def _drawn(
    pile: tuple[Development, ...], size: int, most: int
) -> tuple[tuple[Development, ...], tuple[Development, ...]]:
    """Return the first ``size`` cards of a pile, with ``most`` victory points at most; the rest."""
    places = [n for n, card in enumerate(pile) if card is Development.VICTORY_POINT]
    last = places[max(0, most) :]
    # Victory points beyond the limit go to the end: they are drawn only if nothing else is left.
    drawn = [*(n for n in range(len(pile)) if n not in last), *last][:size]
    rest = [n for n in range(len(pile)) if n not in drawn]
    return tuple(pile[n] for n in drawn), tuple(pile[n] for n in rest)
