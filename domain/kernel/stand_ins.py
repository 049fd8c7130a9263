"""Stand-ins: a bot plays for a player who is stopped or gone, if the others agree.

Only where the game would wait forever: elsewhere its deadline says what happens. The kernel knows
no suspensions: the service passes the seats whose players are stopped, and the event states them.
"""

from collections.abc import Collection

import msgspec

from domain.errors import Refused
from domain.kernel.consent import refuse_unless_open
from domain.kernel.game import Game
from domain.kernel.pauses import refuse_if_left
from domain.kernel.play import refuse_unless_live
from domain.kernel.stand_in_state import CAME_BACK, STAND_IN_AGREED, StandInAgreed, agreed_to
from domain.kernel.undo import LONGEST_RECORD
from domain.record.record import Draft


class NoStandIn(Refused):
    """Studies and imported games have no stand-ins."""

    code = "no_stand_in"
    template = "No bot can stand in for a player in this game: it is a study, or was imported."


class ClockGoesOn(Refused):
    """A stand-in needs a game that could wait forever."""

    code = "clock_goes_on"
    template = "This game needs no stand-in: once a seat's time is up, it goes on by itself."


class OwnStandIn(Refused):
    """Nobody agrees to a bot in their own place."""

    code = "own_stand_in"
    template = "Seat {seat} is your own: a stand-in can play only for another player."


class NotStopped(Refused):
    """A stand-in plays only for a player who cannot."""

    code = "not_stopped"
    template = (
        "The player in seat {seat} is neither suspended nor banned, and has not left the "
        "service: a bot can stand in only for such a player."
    )


class StandInPlays(Refused):
    """A bot plays for the seat already."""

    code = "stand_in_plays"
    template = "A bot plays for seat {seat} already, until its player moves again."


class StandInAgreedAlready(Refused):
    """Nobody agrees twice while others have still to agree."""

    code = "stand_in_agreed"
    template = "Seat {seat} has agreed already; still to agree: {waiting_for}."


class NotAbsent(Refused):
    """Only a player for whom a bot plays comes back."""

    code = "not_absent"
    template = "No bot plays for the player in seat {seat}."


def decide_stand_in(
    game: Game, seat: int, absent: int, stopped: Collection[int], bot: str
) -> Draft:
    """Return the event of a seat's yes to a bot for the player in seat ``absent``.

    ``stopped`` are the seats whose players cannot play now; they are not asked. Raises Refused.
    """
    refuse_unless_open(game)
    refuse_if_left(game, seat)
    _refuse_without_need(game)
    if absent == seat:
        raise OwnStandIn(seat=seat)
    people = game.facts.people
    if absent not in people or absent not in stopped:
        raise NotStopped(seat=absent)
    if game.is_absent(absent):
        raise StandInPlays(seat=absent)
    waiting_for = yet_to_agree_to(game, absent, stopped)
    # If the last seat that was waited for left, or was stopped too, another yes begins it.
    if waiting_for and seat in agreed_to(game.stand_ins, absent):
        raise StandInAgreedAlready(seat=seat, waiting_for=list(waiting_for))
    begins = not {*waiting_for} - {seat}
    # Others are named only where that explains why nobody asked them: the record is public.
    named = sorted({*stopped} & {*people}) if begins else [absent]
    return Draft(
        STAND_IN_AGREED, seat, msgspec.to_builtins(StandInAgreed(absent, named, bot, begins))
    )


def decide_return_to_seat(game: Game, seat: int) -> Draft:
    """Return the event by which a player takes back a seat that a bot plays. Raises Refused.

    Without it they could hardly come back: a bot moves as soon as its turn begins. It does not
    matter whether it stands in, or plays because time was up.
    """
    # Even in a record at its longest: the seat would be lost. No agreement can follow there.
    refuse_unless_live(game)
    refuse_if_left(game, seat)
    if not game.is_absent(seat):
        raise NotAbsent(seat=seat)
    return Draft(CAME_BACK, seat, {})


def _refuse_without_need(game: Game) -> None:
    if _is_apart(game):
        raise NoStandIn
    if not may_wait_forever(game):
        raise ClockGoesOn


def may_wait_forever(game: Game) -> bool:
    """True if no clock ever moves for a seat: without a deadline, or with one that only nudges."""
    deadline = game.terms.deadline
    return deadline is None or deadline.at_zero == "nudge"


def allows_stand_ins(game: Game) -> bool:
    """True if a bot may stand in for a player of a game now, should they be stopped."""
    if game.status != "live" or game.version >= LONGEST_RECORD:
        return False
    return not _is_apart(game) and may_wait_forever(game)


def _is_apart(game: Game) -> bool:
    return game.terms.study is not None or game.origin is not None


def yet_to_agree_to(game: Game, absent: int, stopped: Collection[int]) -> tuple[int, ...]:
    """Return the seats of those who are there and have not agreed to a stand-in for a seat."""
    passed_over = {absent, *stopped, *agreed_to(game.stand_ins, absent)}
    return tuple(n for n in game.facts.people if n not in passed_over and not game.is_absent(n))
