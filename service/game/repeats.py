"""Commands and their identity: a command that is sent again gets its first answer."""

import hashlib
import secrets
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from msgspec import Struct

from domain.kernel.game import KERNEL_TYPES, Game
from domain.record.record import Event, canonical
from service.game.folded_games import History, check_sound
from service.game.state_cache import GameUnknown, StateCache
from service.redis.errors import StoreUnavailable
from service.store.contract import FINGERPRINT, Appended, EventStore


class KeyReused(Exception):
    """An idempotency key came again with another command; nothing was recorded."""


class Independence(Struct, frozen=True):
    """The moves of other seats that may come before a seat's own, while its position ``holds``."""

    seat: int
    holds: Callable[[Game], bool]

    def outlives(self, history: History, version: int) -> bool:
        """True if a move meant for a version may be made now.

        All events since then must be independent moves of other seats.
        """
        # If so, the situation that the move answers is still the same.
        if not 0 < version < history.version:
            return False
        since = map(history.event, range(history.version, version, -1))
        others = (self._is_anothers(event, history.game) for event in since)
        positions = map(history.at, (version, history.version))
        return all(others) and all(map(self.holds, positions))

    def _is_anothers(self, event: Event, game: Game) -> bool:
        if event.seat == self.seat or event.type in KERNEL_TYPES:
            return False
        wire = game.ruleset.wire
        move = wire.move_of(wire.events.read(event.type, event.data))
        return bool(move.is_independent)


class Command(Struct, frozen=True):
    """A command's identity: its id, the hash of its body, and the version it was meant for.

    ``id`` is the same when the same command is sent again; ``expected`` is None for any version.
    ``independence`` is None if the command must be meant for the present version.
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


class AcceptedCommand(Struct, frozen=True):
    """The answer to a command: its event (the last of a creation) and the game just after it.

    ``latest`` is the last event of the same append, as standing orders may have answered.
    """

    event: Event
    game: Game
    latest: int


class Repeats:
    """The first answers to commands that were recorded before."""

    def __init__(self, store: EventStore, cache: StateCache) -> None:
        self._store = store
        self._cache = cache

    def find(self, game_id: str, command: Command) -> AcceptedCommand | None:
        """Return the first answer to this command, None if it is new. Raises KeyReused."""
        if not command.retried:
            return None
        known = self._store.find_command(game_id, command.id)
        return None if known is None else self.recorded(game_id, known, command)

    def recorded(self, game_id: str, known: Appended, command: Command) -> AcceptedCommand:
        """Return the known answer to a command. Raises KeyReused, StoreUnavailable."""
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
        # A replaced master may show another event here, one that is unconfirmed and will be lost.
        if event.command != command.id:
            raise _not_shown(known)
        return AcceptedCommand(event, history.at(known.version), _latest(history, event))


def _latest(history: History, event: Event) -> int:
    """Return the version of the last event of an append."""
    # Events that follow from orders have the id of the command that they follow.
    later = history.each(event.version, history.version)
    following = takewhile(lambda each: each.command == event.command, later)
    return max((each.version for each in following), default=event.version)


def _not_shown(known: Appended) -> StoreUnavailable:
    """Return the error for a record without a command's events, as a replaced master shows it."""
    return StoreUnavailable(f"the store does not show version {known.version}, which it has told")
