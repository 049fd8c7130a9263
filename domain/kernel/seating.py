"""Taking seats; the last one taken deals the game."""

import msgspec
from msgspec.structs import replace

from domain.errors import Refused
from domain.kernel.game import SEAT_TAKEN, Game, Seat, SeatTaken, mixed_chance
from domain.record.record import Draft


class GameNotOpen(Refused):
    """Every seat is taken: the game has started."""

    code = "game_not_open"
    template = "All {seats} seats of this game are taken; look for an open one in the lobby."


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
    free = tuple(n for n, seat in enumerate(game.seats) if seat is None)
    if not free:
        raise GameNotOpen(seats=len(game.seats))
    if occupant.player is not None and (own := game.seat_of(occupant.player)) is not None:
        raise AlreadySeated(seat=own)
    if number is not None and number not in free:
        raise SeatOccupied(seat=number, free=list(free))
    seat = free[0] if number is None else number
    dealt = _deal(game, seat, occupant) if len(free) == 1 else None
    taken = SeatTaken(seat, occupant.player, occupant.bot, occupant.contribution, dealt)
    return Draft(SEAT_TAKEN, seat, msgspec.to_builtins(taken))


def _deal(game: Game, seat: int, occupant: Seat) -> dict[str, object]:
    seats = (*game.seats[:seat], occupant, *game.seats[seat + 1 :])
    chance = mixed_chance(replace(game, seats=seats))
    return game.ruleset.wire.events.json(game.ruleset.deal(game.setup, chance))
