"""The audit of a record: chain, commitments, chance and every decision are recomputed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from msgspec import UNSET

from domain.errors import AnabasisError, RecordBroken, Refused
from domain.kernel.audit_clock import ClockAudit
from domain.kernel.audit_form import check_form, check_types
from domain.kernel.consent import decide_time_answer, request_for_time
from domain.kernel.deadlines import ABANDONED, RESUMED, TIME_EXPIRED, TIME_TYPES
from domain.kernel.expiry import BY_BOT, BY_CLOCK, abandonment, move_by_clock, time_up_event
from domain.kernel.extensions import decide_extension
from domain.kernel.game import KERNEL_TYPES, SEATING_TYPES, Game, Seat, evolve_recorded
from domain.kernel.pauses import decide_pause, decide_resume, pause_over
from domain.kernel.play import decide_move
from domain.kernel.seating import cancel, free_seat, take_seat
from domain.kernel.stand_in_state import CAME_BACK, STAND_IN_AGREED, STAND_IN_TYPES
from domain.kernel.stand_ins import decide_return_to_seat, decide_stand_in
from domain.kernel.undo import decide_answer, decide_redo, decide_undo
from domain.kernel.vacations import decide_return, decide_vacation
from domain.kernel.window import evolve_long
from domain.record.record import GENESIS, Draft, Event, is_same, malformed, upcast, verify_chain
from domain.record.times import milliseconds
from domain.record.visibility import JsonObject


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit: the number of events, the head's hash, and the break, if any."""

    events: int
    hash: str
    broken_at: int | None = None
    reason: str | None = None

    @property
    def valid(self) -> bool:
        """True if every check passed."""
        return self.broken_at is None


def audit(events: Sequence[Event], at: Callable[[int], object] = lambda _: None) -> Audit:
    """Audit a whole record as stored; ``at`` hears the version of each decision checked."""
    head = events[-1].hash if events else GENESIS
    try:
        _check(events, at)
    except RecordBroken as broken:
        return Audit(len(events), head, broken.version, broken.reason)
    return Audit(len(events), head)


def _check(events: Sequence[Event], at: Callable[[int], object]) -> None:
    # Checked first: without a sound chain, no event is known to be the one recorded.
    verify_chain(events)
    if not events:
        raise RecordBroken(1, "the record is empty")
    game = evolve_recorded(None, events[0])
    # Every time is greater than the empty string.
    check_form(game, events[0], since="")
    clocks = ClockAudit()
    for before, event in pairwise(events):
        # Form before decision: the rules may rely on the types of what they read.
        check_form(game, event, before.recorded_at)
        _check_decision(game, event)
        # Trimmed, so that an audit of a very long record needs bounded memory.
        after = evolve_long(game, event)
        # After the fold: it compares the clocks before and after the event.
        clocks.check(game, event, after)
        game = after
        at(event.version)


def _check_decision(game: Game, event: Event) -> None:
    if event.type not in KERNEL_TYPES:
        event = upcast(event, game.ruleset.wire.events.upcasters)
    check_types(game, event)
    # Checked both ways: no other event may claim to be the clock's, and the clock's must say so.
    if (event.by == BY_CLOCK) != (game.clock is not None and game.clock.acting is not None):
        raise RecordBroken(event.version, "the clock moves for a seat whose time is up, and alone")
    # Otherwise a present player's move could be passed off as a bot's.
    if event.by == BY_BOT and (event.seat is None or not game.is_absent(event.seat)):
        raise RecordBroken(event.version, f"a bot moves for seat {event.seat}, which is there")
    if event.by is not UNSET and event.type in STAND_IN_TYPES:
        raise RecordBroken(event.version, f"nobody but a player makes {event.type}")
    try:
        draft = _decide_again(game, event)
    except RecordBroken:
        raise
    # The code alone is shown, as a refusal's text may name hidden cards.
    except AnabasisError as refusal:
        raise RecordBroken(event.version, f"the rules refuse it ({_code(refusal)})") from refusal
    except Exception as error:
        raise malformed(event, error) from error
    if (draft.type, draft.seat) != (event.type, event.seat) or not is_same(draft.data, event.data):
        raise RecordBroken(event.version, "the rules and the game's chance give another outcome")


def _code(refusal: AnabasisError) -> str:
    """Return a refusal's code; its sentence might name hidden cards."""
    return refusal.code if isinstance(refusal, Refused) else type(refusal).__name__


def _decide_again(game: Game, event: Event) -> Draft:
    # Checked before the event's type: while the clock has to move, nothing else may happen.
    if (by_clock := move_by_clock(game)) is not None:
        return by_clock
    if event.type in SEATING_TYPES:
        return _decide_seating_again(game, event.type, event.data)
    if event.type == ABANDONED:
        return _due(abandonment(game, milliseconds(event.recorded_at)), event)
    # A pause that ended by itself, at the recorded time.
    if event.type == RESUMED and event.seat is None:
        return _due(pause_over(game, milliseconds(event.recorded_at)), event)
    if event.seat is None:
        raise RecordBroken(event.version, f"{event.type} names no seat")
    return _decide_of_seat_again(game, event.seat, event)


def _decide_of_seat_again(game: Game, seat: int, event: Event) -> Draft:
    if event.type == TIME_EXPIRED:
        return _due(time_up_event(game, seat, milliseconds(event.recorded_at)), event)
    if event.type in TIME_TYPES:
        return _decide_time_again(game, seat, event)
    if event.type == CAME_BACK:
        return decide_return_to_seat(game, seat)
    if event.type == STAND_IN_AGREED:
        data = event.data
        return decide_stand_in(game, seat, data["absent"], data["stopped"], data["bot"])
    if event.type in KERNEL_TYPES:
        return _decide_undo_again(game, seat, event)
    return decide_move(game, seat, _move(game, event))


def _decide_seating_again(game: Game, type_: str, data: JsonObject) -> Draft:
    match type_:
        case "seat_freed":
            return free_seat(game, data["seat"], removed=data["removed"])
        case "cancelled":
            return cancel(game)
        case _:
            occupant = Seat(data["player"], data["bot"], data["contribution"])
            return take_seat(game, occupant, data["seat"])


def _due(draft: Draft | None, event: Event) -> Draft:
    if draft is None:
        who = "the game" if event.seat is None else f"seat {event.seat}"
        raise RecordBroken(event.version, f"the time of {who} was not up")
    return draft


def _decide_time_again(game: Game, seat: int, event: Event) -> Draft:
    is_own = event.type == "time_asked" or event.data.get("asker") == seat
    now = milliseconds(event.recorded_at)
    match event.type:
        case "vacation_taken":
            return decide_vacation(game, seat, event.data["days"], now)
        case "vacation_ended":
            return decide_return(game, seat, now)
        case "resumed":
            return decide_resume(game, seat)
        case "paused" | "time_asked" if is_own and event.data.get("seconds") is None:
            return decide_pause(game, seat)
        case "time_granted" | "time_asked" if is_own:
            return decide_extension(game, seat, event.data["seconds"])
        case _:
            return _decide_answer_again(game, seat, event)


def _decide_answer_again(game: Game, seat: int, event: Event) -> Draft:
    request = request_for_time(game)
    for_pause = request is not None and request.seconds is None
    return decide_time_answer(game, seat, event.type != "time_refused", for_pause=for_pause)


def _decide_undo_again(game: Game, seat: int, event: Event) -> Draft:
    match event.type:
        case "redone":
            return decide_redo(game, seat)
        case "undo_declined":
            return decide_answer(game, seat, accept=False)
        case "undo_requested":
            return decide_undo(game, seat, event.data["to"])
        # An undo with consent is the last answer to a request, decided below.
        case "undone" if not event.data["with_consent"]:
            return decide_undo(game, seat, event.data["to"])
        case _:
            return decide_answer(game, seat, accept=True)


def _move(game: Game, event: Event) -> Any:
    return game.ruleset.wire.move_of(game.ruleset.wire.events.read(event.type, event.data))
