"""Taking back: who may undo how far by leave of nobody, of the policy, or of the other seats."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from domain.errors import Refused
from domain.kernel.game import (
    REDONE,
    UNDO_ACCEPTED,
    UNDO_DECLINED,
    UNDO_REQUESTED,
    UNDONE,
    Game,
)
from domain.kernel.play import refuse_unless_live
from domain.kernel.timeline import Moment, Timeline, UndoRequest
from domain.record.record import Draft

LONGEST_RECORD = 10_000
"""Events after which nothing is taken back: several times the longest games that are played."""


class UndoTargetUnknown(Refused):
    """An undo names an earlier event of the present line, from the start on."""

    code = "undo_target_unknown"
    template = (
        "Event {to} cannot be gone back to: name an event of the present line, "
        "from {start} (the start) to before {head}, that is not undone."
    )


class UndoOff(Refused):
    """Below the undo floor nothing is taken back in a game with the policy ``off``."""

    code = "undo_off"
    template = (
        "This game allows no undo back beyond event {floor}, which showed something new or was "
        "another seat's decision."
    )


class UndoPending(Refused):
    """One request at a time."""

    code = "undo_pending"
    template = "Seat {seat} has already asked to go back to event {to}; that is answered first."


class NoUndoRequested(Refused):
    """There is no request to answer, or none that this seat may answer."""

    code = "no_undo_requested"
    template = (
        "There is no undo request that seat {seat} has still to accept; a move or an undo ends a "
        "request, and whoever asked can only withdraw it."
    )


class AnotherUndoRequested(Refused):
    """An answer that names an event is to the request that goes back to it, and to no other."""

    code = "another_undo_requested"
    template = (
        "The undo that was asked for goes back to event {to}, not to event {meant}: look at it "
        "before you answer."
    )


class NothingToRedo(Refused):
    """Redo takes back an undo, until a new move is made."""

    code = "nothing_to_redo"
    template = "There is nothing to redo: no undo since the last move."


class RedoNotYours(Refused):
    """Outside casual play an undo is redone by the seat that undid."""

    code = "redo_not_yours"
    template = "Only seat {seat}, which undid, may redo in this game."


class SeatLeft(Refused):
    """Who has resigned takes nothing back and answers no request."""

    code = "seat_left"
    template = "Seat {seat} has left the game; still playing are: {staying}."


class RecordLong(Refused):
    """A record is bounded: past the bound moves lead to the game's end and nothing goes back."""

    code = "record_long"
    template = "This game has {events} events; past {most} nothing can be taken back any more."


def decide_undo(game: Game, seat: int, to: int) -> Draft:
    """The event of a seat's wish to go back to event ``to``: done, or asked for."""
    line = _line(game, seat)
    if not line.has(to):
        raise UndoTargetUnknown(to=to, start=line.start, head=line.head.version)
    if _is_free(game, seat, to):
        return _undone(seat, UndoRequest(seat, to), with_consent=False)
    if game.terms.undo == "off":
        raise UndoOff(floor=game.floor(seat))
    if line.request is not None:
        raise UndoPending(seat=line.request.seat, to=line.request.to)
    return Draft(UNDO_REQUESTED, seat, {"to": to})


def _is_free(game: Game, seat: int, to: int) -> bool:
    if game.terms.undo == "free" or (seat in game.to_act and to >= game.floor(seat)):
        return True
    return game.terms.undo == "consent" and not _others(game, seat)


def decide_answer(game: Game, seat: int, accept: bool, to: int | None = None) -> Draft:
    """The event of a seat's answer to the pending request; the requester may withdraw it.

    ``to`` is the target of the request that is meant, None for whichever it is.
    """
    request = _line(game, seat).request
    if request is None or not _may_answer(game, request, seat, accept):
        raise NoUndoRequested(seat=seat)
    if to not in (None, request.to):
        raise AnotherUndoRequested(to=request.to, meant=to)
    if not accept:
        return Draft(UNDO_DECLINED, seat, {"to": request.to})
    if yet_to_answer(game) == (seat,):
        return _undone(seat, request, with_consent=True)
    return Draft(UNDO_ACCEPTED, seat, {"to": request.to})


def _may_answer(game: Game, request: UndoRequest, seat: int, accept: bool) -> bool:
    return seat in yet_to_answer(game) or (seat == request.seat and not accept)


def yet_to_answer(game: Game) -> tuple[int, ...]:
    """The seats whose consent a pending request still waits for."""
    request = game.timeline.request if game.timeline else None
    if request is None:
        return ()
    return tuple(n for n in _others(game, request.seat) if n not in request.accepted)


def _others(game: Game, seat: int) -> tuple[int, ...]:
    return tuple(n for n in game.human_seats() if n != seat)


def decide_redo(game: Game, seat: int) -> Draft:
    """The event that takes back the latest undo not yet redone."""
    lost = _line(game, seat).redo
    if lost is None:
        raise NothingToRedo
    if game.terms.undo != "free" and lost.seat != seat:
        raise RedoNotYours(seat=lost.seat, policy=game.terms.undo)
    return Draft(REDONE, seat, {"to": lost.head.version})


@dataclass(frozen=True, slots=True)
class Way:
    """Where a seat may go on its line: ``to`` an event, by leave of nobody or of the others.

    ``refused`` is the code of what stands against it, None where nothing does.
    """

    to: int | None
    leave: Literal["free", "consent"] | None
    refused: str | None = None


def way_back(game: Game, seat: int, *, to_turn: bool = False) -> Way:
    """The way back before the latest decision of a person, or to where the seat's own turn began.

    What bots have done since goes with it: they would only do it again.
    """
    to = _began(game, seat) if to_turn else _before(game)
    if to is None:
        return Way(None, None, "nothing_to_undo")
    return _way(to, lambda: decide_undo(game, seat, to))


def way_on(game: Game, seat: int) -> Way:
    """The way to what was taken back last."""
    lost = _line_of(game).redo
    return _way(lost.head.version if lost else None, lambda: decide_redo(game, seat))


def _way(to: int | None, decide: Callable[[], Draft]) -> Way:
    try:
        draft = decide()
    except Refused as refusal:
        return Way(to, None, refusal.code)
    return Way(to, "consent" if draft.type == UNDO_REQUESTED else "free")


def _before(game: Game) -> int | None:
    """The last event before the latest decision of a person."""
    line = _line_of(game)
    people = [n for n, seat in enumerate(game.seats) if seat and seat.bot is None]
    for moment in line.moments():
        if moment.version <= line.start or moment.before is None:
            return None
        if _decided(moment) and moment.seat in people:
            return moment.before.version
    return None


def _decided(moment: Moment) -> bool:
    """Whether the event of a moment changed the position, as no request or answer does."""
    return moment.before is None or moment.position is not moment.before.position


def _began(game: Game, seat: int) -> int | None:
    """The event after which the seat alone has decided in its turn, None where it has not."""
    if seat not in game.to_act:
        return None
    line, found = _line_of(game), None
    turn = game.ruleset.turn(game.state)
    for moment in line.moments():
        if moment.version < line.start or game.ruleset.turn(moment.position) != turn:
            break
        found = moment
        if _decided(moment) and moment.seat != seat:
            break
    return found.version if found and found.position is not line.head.position else None


def _line_of(game: Game) -> Timeline:
    assert game.timeline is not None
    return game.timeline


def _undone(seat: int, request: UndoRequest, *, with_consent: bool) -> Draft:
    data = {"to": request.to, "requested_by": request.seat, "with_consent": with_consent}
    return Draft(UNDONE, seat, data)


def _line(game: Game, seat: int) -> Timeline:
    refuse_unless_live(game)
    staying = game.ruleset.staying(game.state)
    if seat not in staying:
        raise SeatLeft(seat=seat, staying=list(staying))
    if game.version >= LONGEST_RECORD:
        raise RecordLong(events=game.version, most=LONGEST_RECORD)
    return _line_of(game)
