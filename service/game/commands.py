"""Commands on games: decide on the newest state, append once, answer the same when asked again."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.errors import Malformed, Refused
from domain.kernel.game import KERNEL_TYPES, Game
from domain.kernel.standing import Book
from domain.kernel.timeline import BeyondWindow
from domain.record.record import Draft, Event, canonical, encode
from projections.summary import game_and_summary, summary_after
from service import clock
from service.game.lines import Evolved
from service.game.orders import ChangeBook, OrderBooks, Plan
from service.game.quiet_clocks import QuietClocks
from service.game.state_cache import GameUnknown, History, StateCache
from service.game.unfinished import Unfinished
from service.store.closings import GameClosed
from service.store.contract import (
    FINGERPRINT,
    Append,
    Appended,
    EventStore,
    OrdersChange,
    OrdersChanged,
    RecordClosed,
    StoreUnavailable,
    WrongVersion,
)

Decide = Callable[[Game], Draft]
DecideAll = Callable[[Game], Sequence[Event]]

ATTEMPTS = 20


class StaleVersion(Exception):
    """The command was meant for another version than the present one; nothing was recorded."""

    def __init__(self, expected: int, actual: int) -> None:
        self.expected, self.actual = expected, actual
        super().__init__(
            f"The command was meant for version {expected}, the game is at version {actual}: "
            "read it again and decide again."
        )


class KeyReused(Exception):
    """An idempotency key came again with another body; nothing was recorded."""


class VersionMissing(Exception):
    """A command came without the version that it was meant for; nothing was recorded."""


class Contended(Exception):
    """Others wrote to the game too often in a row; nothing was recorded."""


class Independence(Struct, frozen=True):
    """Other seats' moves that may come before a seat's own, where its position ``holds``."""

    seat: int
    holds: Callable[[Game], bool]

    def outlives(self, history: History, version: int) -> bool:
        """True if a move meant for a version may be made now.

        All events since must be other seats' moves, independent ones too: the situation that it
        answers is then still the same.
        """
        if not 0 < version < history.version:
            return False
        since = map(history.event, range(history.version, version, -1))
        others = (self._is_anothers(event, history.game) for event in since)
        positions = map(history.at, (version, history.version))
        return all(others) and all(map(self.holds, positions))

    def _is_anothers(self, event: Event, game: Game) -> bool:
        if event.seat == self.seat or event.type in KERNEL_TYPES:
            return False
        ruleset = game.ruleset
        move = ruleset.wire.move_of(ruleset.wire.events.read(event.type, event.data))
        return ruleset.is_independent(game.state, move)


class Command(Struct, frozen=True):
    """A command's identity: its id, the hash of its body, and the version it was meant for.

    ``id`` is the same when the same command is sent again; ``expected`` is None for any version,
    ``independence`` None if it must be meant for the present one.
    """

    id: str
    fingerprint: str
    expected: int | None
    retried: bool
    independence: Independence | None = None

    @classmethod
    def of(
        cls, body: Any, *, scope: str, key: str | None = None, expected: int | None = None
    ) -> "Command":
        """Return a command by its body, in the scope (seat or player) of its idempotency key."""
        fingerprint = hashlib.sha256(canonical(body)).hexdigest()[:FINGERPRINT]
        identity = f"{scope}:{key}" if key else secrets.token_hex(16)
        return cls(identity, fingerprint, expected, retried=key is not None)

    def meant_for(self, version: int | None, independence: Independence | None) -> "Command":
        """Return the same command for a version."""
        return Command(self.id, self.fingerprint, version, self.retried, independence)


class Accepted(Struct, frozen=True):
    """The answer to a command: its event (the last of a creation) and the game just after it."""

    event: Event
    game: Game


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
        self.books = OrderBooks(store)

    def create(self, game_id: str, events: Sequence[Event], command: Command) -> Accepted:
        """Record a game's first events, all or none; the same command again gives their answer."""
        events = self._quiet.settled(None, events)
        try:
            summary = summary_after(None, events)
            appended = self._store.append(_append_of(game_id, events, command, summary))
        except WrongVersion as error:
            raise KeyReused from error
        return self._recorded(game_id, appended, command)

    def answered(self, game_id: str, command: Command) -> Accepted | None:
        """Return the first answer to this command, None if it is new. Raises KeyReused."""
        if not command.retried:
            return None
        known = self._store.find_command(game_id, command.id)
        return None if known is None else self._recorded(game_id, known, command)

    def once(self, game_id: str, command: Command, act: Callable[[], Accepted]) -> Accepted:
        """Return what ``act`` records; if that is refused, the first answer to a known command.

        The append itself answers a known command, so that a new one costs no look-up.
        """
        try:
            return act()
        except (StoreUnavailable, Contended):
            raise  # unknown, or the store has just said that it is new
        except Exception:
            done = self.answered(game_id, command)
            if done is None:
                raise
            return done

    def change_orders(
        self, game_id: str, change: ChangeBook | None, *, follow: bool = True
    ) -> History:
        """Change a game's orders and append what follows; again if another came between.

        Without a change, append what follows from the orders as they are. A withdrawal need not
        ``follow``: what is asked for after an undo still waits for people.
        """
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
        """Withdraw all orders of a player; what is added to no more needs none withdrawn."""
        if not self.books.read(game_id).orders or self._cache.current(game_id).broken:
            return
        self.change_orders(game_id, partial(_without_orders_of, player), follow=False)

    def _appended(self, game_id: str, game: Game, plan: Plan) -> bool:
        """Append what follows from orders, and their change; False if another came between."""
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

    def _followed(self, game_id: str, plan: Plan, evolved: Evolved | None = None) -> History:
        """Return the history after the events of a plan, and after all that still follow."""
        self.books.made(game_id, plan.change)
        history = None
        for event in plan.events:
            history = self._cache.appended(game_id, event, evolved)
        history = history or self._cache.known(game_id)
        return self.finish_orders(game_id) if plan.unfinished else history

    def finish_orders(self, game_id: str) -> History:
        """Append all that still follows from the orders of a game."""
        try:
            history = self.change_orders(game_id, None)
        except GameClosed:  # it stays noted: a worker goes on once the game is reopened
            return self._cache.current(game_id)
        if self.unfinished is not None:
            self.unfinished.remove(game_id)
        return history

    def submit(self, game_id: str, decide: Decide, command: Command) -> Accepted:
        """Decide and append, again if another event came between.

        What follows from standing orders is appended with it; the answer is the command's own.

        Raises StaleVersion when the command names a version, Refused as the domain does. Of a
        command sent twice at once one is accepted and answers both.
        """
        return self.once(game_id, command, lambda: self._submitted(game_id, decide, command))

    def _submitted(self, game_id: str, decide: Decide, command: Command) -> Accepted:
        for _ in range(ATTEMPTS):
            history = self._meant(game_id, command)
            game = history.game
            try:
                draft = decide(game)
                plan = self.books.after(game_id, game, [game.seal(draft, clock.now(), command.id)])
                plan = self._ready(game_id, game, plan)
            except (Refused, Malformed):
                if self._cache.current(game_id).game.hash == game.hash:
                    raise
                continue
            except BeyondWindow:
                self._cache.widened(game_id)
                continue
            written = self._append(game_id, game, plan, command)
            if written is not None:
                return self._accepted(game_id, plan, written, command)
        raise Contended

    def follow_clock(self, game_id: str, decide: DecideAll) -> int:
        """Append what the clock decides, until it is nothing more; return how often it was ours.

        What follows from standing orders is appended with it, as with a move.
        """
        done = 0
        for _ in range(ATTEMPTS):
            history = self._cache.current(game_id)
            check_sound(history)
            events = decide(history.game)
            if not events:
                break
            plan = self.books.after(game_id, history.game, events)
            plan = self._ready(game_id, history.game, plan)
            done += self._clocked(game_id, history.game, plan)
        return done

    def _ready(self, game_id: str, game: Game, plan: Plan) -> Plan:
        """Return the plan with the clocks of players who have quiet hours settled."""
        if plan.unfinished and self.unfinished is not None:
            self.unfinished.add(game_id)
        events = self._quiet.settled(game, plan.events)
        return plan if events is plan.events else replace(plan, events=events)

    def _clocked(self, game_id: str, game: Game, plan: Plan) -> bool:
        """Append the clock's events and what follows; False if another came between."""
        # The same id from every worker: the first one's events answer the others.
        command = Command(plan.events[0].command, "", None, retried=True)
        written = self._append(game_id, game, plan, command)
        if written is None or written.appended.repeated:
            return False
        self._followed(game_id, plan, written.evolved)
        return True

    def _append(self, game_id: str, game: Game, plan: Plan, command: Command) -> "_Written | None":
        """Append a plan's events; if another came between, return None, and read what is new."""
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

    def _meant(self, game_id: str, command: Command) -> History:
        history, expected = self._cache.known(game_id), command.expected
        check_sound(history)
        self._check_open(game_id)
        if expected is None or expected == history.version:
            return history
        history, independence = self._cache.current(game_id), command.independence
        check_sound(history)
        is_late = independence is not None and independence.outlives(history, expected)
        if expected != history.version and not is_late:
            raise StaleVersion(expected, history.version)
        return history

    def _accepted(
        self, game_id: str, plan: Plan, written: "_Written", command: Command
    ) -> Accepted:
        if written.appended.repeated:
            return self._recorded(game_id, written.appended, command)
        event = plan.events[0]
        return Accepted(event, self._followed(game_id, plan, written.evolved).at(event.version))

    def _recorded(self, game_id: str, known: Appended, command: Command) -> Accepted:
        if known.fingerprint != command.fingerprint:
            raise KeyReused
        try:
            history = self._cache.current(game_id)
        except GameUnknown as error:
            raise _not_shown(known) from error
        if history.version < known.version:
            check_sound(history)
            raise _not_shown(known)
        event = history.event(known.version)
        if event.command != command.id:
            raise _not_shown(known)
        return Accepted(event, history.at(known.version))


def _not_shown(known: Appended) -> StoreUnavailable:
    """Return the error for a record without a command's events, as a replaced master shows it.

    Another event may be at their version: unconfirmed, and about to be lost.
    """
    return StoreUnavailable(f"the store does not show version {known.version}, which it has told")


class _Written(NamedTuple):
    """An append's answer, and the games before and after its events, if it was not repeated."""

    appended: Appended
    evolved: Evolved


def _without_orders_of(player: str, game: Game, book: Book) -> Book:
    return tuple(order for order in book if order.seat != game.seat_of(player))


def check_sound(history: History) -> None:
    """Raise RecordClosed if the game's record breaks."""
    if history.broken is not None:
        raise RecordClosed(history.broken)


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
        keep_id=command.retried and command.expected is None,
        told=None if orders is None else events[0].version,
        orders=orders,
    )
