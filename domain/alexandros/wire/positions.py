"""Full positions as JSON, hidden cards included, and positions imagined from one seat's view."""

from collections.abc import Iterable, Sequence
from itertools import chain

import msgspec

from domain.alexandros.board import Symbol
from domain.alexandros.cards import INDEX, ONE, Counts, count_cards, in_order, minus, plus
from domain.alexandros.counting import known_cards
from domain.alexandros.places import marchable_symbols
from domain.alexandros.state import Cards, Phase, Pieces, Standing, State, Table, Turn
from domain.alexandros.wire.view import walls
from domain.record.chance import Chance
from domain.record.prepared_types import prepare
from domain.record.visibility import JsonObject

prepare(Turn, Cards, Standing)


def position_json(state: State) -> JsonObject:
    """Return the full position, in coordinates, for ``position_from_json``."""
    pieces, board = state.pieces, state.table.board
    spaces = board.topology.spaces
    return {
        "turn": msgspec.to_builtins(state.turn),
        "cards": msgspec.to_builtins(state.cards),
        # The resigned seats are a set, which has no order of its own.
        "standing": msgspec.to_builtins(state.standing, order="deterministic"),
        "point": list(board.topology.points[pieces.point]),
        "space": None if pieces.space is None else list(spaces[pieces.space]),
        "walls": walls(board, pieces),
        "governors": [[list(spaces[space]) for space in own] for own in pieces.governors],
    }


def position_from_json(table: Table, data: JsonObject) -> State:
    """Return the position of stored JSON."""
    return State(
        table,
        msgspec.convert(data["turn"], Turn),
        _pieces(table, data),
        msgspec.convert(data["cards"], Cards),
        msgspec.convert(data["standing"], Standing),
    )


def _pieces(table: Table, data: JsonObject) -> Pieces:
    topology = table.board.topology
    black = red = 0
    for wall in data["walls"]:
        (a, b), (c, d) = wall["side"]
        bit = 1 << topology.side_index[(a, b), (c, d)]
        black, red = (black, red | bit) if wall["colour"] == "red" else (black | bit, red)
    governors = tuple(
        tuple(topology.space_index[r, c] for r, c in own) for own in data["governors"]
    )
    x, y = data["point"]
    space = None if data["space"] is None else topology.space_index[tuple(data["space"])]
    return Pieces(topology.point_index[x, y], space, black | red, red, governors)


def imagined(
    state: State, seat: int | None, chance: Chance, /, earlier: Iterable[State] = ()
) -> State:
    """Return a position that a seat (None: the public) may imagine: unseen cards are redealt.

    The supply and the other seats' hands keep their sizes, and the hands keep the cards that
    ``earlier`` positions have shown. A seat whose march was not skipped has a card for it (A9).
    """
    cards = state.cards
    known = known_cards(chain(earlier, [state]))
    others = [n for n in range(len(known)) if n != seat]
    # The supply is redealt with the hands: with two seats, the only other hand would otherwise
    # come out as it was.
    pile = chance.shuffled("imagined", _unknown(cards, known, others))
    # Done before the hands are filled, or another hand might get the card.
    held, pile = _with_usable(state, {n: known[n] for n in others}, pile)
    hands = list(cards.hands)
    for n, own in held.items():
        size = sum(hands[n]) - sum(own)
        hands[n], pile = plus(own, count_cards(pile[:size])), pile[size:]
    cards = msgspec.structs.replace(cards, hands=tuple(hands), supply=pile)
    return State(state.table, state.turn, state.pieces, cards, state.standing)


def _unknown(cards: Cards, known: Sequence[Counts], others: list[int]) -> list[Symbol]:
    """Return the supply and the other hands without their known cards, sorted."""
    unseen = list(cards.supply)
    for n in others:
        unseen += in_order(minus(cards.hands[n], known[n]))
    # Sorted: a viewer who knows the draws could otherwise undo the shuffle and find the true order.
    return sorted(unseen, key=lambda card: card.value)


def _with_usable(
    state: State, held: dict[int, Counts], pile: tuple[Symbol, ...]
) -> tuple[dict[int, Counts], tuple[Symbol, ...]]:
    """Return the known hands, with any card that the march needs, and the rest of the pile.

    With no card on display, a march goes on only because the hand has a card for it (A9).
    """
    seat = state.turn.seat
    is_shown = state.turn.phase is Phase.CHOOSE_CARD and state.cards.display == (None, None)
    if not is_shown or seat not in held:
        return held, pile
    usable = marchable_symbols(state.table.board, state.pieces)
    if any(held[seat][INDEX[card]] for card in usable):
        return held, pile
    place = next((n for n, card in enumerate(pile) if card in usable), None)
    # Happens only in positions made by hand, never in play.
    if place is None:
        return held, pile
    with_card = {**held, seat: plus(held[seat], ONE[pile[place]])}
    return with_card, (*pile[:place], *pile[place + 1 :])
