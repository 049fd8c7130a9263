"""Standing orders of a live game: giving them, their answers, and the effect of undo on them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from domain.errors import Refused
from domain.kernel.deadlines import TIME_EXPIRED
from domain.kernel.expiry import BY_BOT
from domain.kernel.game import REDONE, UNDO_DECLINED, UNDO_TYPES, UNDONE, Game
from domain.kernel.order_contract import WITHOUT, Book, Standing
from domain.kernel.play import decide_move, refuse_unless_live
from domain.kernel.ticks import is_by_hand
from domain.kernel.timeline import Moment
from domain.kernel.undo import SeatLeft
from domain.record.record import Draft, Event
from domain.record.visibility import JsonObject
from domain.wire.orders import Order, Withdrawn


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
    """A decision that follows from a seat's order, and the code of that order."""

    draft: Draft
    code: str
    once: bool


def with_order(game: Game, seat: int, code: str, values: JsonObject, book: Book) -> Book:
    """Return the orders after a seat gives one.

    An order that is given again keeps its rank, unless it was deleted in between: a deleted order
    leaves no trace.

    Raises UnknownName, OrderGone, Malformed or Refused.
    """
    order = game.ruleset.orders.codec.read(code, values)
    occasion = _occasion_of(game, seat, order)
    # A player who gives any order is back, so the seat's other orders wake up too.
    book = _woken(book, seat)
    if any(stands(game, each) for each in book if (each.seat, each.order) == (seat, order)):
        return book
    # Ranks count over all seats: of equal limits in an auction the one given first wins.
    rank = max((each.rank for each in book), default=0) + 1
    return (*_remaining(book, seat, order), Standing(seat, order, occasion, rank))


def _woken(book: Book, seat: int) -> Book:
    return tuple(replace(each, asleep=0) if each.seat == seat else each for each in book)


def _occasion_of(game: Game, seat: int, order: Order) -> str:
    """Return the occasion of an order that a seat gives now. Raises Refused."""
    refuse_unless_live(game)
    if game.terms.study is not None:
        raise NoOrdersInStudy
    staying = game.facts.staying
    # Checked before the ruleset is asked, which names occasions only for seats that still play.
    if seat not in staying:
        raise SeatLeft(seat=seat, staying=list(staying))
    occasion = game.ruleset.orders.occasion(game.state, seat, order)
    if occasion is None:
        raise NoOccasion(order=order.code)
    return occasion


def _remaining(book: Book, seat: int, newer: Order) -> Iterator[Standing]:
    """Yield the orders that still hold after a seat gives a newer one."""
    for each in book:
        rest = each.order if each.seat != seat else each.order.rest_after(newer)
        if rest is not None:
            # The rest of an older order keeps its rank, as its player has not changed it.
            yield each if rest is each.order else replace(each, order=rest)


def standing_orders(game: Game, book: Iterable[Standing]) -> Book:
    """Return the orders that still stand."""
    return tuple(each for each in book if stands(game, each))


def stands(game: Game, given: Standing) -> bool:
    """True if an order's occasion lasts, and no answer on the present line has used it up."""
    order: Order = given.order
    # Cheap checks first: they run for every order after every event.
    if game.status != "live" or game.timeline is None or isinstance(order, Withdrawn):
        return False
    # Only an answer on the line uses the order up: if the answer is undone, the order stands again.
    if given.used is not None and game.timeline.holds(given.used):
        return False
    if given.seat not in game.facts.staying:
        return False
    occasion = game.ruleset.orders.occasion(game.state, given.seat, order)
    return occasion in (given.occasion, *given.carried)


def withdrawn(book: Book, seat: int) -> Iterator[Withdrawn]:
    """Yield a seat's orders of kinds that no longer exist."""
    return (o.order for o in book if o.seat == seat and isinstance(o.order, Withdrawn))


def is_silent(game: Game, book: Book, seat: int) -> bool:
    """True if an order of a seat sleeps or was withdrawn."""
    asleep = (each.asleep > 0 and stands(game, each) for each in book if each.seat == seat)
    return any(asleep) or any(True for _ in withdrawn(book, seat))


def next_answer(game: Game, book: Book) -> Ordered | None:
    """Return the next decision that follows from the orders, None if a person has to decide."""
    # While a request to undo is pending, people decide: an answer would move on from what they are
    # asked to take back.
    if not book or game.timeline is None or game.timeline.request is not None:
        return None
    book = standing_orders(game, book)
    answers = (_answer(game, seat, book) for seat in game.to_act) if book else ()
    return next(filter(None, answers), None)


def late_answer(game: Game, seat: int, book: Book) -> Ordered | None:
    """Return the decision that follows from the orders of a seat whose time is up, None if none.

    It replaces the clock's move. After an undo or a request for one, people decide until the time
    is up, but then the orders answer.
    """
    return _answer(game, seat, standing_orders(game, book)) if seat in game.to_act else None


def _answer(game: Game, seat: int, book: Book) -> Ordered | None:
    if _is_asleep(game, seat, book):
        return None
    answer = game.ruleset.orders.answer(game.state, seat, book)
    if answer is None:
        return None
    try:
        draft = decide_move(game, seat, answer.move)
    except Refused:  # an order never blocks the game: its seat decides
        return None
    # An order is not its player's return: to others it looks like the bot's own move.
    draft = structs.replace(draft, by=BY_BOT if game.is_absent(seat) else None)
    return Ordered(draft, answer.code, game.ruleset.orders.codec.kinds[answer.code].once)


def _is_asleep(game: Game, seat: int, book: Book) -> bool:
    """True if a sleeping order of a seat is for the present demand: then its player must answer."""
    # No other order may answer in its place. When refusing orders answered offers that did not fit
    # the terms or that the hand could not pay, the silence of sleeping terms revealed the whole
    # hand in eleven offers.
    may_answer = game.ruleset.orders.may_answer
    own = (each for each in book if each.seat == seat and each.asleep)
    return any(may_answer(game.state, seat, each.order) for each in own)


def used_up(book: Book, seat: int, code: str, version: int) -> Book:
    """Return the orders after an event has used up an order for a single answer."""
    return tuple(
        replace(each, used=version) if (each.seat, each.code) == (seat, code) else each
        for each in book
    )


def may_follow(game: Game, event: Event) -> bool:
    """True if orders may answer after an event, the last one of ``game``.

    After an undo people decide, until the next move or the end of a seat's time.
    """
    # An order would repeat the move that was taken back. A declined request takes nothing back.
    if event.type in UNDO_TYPES and event.type != UNDO_DECLINED:
        return False
    is_undone = game.timeline is not None and game.timeline.redo is not None
    # At the end of a seat's time the clock would move anyway, so the seat's orders may answer
    # first.
    return event.type == TIME_EXPIRED or not is_undone


def book_after(before: Game, event: Event, game: Game, book: Book) -> Book:
    """Return the orders after an event; ``before`` and ``game`` are the games around it.

    A player who acts wakes the seat's orders. A redo wakes those that its undo put to sleep.
    """
    if _is_players(before, event) and event.seat is not None:
        book = _woken(book, event.seat)
    if event.type == REDONE:
        # `asleep` is the head that the undo took back, which is where its redo leads.
        back = event.data["to"]
        book = tuple(replace(o, asleep=0) if o.asleep == back else o for o in book)
    if before.timeline is None or game.status != "live":
        return book
    # A resignation changes the number of the turn that ends a round, but not the round itself.
    if before.facts.staying == game.facts.staying:
        return book
    is_far = event.type in UNDO_TYPES and before.facts.turn != game.facts.turn
    return tuple(_carried(before, game, each, is_far=is_far) for each in book)


def _is_players(game: Game, event: Event) -> bool:
    occupant = None if event.seat is None else game.seats[event.seat]
    return is_by_hand(event) and occupant is not None and occupant.bot is None


def _carried(before: Game, game: Game, given: Standing, *, is_far: bool) -> Standing:
    """Return an order for a round with the round's new name after a seat left or came back.

    ``is_far`` is True for an undo or redo to another turn, which may belong to another round.
    """
    if given.order.span != "round" or not stands(before, given):
        return given
    occasion = game.ruleset.orders.occasion(game.state, given.seat, given.order)
    # The name is the same, or known from an earlier carry: adding it again would grow the list.
    if occasion is None or stands(game, given):
        return given
    known = {_round(name) for name in (given.occasion, *given.carried)}
    if is_far and _round(occasion) not in known:
        return given
    return replace(given, carried=(*given.carried, occasion))


def _round(occasion: str) -> str:
    return occasion.partition(WITHOUT)[0]


def book_after_undo(game: Game, event: Event, book: Book, answered: Mapping[int, str]) -> Book:
    """Return the orders after an event that may be an undo; ``game`` is the game before it.

    ``answered`` maps the versions of answers to the codes of their orders. A seat that takes back
    its own answer switches the order off. Another seat's order falls asleep if it answered, or
    revealed a limit by its silence. An order for a single answer falls asleep in both cases.

    Raises BeyondWindow if the game was trimmed and no longer has those moments.
    """
    if event.type != UNDONE or game.timeline is None:
        return book
    by, since = event.data["requested_by"], tuple(game.timeline.since(event.data["to"]))
    head = game.timeline.head.version
    told = {(each.seat, answered.get(each.version)) for each in since}
    # Otherwise undoing and moving again would find an absent player's limit in a few tries.
    told.update(_silent(game, since, [each for each in book if each.seat != by]))
    return tuple(_undone(book, told, by, head))


def _silent(
    game: Game, since: Iterable[Moment], book: Iterable[Standing]
) -> Iterator[tuple[int, str | None]]:
    """Yield the seats to act at these moments, with the orders whose silence reveals a limit."""
    ruleset, book = game.ruleset, standing_orders(game, book)
    for moment in since:
        for seat in ruleset.situation(moment.position).to_act:
            yield seat, ruleset.orders.asked(moment.position, seat, book)


def _undone(
    book: Book, told: set[tuple[int | None, str | None]], by: int, head: int
) -> Iterator[Standing]:
    for each in book:
        # An order that already sleeps keeps its number: only the redo of that undo wakes it.
        if each.asleep or (each.seat, each.code) not in told:
            yield each
        # The undoing seat's own order is dropped, as it would only give the same answer again. One
        # for a single answer falls asleep instead, as it is no longer used up.
        elif each.seat != by or each.order.once:
            yield replace(each, asleep=head)
