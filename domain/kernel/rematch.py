"""A rematch: the same game once more, every seat one place further, and the seats kept for it."""

from collections.abc import Mapping
from dataclasses import replace

from domain.errors import Refused
from domain.kernel.game import Game, Seat
from domain.kernel.play import GameNotOver
from domain.kernel.rulesets import ruleset_named
from domain.kernel.terms import ChanceTerms, Created
from domain.record import chance


class NoRematch(Refused):
    """A study has one player, who can branch off another."""

    code = "no_rematch"
    template = "A study has no rematch: branch off another one."


class SeatKept(Refused):
    """The seat is kept for an invited player."""

    code = "seat_kept"
    template = "Seat {seat} is kept for an invited player; seats for anybody: {free}."


def rematch_terms(game: Game, creator: str, secret: bytes) -> Created:
    """Return the terms of a finished game's rematch, by the newest rules. Raises Refused."""
    if game.terms.study is not None:
        raise NoRematch
    if game.status != "finished":
        raise GameNotOver
    # Not the game's own version: a rematch is a new game.
    ruleset = ruleset_named(game.ruleset.id)
    options = ruleset.wire.options
    return replace(
        game.terms,
        rules_version=ruleset.rules_version,
        # Read and written again: options that newer rules have added get their defaults.
        options=options.json(options.read(game.terms.options)),
        deadline=game.terms.deadline and game.terms.deadline.renewed,
        creator=creator,
        # New luck even after a seeded game: otherwise its host would know every card.
        chance=ChanceTerms(chance.VERSION, chance.commitment(secret), fair=True),
        game_id=None,
        server_key=None,
        secret=secret.hex(),
    )


def rotated(game: Game) -> tuple[Seat | None, ...]:
    """Return the occupants of the rematch by seat: the former second seat comes first."""
    # All move by one place, so that over several games everybody begins once.
    return (*game.seats[1:], game.seats[0])


def seat_to_take(
    game: Game, kept: Mapping[int, str], player: str | None, wished: int | None
) -> int | None:
    """Return the seat for a player (None: a bot): the wished one, or the first that is allowed.

    ``kept`` names the invited players by seat. Raises SeatKept. Seats that are not free are for
    ``take_seat`` to refuse.
    """
    # `take_seat` refuses a player who already sits, and names their seat.
    if player is not None and game.seat_of(player) is not None:
        return wished
    kept = kept_free(game, kept)
    others = {seat for seat, invited in kept.items() if invited != player}
    free = [seat for seat, occupant in enumerate(game.seats) if occupant is None]
    own = [seat for seat in free if kept.get(seat) == player and player is not None]
    open_to_all = [seat for seat in free if seat not in others]
    if wished is None:
        # A guest's own kept seat first, then those for all; a kept one last, to be refused by name.
        wished = next(iter([*own, *open_to_all, *free]), None)
    if wished in free and wished in others:
        raise SeatKept(seat=wished, free=[seat for seat in free if seat not in kept])
    return wished


def kept_free(game: Game, kept: Mapping[int, str]) -> dict[int, str]:
    """Return the seats that are still kept, with their players.

    Such a seat is free, and its player has no other. A game that has started, or never will, keeps
    none.
    """
    if game.status != "open":
        return {}
    return still_kept(kept, {n: seat.player for n, seat in enumerate(game.seats) if seat})


def still_kept(kept: Mapping[int, str], sitting: Mapping[int, str | None]) -> dict[int, str]:
    """Return the seats of an open game that are still kept; ``sitting`` names the taken ones."""
    return {
        seat: player
        for seat, player in sorted(kept.items())
        if seat not in sitting and player not in sitting.values()
    }
