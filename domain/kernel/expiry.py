"""The end of a seat's time, and the moves that the clock makes for it.

``time_up_event`` depends only on the record and the time passed in. All events that follow from the
end of a seat's time are recorded in the same append.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel.clocks import Clock, Wait
from domain.kernel.deadlines import ABANDONED, TIME_EXPIRED, Deadline, TimeExpired
from domain.kernel.game import Game, evolve
from domain.kernel.play import decide_move
from domain.record.record import Draft, Event
from domain.record.times import milliseconds, moment

BY_CLOCK, BY_BOT = "clock", "bot"
"""Values of ``by``: the clock made the event for a seat, or a bot made it for an absent player."""


def due_moments(game: Game) -> dict[int, int]:
    """Return, by seat, when its time will be up, unless the record says that it is up already."""
    return {seat: wait.due for seat, wait in running(game).items()}


def running(game: Game) -> dict[int, Wait]:
    """Return, by seat, the wait for it, unless the record says that its time is up already."""
    return {seat: wait for seat, wait in _waits(game) if not wait.expired}


def _waits(game: Game) -> Iterator[tuple[int, Wait]]:
    # No time runs in a pause, nor once the game is over.
    if game.clock is None or game.clock.paused_at is not None or game.status != "live":
        return
    for seat, own in enumerate(game.clock.seats):
        if own.wait is not None:
            yield seat, own.wait


def abandonment_due(game: Game) -> tuple[int, int] | None:
    """Return the time since which a game has been idle, and the time at which it is abandoned.

    None while it cannot be abandoned.
    """
    deadline = game.terms.deadline
    if deadline is None or game.status not in ("open", "live"):
        return None
    # The pause ends by itself, and then idleness counts again.
    if game.clock is not None and game.clock.paused_at is not None:
        return None
    since = _newest_move(game.clock) if game.clock else milliseconds(game.created_at)
    length = deadline.idle_for if game.clock else deadline.open_for
    if length is None:
        return None
    # Quiet hours and vacations can put the end of a turn off for longer than a game may lie idle.
    is_flexible = deadline.quiet_hours or deadline.vacation
    ends = due_moments(game).values() if is_flexible else ()
    return since, max([since + length * 1000, *ends])


def _newest_move(clock: Clock) -> int:
    """Return when a player last moved, or comes back from a vacation.

    Answers by order count as moves, so a game may go on by orders alone.
    """
    # If answers by order did not count in `moved`, a game's end would reveal who has orders.
    return max([clock.moved, *(own.away_until for own in clock.seats)])


def abandonment(game: Game, now: int) -> Draft | None:
    """Return the event that ends a game without a winner; None unless it is due at ``now``."""
    due = abandonment_due(game)
    if due is None or now < due[1]:
        return None
    reason = "never_filled" if game.status == "open" else "nobody_moved"
    return Draft(ABANDONED, None, {"reason": reason, "since": moment(due[0])})


def time_up_event(game: Game, seat: int, now: int) -> Draft | None:
    """Return the event that declares a seat's time to be up; None unless it is, at ``now``."""
    wait, deadline = dict(_waits(game)).get(seat), game.terms.deadline
    # Decided from the record and `now` alone, so that an audit can decide it again.
    if wait is None or deadline is None or wait.expired or now < wait.due:
        return None
    data = TimeExpired(deadline.at_zero, wait.turn, moment(wait.since), moment(wait.due))
    return Draft(TIME_EXPIRED, seat, msgspec.to_builtins(data))


def move_by_clock(game: Game) -> Draft | None:
    """Return the event that the clock makes next for a seat whose time is up, None if it is done.

    With ``skip`` it comes from the ruleset's neutral move, with ``resign`` from a resignation.
    """
    seat, deadline = None if game.clock is None else game.clock.acting, game.terms.deadline
    if seat is None or deadline is None:
        return None
    if deadline.at_zero == "resign":
        move = game.ruleset.wire.moves.read({"type": "resign"})
    else:
        move = _neutral(game, deadline)(game.state, seat)
    # `by` is stated, so that nobody takes the move for the player's own or for a return.
    return replace(decide_move(game, seat, move), by=BY_CLOCK)


def _neutral(game: Game, deadline: Deadline) -> Callable[[Any, int], Any]:
    ruleset = game.ruleset
    is_older = deadline.absent_wait is None
    # Older games keep `neutral_move`: their audit has to find the same move.
    return ruleset.neutral_move if is_older else ruleset.mildest_move or ruleset.neutral_move


def expiry(game: Game, seat: int, now: str, command: str) -> list[Event]:
    """Return the events at the end of a seat's time; none unless it is up at ``now``.

    They go into one append, so that nobody sees a turn half skipped.
    """
    draft, events = time_up_event(game, seat, milliseconds(now)), list[Event]()
    while draft is not None:
        events.append(game.seal(draft, now, command))
        game = evolve(game, events[-1])
        # Repeated until no move is due: a skipped turn may need several neutral moves.
        draft = move_by_clock(game)
    return events
