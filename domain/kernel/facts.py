"""The facts of a game after an event, which everybody asks for and none of which is secret."""

from typing import Literal

from msgspec import Struct

from domain.kernel.terms import UndoPolicy
from domain.record.outcome import Outcome

# `cancelled` is not `finished`: a finished game has a result, and its secret is published.
Status = Literal["open", "live", "finished", "cancelled", "abandoned"]


class GameFacts(Struct, frozen=True, eq=False, gc=False):
    """Answers about a game after an event, none of them secret; each is worked out once.

    A game is ``open`` until the last seat is taken, then ``live``, then ``finished``; it may become
    ``cancelled`` while open, ``abandoned`` while open or live. ``owing`` are the seats of people
    whose moves the game waits for. ``staying`` are the seats that have not resigned, ``people``
    those of them without a bot; ``undo`` is the policy in force.
    """

    status: Status
    undo: UndoPolicy
    outcome: Outcome | None = None
    to_act: tuple[int, ...] = ()
    owing: tuple[int, ...] = ()
    turn: int | None = None
    on_turn: int | None = None
    stage: int = 0
    staying: tuple[int, ...] = ()
    people: tuple[int, ...] = ()
