"""Standing orders of a live game: given, answering, and switched off by their own seat's undo."""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from domain.errors import Refused
from domain.kernel.expiry import BY_BOT
from domain.kernel.game import UNDONE, Game
from domain.kernel.play import decide_move, refuse_unless_live
from domain.kernel.standing import Book, Standing
from domain.kernel.undo import SeatLeft
from domain.record.record import Draft, Event
from domain.record.visibility import JsonObject
from domain.wire.orders import Order


class NoOccasion(Refused):
    """An order for an auction needs one under way."""

    code = "order_without_occasion"
    template = "The order {order} is for the auction under way, and there is none."


class NoOrdersInStudy(Refused):
    """In a study one player plays all seats, and none of them waits for another."""

    code = "no_orders_in_study"
    template = "A study takes no orders: its creator plays all seats."


@dataclass(frozen=True, slots=True)
class Ordered:
    """The decision of an answering seat, and the code of the order that it follows from."""

    draft: Draft
    code: str
    once: bool


def given(game: Game, seat: int, code: str, values: JsonObject, rank: int) -> Standing:
    """Return an order as a seat gives it now. Raises UnknownName, Malformed or Refused."""
    order = game.ruleset.orders.codec.read(code, values)
    refuse_unless_live(game)
    if game.terms.study is not None:
        raise NoOrdersInStudy
    staying = game.ruleset.staying(game.state)
    if seat not in staying:
        raise SeatLeft(seat=seat, staying=list(staying))
    occasion = game.ruleset.orders.occasion(game.state, seat, order)
    if occasion is None:
        raise NoOccasion(order=code)
    return Standing(seat, order, occasion, rank)


def standing(game: Game, book: Iterable[Standing]) -> Book:
    """Return the orders that still stand: those whose subject goes on now."""
    if game.status != "live":
        return ()
    return tuple(each for each in book if _occasion(game, each) == each.occasion)


def _occasion(game: Game, given: Standing) -> str | None:
    order: Order = given.order
    return game.ruleset.orders.occasion(game.state, given.seat, order)


def next_answer(game: Game, book: Book) -> Ordered | None:
    """Return the next decision that follows from the orders, None if a person has to decide.

    While a request to undo is pending, people decide.
    """
    if not book or game.timeline is None or game.timeline.request is not None:
        return None
    stands = standing(game, book)
    answers = (_answer(game, seat, stands) for seat in game.to_act) if stands else ()
    return next(filter(None, answers), None)


def _answer(game: Game, seat: int, stands: Book) -> Ordered | None:
    answer = game.ruleset.orders.answer(game.state, seat, stands)
    if answer is None:
        return None
    try:
        draft = decide_move(game, seat, answer.move)
    except Refused:  # an order can never stand in the way of a move: its seat decides
        return None
    # An order is not its player's return: others cannot tell it from the bot's own move.
    draft = replace(draft, by=BY_BOT if game.is_absent(seat) else None)
    return Ordered(draft, answer.code, game.ruleset.orders.codec.kinds[answer.code].once)


def taken_back(game: Game, event: Event) -> frozenset[int]:
    """Return the versions of its own decisions that a seat takes back, if the event is an undo.

    The orders that these answers followed from would only answer the same again, so they are
    switched off. Orders of other seats stay. Raises BeyondWindow if the game was trimmed and has
    let those moments go.
    """
    if event.type != UNDONE or game.timeline is None:
        return frozenset()
    seat, to = event.data["requested_by"], event.data["to"]
    since = game.timeline.since(to)
    return frozenset(each.version for each in since if each.seat == seat)
