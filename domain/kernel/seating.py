"""Taking seats: who may sit where, and the deal that the last one taken brings."""

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
    template = "Seat {seat} is taken; free are: {free}."


class AlreadySeated(Refused):
    """A player has one seat a game."""

    code = "already_seated"
    template = "You already have seat {seat} in this game."


def take_seat(game: Game, sitter: Seat, wanted: int | None) -> Draft:
    """The event of sitting down on ``wanted`` or the first free seat. Raises Refused."""
    free = tuple(n for n, seat in enumerate(game.seats) if seat is None)
    if not free:
        raise GameNotOpen(seats=len(game.seats))
    if sitter.player is not None and (own := game.seat_of(sitter.player)) is not None:
        raise AlreadySeated(seat=own)
    if wanted is not None and wanted not in free:
        raise SeatOccupied(seat=wanted, free=list(free))
    seat = free[0] if wanted is None else wanted
    dealt = _deal(game, seat, sitter) if len(free) == 1 else None
    taken = SeatTaken(seat, sitter.player, sitter.bot, sitter.contribution, dealt)
    return Draft(SEAT_TAKEN, seat, msgspec.to_builtins(taken))


def _deal(game: Game, seat: int, sitter: Seat) -> dict[str, object]:
    seats = (*game.seats[:seat], sitter, *game.seats[seat + 1 :])
    chance = mixed_chance(replace(game, seats=seats))
    return game.ruleset.wire.events.json(game.ruleset.deal(game.setup, chance))
