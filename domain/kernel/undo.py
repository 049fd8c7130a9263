"""Undo and redo: requests, answers, and how far a seat may go alone or with consent."""

from typing import Literal, NamedTuple

from domain.errors import Refused
from domain.kernel.facts import GameFacts
from domain.kernel.game import (
    REDONE,
    UNDO_ACCEPTED,
    UNDO_DECLINED,
    UNDO_REQUESTED,
    UNDONE,
    Game,
)
from domain.kernel.play import refuse_unless_live
from domain.kernel.terms import UndoPolicy
from domain.kernel.timeline import Timeline, Undone, UndoRequest
from domain.record.record import Draft

Permission = Literal["free", "consent"]
"""The permission that an undo or redo needs: none, or the consent of the others."""

# Moves alone bring a game to its end; undo and redo could go on forever.
LONGEST_RECORD = 10_000
"""Events after which undo ends, so that records stay bounded; our longest game has 2,270."""


class UndoTargetUnknown(Refused):
    """An undo must go back to an earlier event of the present line."""

    code = "undo_target_unknown"
    template = (
        "You cannot go back to move {to}: name a move of the present line that is not undone, "
        "from {start} (the start) to before {head}."
    )


class UndoOff(Refused):
    """With the policy ``off``, undo stops at the undo floor."""

    code = "undo_off"
    template = (
        "This game allows no undo back beyond move {floor}, which showed something new or was "
        "another seat's decision."
    )


class DrawnStays(Refused):
    """With the policy ``drawn_stays``, undo stops at the last event that revealed something."""

    code = "drawn_stays"
    template = (
        "In this game what was drawn stays drawn: move {floor} turned up a card or rolled dice, "
        "and undo goes back no further."
    )


class UndoPending(Refused):
    """There can be one undo request at a time."""

    code = "undo_pending"
    template = "Seat {seat} has already asked to go back to move {to}; that is answered first."


class NoUndoRequested(Refused):
    """There is no undo request that this seat may answer."""

    code = "no_undo_requested"
    template = (
        "Seat {seat} has no undo request to accept; a move or an undo ends a request, and the seat "
        "that asked can only withdraw it."
    )


class AnotherUndoRequested(Refused):
    """The answer is to another undo request than the pending one."""

    code = "another_undo_requested"
    template = (
        "The undo that was asked for goes back to move {to}, not to move {meant}: look at it "
        "before you answer."
    )


class NothingToRedo(Refused):
    """There is no undo to redo; a new move ends redo."""

    code = "nothing_to_redo"
    template = "There is nothing to redo: no undo since the last move."


class RedoNotYours(Refused):
    """Unless undo is free, only the seat that undid may redo."""

    code = "redo_not_yours"
    template = "Only seat {seat}, which undid, may redo in this game."


class SeatLeft(Refused):
    """A seat that has resigned may not undo, redo or answer."""

    code = "seat_left"
    template = "Seat {seat} has left the game; still playing: {staying}."


class RecordLong(Refused):
    """The record has reached its bound; only moves are left."""

    code = "record_long"
    template = (
        "This game has {events} moves; past {most} nothing can be taken back or asked for any more."
    )


def decide_undo(game: Game, seat: int, to: int) -> Draft:
    """Return the event of a seat's undo to event ``to``, or of its request. Raises Refused."""
    line = _open_line(game, seat)
    # Checked before permission: no policy leads to an event that is undone or does not exist.
    if not line.has(to):
        raise UndoTargetUnknown(to=to, start=line.start, head=line.head.version)
    match _permission(line, game.facts, seat, to, _policy(game, seat)):
        case "free":
            return _undone(seat, UndoRequest(seat, to), with_consent=False)
        case "consent":
            return Draft(UNDO_REQUESTED, seat, {"to": to})
        case refusal:
            raise refusal


def _permission(
    line: Timeline, facts: GameFacts, seat: int, to: int, policy: UndoPolicy
) -> Permission | Refused:
    """Return the permission that an undo to an event of the line needs, or its refusal."""
    # Checked before a pending request: a seat takes its own latest move back without asking.
    if _is_free(line, facts, seat, to, policy):
        return "free"
    if policy == "drawn_stays":
        return DrawnStays(floor=line.last_reveal())
    if policy == "off":
        return UndoOff(floor=line.floor(seat))
    # Checked last: only an undo that needs consent would be a second request.
    if line.request is not None:
        return UndoPending(seat=line.request.seat, to=line.request.to)
    return "consent"


def _policy(game: Game, seat: int) -> UndoPolicy:
    """Return the policy for a seat.

    If it plays with bots alone, or the others have resigned, there is nobody to ask for consent.
    """
    facts = game.facts
    if facts.undo != "consent" or any(n != seat for n in facts.people):
        return facts.undo
    # `by_seats` against bots: otherwise a player could undo a draw until the luck suits.
    return "free" if game.terms.undo == "consent" else "drawn_stays"


def _is_free(line: Timeline, facts: GameFacts, seat: int, to: int, policy: UndoPolicy) -> bool:
    # Above its floor a seat takes back only its own open moves, which no policy forbids.
    if policy == "free" or (seat in facts.to_act and to >= line.floor(seat)):
        return True
    return policy == "drawn_stays" and to >= line.last_reveal()


def decide_answer(game: Game, seat: int, accept: bool, to: int | None = None) -> Draft:
    """Return the event of a seat's answer to the pending request, which the requester may withdraw.

    ``to`` is the target of the request being answered (None: any). Raises Refused.
    """
    request = _open_line(game, seat).request
    if request is None or not _may_answer(game, request, seat, accept):
        raise NoUndoRequested(seat=seat)
    # A request may have been withdrawn and another made while the answer was under way.
    if to not in (None, request.to):
        raise AnotherUndoRequested(to=request.to, meant=to)
    if not accept:
        return Draft(UNDO_DECLINED, seat, {"to": request.to})
    # The last consent undoes at once: one command, one event.
    if yet_to_answer(game) == (seat,):
        return _undone(seat, request, with_consent=True)
    return Draft(UNDO_ACCEPTED, seat, {"to": request.to})


def _may_answer(game: Game, request: UndoRequest, seat: int, accept: bool) -> bool:
    return seat in yet_to_answer(game) or (seat == request.seat and not accept)


def yet_to_answer(game: Game) -> tuple[int, ...]:
    """Return the seats that have not yet answered the pending undo request."""
    request = game.timeline.request if game.timeline else None
    if request is None:
        return ()
    answered = (request.seat, *request.accepted)
    # Bots and seats that left are not asked: nobody would answer for them.
    return tuple(n for n in game.facts.people if n not in answered)


def decide_redo(game: Game, seat: int) -> Draft:
    """Return the event that redoes the latest undo. Raises Refused."""
    undone = _open_line(game, seat).redo
    if undone is None:
        raise NothingToRedo
    if refusal := _redo_refusal(game, seat, undone):
        raise refusal
    return Draft(REDONE, seat, {"to": undone.head.version})


def _redo_refusal(game: Game, seat: int, undone: Undone) -> Refused | None:
    policy = game.facts.undo
    # The others consented to the undo, not to another seat's redo.
    if policy != "free" and undone.seat != seat:
        return RedoNotYours(seat=undone.seat, policy=policy)
    return None


class Way(NamedTuple):
    """An undo or redo open to a seat: its target event and whether it needs consent.

    ``refused`` is the code of the refusal it would meet, None if it would meet none.
    """

    to: int | None
    leave: Permission | None
    refused: str | None = None


class Ways(NamedTuple):
    """The undos and the redo that are nearest to a seat.

    ``back`` leads to just before a person's latest decision, ``restart`` to the start of the seat's
    turn. Both also take back the bots' moves since then, which would be made again at once if they
    were undone alone. ``redo`` leads to the head that the latest undo took back.
    """

    back: Way
    restart: Way
    redo: Way


def ways(game: Game, seat: int) -> Ways:
    """Return the ways of a seat in a started game."""
    line, facts, refusal = _line_of(game), game.facts, _refusal(game, seat)
    to, start, undone = line.head.back, _began(line, facts, seat), line.redo
    rule = refusal or _policy(game, seat)
    back = _way_back(line, facts, seat, to, rule)
    # Both often lead to the same event, and views ask for both after every event.
    restart = back if start == to else _way_back(line, facts, seat, start, rule)
    if undone is None:
        return Ways(back, restart, Way(None, None, (refusal or NothingToRedo).code))
    leave: Permission | Refused = refusal or _redo_refusal(game, seat, undone) or "free"
    return Ways(back, restart, _way(undone.head.version, leave))


def _refusal(game: Game, seat: int) -> Refused | None:
    """Return the refusal that any undo or redo of a seat would meet, None if there is none."""
    try:
        _open_line(game, seat)
    except Refused as refusal:
        return refusal
    return None


def _way_back(
    line: Timeline, facts: GameFacts, seat: int, to: int | None, rule: Refused | UndoPolicy
) -> Way:
    """Return the way to event ``to``; ``rule`` is the seat's policy, or the refusal of any undo."""
    if to is None:
        return Way(None, None, "nothing_to_undo")
    return _way(to, rule if isinstance(rule, Refused) else _permission(line, facts, seat, to, rule))


def _way(to: int, leave: Permission | Refused) -> Way:
    return Way(to, None, leave.code) if isinstance(leave, Refused) else Way(to, leave)


def _began(line: Timeline, facts: GameFacts, seat: int) -> int | None:
    """Return the event since which the seat alone has decided in its turn, None if it has not."""
    head = line.head
    # Nothing to restart: it is another seat's turn, or nothing was decided in this one yet.
    if seat not in facts.to_act or head.seat != seat or head.began == head.decided:
        return None
    return head.began


def _line_of(game: Game) -> Timeline:
    assert game.timeline is not None
    return game.timeline


def _undone(seat: int, request: UndoRequest, *, with_consent: bool) -> Draft:
    data = {"to": request.to, "requested_by": request.seat, "with_consent": with_consent}
    return Draft(UNDONE, seat, data)


def _open_line(game: Game, seat: int) -> Timeline:
    facts = game.facts
    # Only then run the slower check, which finds the reason.
    if facts.status != "live":
        refuse_unless_live(game)
    if seat not in facts.staying:
        raise SeatLeft(seat=seat, staying=list(facts.staying))
    # For undo and redo only: a move can always be made, or the game could not end.
    if game.version >= LONGEST_RECORD:
        raise RecordLong(events=game.version, most=LONGEST_RECORD)
    return _line_of(game)
