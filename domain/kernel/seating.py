"""Taking and freeing seats; the last one taken deals the game, unless the host cancels it."""

import msgspec
from msgspec.structs import replace

from domain.errors import Refused
from domain.kernel.game import (
    CANCELLED,
    SEAT_FREED,
    SEAT_TAKEN,
    Game,
    Seat,
    mixed_chance,
)
from domain.kernel.play import refuse_cancelled
from domain.kernel.terms import SeatFreed, SeatTaken
from domain.record.chance import NotedChance
from domain.record.record import Draft
from domain.record.visibility import JsonObject

MOST_SEATINGS = 200
"""Events after which no seat of an open game can be given back, so that records stay bounded."""
MOST_REMOVALS = 400
"""Events after which the host can remove nobody. It comes later than ``MOST_SEATINGS``, so that a
player who keeps sitting down and leaving cannot take the host's right away."""


class GameNotOpen(Refused):
    """Every seat is taken: the game has started."""

    code = "game_not_open"
    template = "All {seats} seats of this game are taken; look for an open one in the lobby."


class AlreadyStarted(GameNotOpen):
    """The game has started, so its seats stay and it can no longer be cancelled."""

    case = "started"
    template = "The game has started: a seat can be resigned, but not freed, and nothing cancelled."


class SeatFree(Refused):
    """Nobody sits in the seat to be freed."""

    code = "seat_free"
    template = "Nobody sits in seat {seat}; taken seats: {taken}."


class SeatsTradedOften(Refused):
    """The record of an open game has reached its bound: seats are no longer freed."""

    code = "seats_traded_often"
    template = (
        "The seats of this game have changed hands too often: past {most} changes it can only "
        "begin or be cancelled."
    )


class SeatOccupied(Refused):
    """The named seat is taken."""

    code = "seat_taken"
    template = "Seat {seat} is taken; free seats: {free}."


class AlreadySeated(Refused):
    """A player may have one seat in a game."""

    code = "already_seated"
    template = "You already have seat {seat} in this game."


def take_seat(game: Game, occupant: Seat, number: int | None) -> Draft:
    """Return the event of taking seat ``number``, or the first free seat. Raises Refused."""
    # Checked before the seats are counted: a cancelled game with free seats is not open.
    refuse_cancelled(game)
    free = tuple(n for n, seat in enumerate(game.seats) if seat is None)
    if not free:
        raise GameNotOpen(seats=len(game.seats))
    # Checked before the number: a player who already sits gets no other seat.
    if occupant.player is not None and (own := game.seat_of(occupant.player)) is not None:
        raise AlreadySeated(seat=own)
    if number is not None and number not in free:
        raise SeatOccupied(seat=number, free=list(free))
    seat = free[0] if number is None else number
    taken = SeatTaken(seat, occupant.player, occupant.bot, occupant.contribution, None)
    # Taking the last seat deals in the same event: no game is ever full but not begun.
    if len(free) > 1:
        return Draft(SEAT_TAKEN, seat, msgspec.to_builtins(taken))
    seats = (*game.seats[:seat], occupant, *game.seats[seat + 1 :])
    return Draft(SEAT_TAKEN, seat, _with_deal(replace(game, seats=seats), taken))


def free_seat(game: Game, number: int, *, removed: bool) -> Draft:
    """Return the event of freeing a seat, by its own player or (``removed``) by the host.

    Raises Refused.
    """
    _refuse_unless_open(game)
    # Checked before the bound: a free seat needs no freeing, however long the record is.
    if game.seats[number] is None:
        taken = [n for n, seat in enumerate(game.seats) if seat is not None]
        raise SeatFree(seat=number, taken=taken)
    most = MOST_REMOVALS if removed else MOST_SEATINGS
    if game.version >= most:
        raise SeatsTradedOften(most=most)
    return Draft(SEAT_FREED, number, msgspec.to_builtins(SeatFreed(number, removed)))


def cancel(game: Game) -> Draft:
    """Return the event of cancelling an open game, by its host. Raises Refused."""
    _refuse_unless_open(game)
    # No seat: the host need not sit in the game.
    return Draft(CANCELLED, None, {"by": game.terms.creator})


def _refuse_unless_open(game: Game) -> None:
    refuse_cancelled(game)
    if game.status != "open":
        raise AlreadyStarted(seats=len(game.seats))


def _with_deal(game: Game, taken: SeatTaken) -> JsonObject:
    """Return the data of the event that takes the last seat, with the deal and its luck."""
    # Chance can be mixed only now: it takes every seat's contribution, also the last one's.
    chance = NotedChance.of(mixed_chance(game))
    dealt = game.ruleset.wire.events.json(game.ruleset.deal(game.setup, chance))
    return chance.noted_in({**msgspec.to_builtins(taken), "dealt": dealt})
