"""Standing orders, stored beside the record; their answers join the append they answer."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.errors import Malformed, UnknownName
from domain.kernel.expiry import BY_CLOCK
from domain.kernel.game import UNDONE, Game, evolve
from domain.kernel.order_contract import Book, Standing
from domain.kernel.orders import (
    Ordered,
    book_after,
    book_after_undo,
    late_answer,
    may_follow,
    next_answer,
    used_up,
)
from domain.record.record import Event
from domain.record.visibility import JsonObject
from service.machine import clock
from service.store.contract import EventStore, OrdersChange, StoredOrders

MOST_ANSWERS = 200
"""The most events that follow from orders in one append; more follow in the next."""
GAMES = 1_000
"""The number of games whose orders a process remembers."""

NO_ORDERS, UNCHANGED = StoredOrders(), OrdersChange("", "")

ChangeBook = Callable[[Game, Book], Book]
"""Returns a game's changed orders. Raises Refused or Malformed."""


class OrderRecord(Struct, array_like=True):
    """An order as it is stored, under its seat and code."""

    values: JsonObject
    occasion: str
    rank: int
    carried: tuple[str, ...] = ()
    used: int | None = None
    asleep: int = 0


class PlannedAppend(Struct, frozen=True):
    """Events to be appended together, and the change of orders that goes with them.

    ``unfinished`` if more would follow than one append takes.
    """

    events: tuple[Event, ...]
    change: OrdersChange
    unfinished: bool = False


@dataclass(slots=True)
class _Following:
    """A game that goes on by its orders: the events so far, and the codes they follow from."""

    game: Game
    book: Book
    # All events of an append have this same time, which reveals that there was an order. A random
    # delay would hide little, and cost the days that orders are meant to save.
    now: str
    events: list[Event] = field(default_factory=list)
    answered: dict[int, str] = field(default_factory=dict)

    def take(self, event: Event) -> "_Following":
        """Apply an event that follows from no order."""
        before, self.game = self.game, evolve(self.game, event)
        self.book = book_after(before, event, self.game, self.book)
        return self

    def follow(self, command: str) -> bool:
        """Add the next event that follows from the orders; False if there is none."""
        answer = next_answer(self.game, self.book)
        return answer is not None and self._record(answer, command)

    def follow_late(self, seat: int, command: str) -> bool:
        """Add the event that follows from the orders of a seat whose time is up; False if none."""
        answer = late_answer(self.game, seat, self.book)
        return answer is not None and self._record(answer, command)

    def _record(self, answer: Ordered, command: str) -> bool:
        event = self.game.seal(answer.draft, self.now, command)
        self.game = evolve(self.game, event)
        self.events.append(event)
        self.answered[event.version] = answer.code
        if answer.once and answer.draft.seat is not None:
            self.book = used_up(self.book, answer.draft.seat, answer.code, event.version)
        return True

    def follow_all(self, command: str) -> bool:
        """Add all that follows, up to the bound; True if there may be more."""
        while len(self.events) < MOST_ANSWERS:
            if not self.follow(command):
                return False
        return True


class OrderBooks:
    """The orders of games, as this process knows them; an append fails if they have changed."""

    # A process begins with no orders known, so that games without orders cost no read.

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._known: OrderedDict[str, StoredOrders] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, game_id: str) -> StoredOrders:
        """Return the orders as they are stored now, and remember them."""
        stored = self._store.orders(game_id)
        self._keep(game_id, stored)
        return stored

    def answered(self, game_id: str) -> dict[int, str]:
        """Return the codes of the orders that made events, by the version of the event."""
        # Stored beside the record: everybody would see a mark in an event, and a hidden mark would
        # need a new form of every event.
        return self._store.answered(game_id)

    def after(self, game_id: str, game: Game, events: Sequence[Event]) -> PlannedAppend:
        """Return the next events of a game, and those that follow from the orders."""
        # Appended together, so that a crash leaves no question open, and an order that was
        # withdrawn just before does not answer.
        stored, first = self._remembered(game_id), events[0]
        if not stored.revision:
            return PlannedAppend(tuple(events), UNCHANGED)
        following = reduce(
            _Following.take, events, _Following(game, book_of(game, stored), events[-1].recorded_at)
        )
        if first.type == UNDONE:
            answered = self._store.answered(game_id)
            following.book = book_after_undo(game, first, following.book, answered)
        more = may_follow(following.game, events[-1]) and following.follow_all(first.command)
        return PlannedAppend((*events, *following.events), _change(stored, game, following), more)

    def instead_of_clock(
        self, game_id: str, game: Game, events: Sequence[Event]
    ) -> PlannedAppend | None:
        """Return the orders' answers that replace the clock's moves, None if there are none."""
        # The end of the time (`ended`) is then left out too: a move of the clock has to follow it.
        ended, *moves = events
        if not moves or moves[0].by != BY_CLOCK or ended.seat is None:
            return None
        stored = self._remembered(game_id)
        following = _Following(game, book_of(game, stored), clock.now())
        if not following.follow_late(ended.seat, ended.command):
            return None
        more = following.follow_all(ended.command)
        return PlannedAppend(tuple(following.events), _change(stored, game, following), more)

    def changed(
        self, game_id: str, game: Game, change: ChangeBook | None, *, follow: bool = True
    ) -> PlannedAppend | None:
        """Return the events that follow from changed orders, None if nothing changes."""
        # Read again: if nothing is written, no append would show that the orders have changed.
        stored = self.read(game_id)
        book = book_of(game, stored)
        following = _Following(game, book if change is None else change(game, book), clock.now())
        more = follow and following.follow_all(f"orders {secrets.token_hex(16)}")
        made = _change(stored, game, following)
        if not following.events and made.next_revision == made.revision:
            return None
        return PlannedAppend(tuple(following.events), made, more)

    def remember(self, game_id: str, change: OrdersChange) -> None:
        """Remember the orders after a change that was recorded."""
        stored = self._remembered(game_id)
        if change.next_revision != change.revision == stored.revision:
            orders = {n: o for n, o in stored.orders.items() if n not in change.removed}
            self._keep(game_id, StoredOrders(change.next_revision, {**orders, **change.written}))

    def _remembered(self, game_id: str) -> StoredOrders:
        with self._lock:
            return self._known.get(game_id, NO_ORDERS)

    def _keep(self, game_id: str, stored: StoredOrders) -> None:
        with self._lock:
            self._known[game_id] = stored
            self._known.move_to_end(game_id)
            while len(self._known) > GAMES:
                self._known.popitem(last=False)


def book_of(game: Game, stored: StoredOrders) -> Book:
    """Return stored orders in the form of the rules, without those of an unknown form."""
    orders = (_standing(game, name, order) for name, order in stored.orders.items())
    return tuple(sorted(filter(None, orders), key=lambda each: each.rank))


def _standing(game: Game, name: str, stored: bytes) -> Standing | None:
    seat, code = name.split(" ")
    kept = msgspec.json.decode(stored, type=OrderRecord)
    try:
        order = game.ruleset.orders.codec.stored(code, kept.values)
    except (Malformed, UnknownName):
        return None
    _, *marks = msgspec.structs.astuple(kept)
    return Standing(int(seat), order, *marks)


def _change(stored: StoredOrders, before: Game, following: _Following) -> OrdersChange:
    """Return the change from the stored orders to those after all events that follow."""
    now = dict(_fields(before, following.book))
    written = {name: order for name, order in now.items() if stored.orders.get(name) != order}
    # Orders that this release cannot read were written by another release: they stay.
    known = {_name(each) for each in book_of(before, stored)}
    removed = [name for name in stored.orders if name in known and name not in now]
    same = OrdersChange(stored.revision, stored.revision, answered=following.answered)
    if following.game.status != "live":
        return replace(same, over=True)
    if not written and not removed:
        return same
    # Random: a counter could repeat a value after the store is rolled back.
    revision = secrets.token_hex(8)
    return replace(same, next_revision=revision, written=written, removed=removed)


def _fields(game: Game, book: Iterable[Standing]) -> Iterable[tuple[str, bytes]]:
    for each in book:
        values = game.ruleset.orders.codec.json(each.order)
        marks = (each.occasion, each.rank, each.carried, each.used, each.asleep)
        yield _name(each), msgspec.json.encode(OrderRecord(values, *marks))


def _name(order: Standing) -> str:
    return f"{order.seat} {order.code}"
