"""Commands on games: decide on the newest state, append once, give a repeated one its answer."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from domain.errors import Malformed, RecordBroken, Refused
from domain.kernel.game import Game
from domain.kernel.order_contract import Book
from domain.kernel.timeline import BeyondWindow
from domain.record.record import Draft, Event, encode
from projections.summary import game_and_summary, summary_after
from service.game.folded_games import Evolved, History, check_sound
from service.game.games_with_orders import Unfinished
from service.game.orders import ChangeBook, OrderBooks, PlannedAppend
from service.game.quiet_clocks import QuietClocks
from service.game.repeats import AcceptedCommand, Command, KeyReused, Repeats
from service.game.state_cache import StateCache
from service.machine import clock
from service.redis.errors import StoreUnavailable
from service.store.contract import (
    Append,
    Appended,
    EventStore,
    OrdersChange,
    OrdersChanged,
    WrongVersion,
)
from service.store.freezes import GameFrozen

Decide = Callable[[Game], Draft]
DecideAll = Callable[[Game], Sequence[Event]]
MeantFor = Callable[[Command], Command]

# Each attempt fails only if another event came first; twenty in a row means a flood, not a game.
ATTEMPTS = 20


class StaleVersion(Exception):
    """The command was meant for another version than the present one; nothing was recorded."""

    def __init__(self, expected: int, actual: int) -> None:
        self.expected, self.actual = expected, actual
        super().__init__(
            f"The command was meant for version {expected}, the game is at version {actual}: "
            "read it again and decide again."
        )


class VersionMissing(Exception):
    """A command came without the version that it was meant for; nothing was recorded."""


class Contended(Exception):
    """Other events came first too many times in a row; nothing was recorded."""


class Commands:
    """Appends events to games; every decision is the domain's."""

    def __init__(
        self,
        store: EventStore,
        cache: StateCache,
        quiet: QuietClocks | None = None,
        unfinished: Unfinished | None = None,
        check_open: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._store = store
        self._cache = cache
        self._quiet = quiet or QuietClocks()
        self.unfinished = unfinished
        self._check_open = check_open
        self._repeats = Repeats(store, cache)
        self.books = OrderBooks(store)

    def create(self, game_id: str, events: Sequence[Event], command: Command) -> AcceptedCommand:
        """Record a game's first events, all or none; a repeated command gets their answer again."""
        events = self._quiet.settled(None, events)
        try:
            summary = summary_after(None, events)
            appended = self._store.append(_append_of(game_id, events, command, summary))
        except WrongVersion as error:
            raise KeyReused from error
        return self._repeats.recorded(game_id, appended, command)

    def answered(self, game_id: str, command: Command) -> AcceptedCommand | None:
        """Return the first answer to this command, None if it is new. Raises KeyReused."""
        return self._repeats.find(game_id, command)

    def change_orders(
        self, game_id: str, change: ChangeBook | None, *, follow: bool = True
    ) -> History:
        """Change a game's orders and append the events that follow; try again after a conflict.

        Without a change, append the events that follow from the present orders. A withdrawal does
        not ``follow``.
        """
        # After an undo, people decide first, even where orders could: a withdrawal of other orders
        # must not make such a choice.
        for _ in range(ATTEMPTS):
            history = self._cache.current(game_id)
            check_sound(history)
            if follow:
                self._check_open(game_id)
            plan = self.books.changed(game_id, history.game, change, follow=follow)
            if plan is None:
                return history
            plan = self._ready(game_id, history.game, plan)
            if self._appended(game_id, history.game, plan):
                return self._followed(game_id, plan)
        raise Contended

    def withdraw_orders(self, game_id: str, player: str) -> None:
        """Withdraw all orders of a player."""
        if self.has_orders(game_id):
            without = partial(_without_orders_of, player)
            self.change_orders(game_id, without, follow=False)

    def has_orders(self, game_id: str) -> bool:
        """True if a game has orders and its record is sound."""
        # Nothing is appended to a broken record, so its orders cannot be withdrawn.
        if not self.books.read(game_id).orders:
            return False
        try:
            return self._cache.current(game_id).broken is None
        except RecordBroken:
            return False

    def _appended(self, game_id: str, game: Game, plan: PlannedAppend) -> bool:
        """Append the events of orders and their change; False if another event came first."""
        entries = tuple(map(encode, plan.events))
        append = Append(
            game_id=game_id,
            command_id="",
            fingerprint="",
            version=game.version + 1,
            prev=game.hash,
            entries=entries,
            orders=plan.change,
            summary=summary_after(game, plan.events),
        )
        try:
            self._store.append(append)
        except (WrongVersion, OrdersChanged):
            return False
        return True

    def _followed(
        self, game_id: str, plan: PlannedAppend, evolved: Evolved | None = None
    ) -> History:
        """Return the history after the events of a plan and all that follow from them."""
        self.books.remember(game_id, plan.change)
        history = None
        for event in plan.events:
            history = self._cache.appended(game_id, event, evolved)
        history = history or self._cache.known(game_id)
        return self.finish_orders(game_id) if plan.unfinished else history

    def finish_orders(self, game_id: str) -> History:
        """Append all that still follows from the orders of a game."""
        try:
            history = self.change_orders(game_id, None)
        except GameFrozen:
            # The game stays listed as unfinished, and a worker goes on once it is reopened.
            return self._cache.current(game_id)
        if self.unfinished is not None:
            self.unfinished.remove(game_id)
        return history

    def submit(
        self,
        game_id: str,
        decide: Decide,
        command: Command,
        known: History | None = None,
        *,
        meant: MeantFor = lambda command: command,
    ) -> AcceptedCommand:
        """Decide and append; try again if another event came first.

        ``known`` is the history in which the command's sender was found; it is tried first.
        ``meant`` adds the version that the command is for; a repeated command is answered even if
        it raises. Events that follow from standing orders are appended with it; the answer is the
        command's own event.

        Raises StaleVersion when the command names a version, Refused as the domain does. If a
        command is sent twice at once, one is accepted and its answer goes to both. The append
        itself answers a known command, so only a refused one is looked up: a new one costs one
        round trip.
        """
        try:
            return self._submitted(game_id, decide, meant(command), known)
        except (StoreUnavailable, Contended):
            raise  # unknown, or the store has just said that it is new
        except Exception:
            done = self.answered(game_id, command)
            if done is None:
                raise
            return done

    def _submitted(
        self, game_id: str, decide: Decide, command: Command, known: History | None
    ) -> AcceptedCommand:
        for _ in range(ATTEMPTS):
            history = self._meant(game_id, command, known or self._cache.known(game_id))
            game, known = history.game, None
            try:
                draft = decide(game)
                plan = self.books.after(game_id, game, [game.seal(draft, clock.now(), command.id)])
                plan = self._ready(game_id, game, plan)
            except (Refused, Malformed):
                # A refusal counts only on the newest state: another process may have gone on.
                if self._cache.current(game_id).game.hash == game.hash:
                    raise
                continue
            except BeyondWindow:
                # An undo further back than the moments that this process keeps.
                self._cache.widened(game_id)
                continue
            written = self._append(game_id, game, plan, command)
            if written is not None:
                return self._accepted(game_id, plan, written, command)
        raise Contended

    def follow_clock(self, game_id: str, decide: DecideAll) -> int:
        """Append the clock's decisions until there are none; return the number of our appends.

        Events that follow from standing orders are appended with them, as with a move.
        """
        done = 0
        for _ in range(ATTEMPTS):
            history = self._cache.current(game_id)
            check_sound(history)
            events = decide(history.game)
            if not events:
                break
            answers = self.books.instead_of_clock(game_id, history.game, events)
            plan = answers or self.books.after(game_id, history.game, events)
            plan = self._ready(game_id, history.game, plan)
            done += self._clocked(game_id, history.game, plan) and answers is None
        return done

    def _ready(self, game_id: str, game: Game, plan: PlannedAppend) -> PlannedAppend:
        """Return the plan with the clocks of players who have quiet hours settled."""
        # Noted before the append: if this process dies after it, a worker finds the game.
        if plan.unfinished and self.unfinished is not None:
            self.unfinished.add(game_id)
        if game.terms.deadline is None:
            return plan
        events = self._quiet.settled(game, plan.events)
        return plan if events is plan.events else replace(plan, events=events)

    def _clocked(self, game_id: str, game: Game, plan: PlannedAppend) -> bool:
        """Append the clock's events and those that follow; False if another event came first."""
        # Every worker uses the same id, so the first one's events also answer the others.
        command = Command(plan.events[0].command, "", None, retried=True)
        written = self._append(game_id, game, plan, command)
        if written is None or written.appended.repeated:
            return False
        self._followed(game_id, plan, written.evolved)
        return True

    def _append(
        self, game_id: str, game: Game, plan: PlannedAppend, command: Command
    ) -> "_Written | None":
        """Append a plan's events; if another event came first, read the news and return None."""
        try:
            after, summary = game_and_summary(game, plan.events)
            append = _append_of(game_id, plan.events, command, summary, plan.change)
            return _Written(self._store.append(append), Evolved(game, after))
        except WrongVersion:
            self._cache.current(game_id)
        except BeyondWindow:
            self._cache.widened(game_id)
        except OrdersChanged:
            self.books.read(game_id)
        return None

    def _meant(self, game_id: str, command: Command, history: History) -> History:
        expected = command.expected
        check_sound(history)
        self._check_open(game_id)
        # The append notices a state that is too old, so a command for the known version needs no
        # trip to the store before.
        if expected is None or expected == history.version:
            return history
        history, independence = self._cache.current(game_id), command.independence
        check_sound(history)
        is_late = independence is not None and independence.outlives(history, expected)
        if expected != history.version and not is_late:
            raise StaleVersion(expected, history.version)
        return history

    def _accepted(
        self, game_id: str, plan: PlannedAppend, written: "_Written", command: Command
    ) -> AcceptedCommand:
        if written.appended.repeated:
            return self._repeats.recorded(game_id, written.appended, command)
        event, latest = plan.events[0], plan.events[-1].version
        history = self._followed(game_id, plan, written.evolved)
        return AcceptedCommand(event, history.at(event.version), latest)


class _Written(NamedTuple):
    """An append's answer, and the game before and after its events unless it was repeated."""

    appended: Appended
    evolved: Evolved


def _without_orders_of(player: str, game: Game, book: Book) -> Book:
    return tuple(order for order in book if order.seat != game.seat_of(player))


def _append_of(
    game_id: str,
    events: Sequence[Event],
    command: Command,
    summary: bytes,
    orders: OrdersChange | None = None,
) -> Append:
    """Return a command's append; a creation, without orders, is answered by its last event."""
    return Append(
        game_id=game_id,
        command_id=command.id,
        fingerprint=command.fingerprint,
        version=events[0].version,
        prev=events[0].prev,
        entries=tuple(map(encode, events)),
        summary=summary,
        # A repeated command for a version is refused as stale even if its id is forgotten. Any
        # other would be recorded twice, so its id is kept.
        keep_id=command.retried and command.expected is None,
        told=None if orders is None else events[0].version,
        orders=orders,
    )
