"""The contract of a ruleset's rules: decide, evolve, and the questions the kernel asks of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct

from domain.kernel.order_contract import Orders
from domain.record.chance import Chance
from domain.record.outcome import Outcome
from domain.record.setup import Setup
from domain.record.visibility import Visibility
from domain.wire.contract import Wire
from domain.wire.events import GameEvent
from domain.wire.moves import Move

S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=GameEvent)


class Situation(Struct, frozen=True, gc=False):
    """The answers about a position that clocks and lists of games depend on; none is a secret.

    ``on_turn`` is the seat whose turn it is, though others may move in it; None if turns belong to
    no seat. ``to_act`` are the seats that may move now, none when the game is over. Several may
    move at once, as in discards or answers to an offer; each move is an event of its own. ``owed``
    are the seats among them that the game waits for; no clock runs for the others. ``staying`` are
    the seats that have not resigned, and ``outcome`` is None while the game goes on.

    Each ``stage`` of a turn is a wait of its own.
    """

    on_turn: int | None
    to_act: tuple[int, ...]
    owed: tuple[int, ...]
    staying: tuple[int, ...]
    outcome: Outcome | None
    # In settlers each founding is a stage: a single missed deadline must not decide both foundings
    # and the first turn.
    stage: int = 0


class MoveList(Struct, Generic[M], frozen=True):
    """Legal moves, each playable as it stands; ``complete`` is False if the limit cut them."""

    moves: tuple[M, ...]
    complete: bool


class Imagined(Protocol[S]):
    """Redeals the cards that a viewer does not see, from the viewer's own knowledge alone.

    ``earlier`` are the known positions before this one, oldest first. A card that a hand showed in
    one of them, and may still hold, stays in that hand.
    """

    def __call__(
        self, state: S, seat: int | None, chance: Chance, /, earlier: Iterable[S] = ()
    ) -> S:
        """Return the position as the viewer may imagine it."""
        ...


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset(Generic[S, M, E]):
    """A game's rules in one version, as pure functions over its own state S, moves M and events E.

    ``DEALT`` is the type of the event that opens a game; the kernel records it as the field
    ``dealt`` of the event that took the last seat.
    """

    DEALT: ClassVar[str] = "dealt"

    id: str
    rules_version: int
    seat_counts: tuple[int, ...]
    visibility: Mapping[str, Visibility]
    """Audiences of the hidden fields, by event type (``DEALT`` included)."""
    wire: Wire[S, M, E]

    deal: Callable[[Setup, Chance], E]
    """The event that opens the game."""
    initial_state: Callable[[Setup, Any], S]
    """The position after the deal."""
    # A refill, or the end of the game, belongs to the event that caused it, so that no record stops
    # halfway through an action.
    decide: Callable[[S, int, M, Chance], E]
    """The event of a seat's move. Raises Refused; nothing else in a ruleset does."""
    evolve: Callable[[S, E], S]
    """The position after the event. Total: refuses nothing."""

    turn: Callable[[S], int]
    """The number of the current turn, from 1.

    It is not part of the situation: a fold asks for the turn at every event, but for the situation
    only where a clock runs. Asking for the situation every time made folds up to 30 % longer.
    """
    situation: Callable[[S], Situation]
    """The situation in a position; asked once for each position."""
    neutral_move: Callable[[S, int], M]
    """The move made for a seat whose time is up.

    It is the one of least consequence that ends the seat's turn, or leads to the end.
    """
    # All other games keep `neutral_move`: their audit has to find it again.
    mildest_move: Callable[[S, int], M] | None = None
    """The neutral move of games whose deadline has an ``absent_wait``, None if it is the same."""
    legal_moves: Callable[[S, int, int, str | None], MoveList[M]]
    """A seat's legal moves up to a limit, of one type or all; costs no more than the limit."""
    imagined: Imagined[S]
    """The position as a seat (None: the public) may imagine it: unseen facts are drawn."""
    # Separate from the events' `reveals`, on which the undo floors of stored games depend.
    depends_on_unseen: Callable[[S, S, int], bool] = lambda *_: False
    """True if the result of a seat's move may depend on facts that the seat does not see.

    It takes the positions before and after the move as the seat imagines them; call it only for a
    move that reveals nothing.
    """
    orders: Orders[S, M] = field(default_factory=Orders)
    """The standing orders that seats may give."""

    @property
    def has_orders(self) -> bool:
        """True if there are any orders to give."""
        return bool(self.orders.codec.kinds)
