"""Studies: games that branch off from a position of another; their creator plays all seats."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from domain.errors import Refused
from domain.kernel.game import Game
from domain.kernel.play import NotStarted, refuse_cancelled
from domain.kernel.terms import ChanceTerms, Created, Study
from domain.kernel.timeline import Timeline
from domain.record import chance as chances


class NothingToStudy(Refused):
    """A study cannot branch from the end of a game."""

    code = "nothing_to_study"
    template = "At move {at} the game was over: branch from an earlier move."


def branch(  # noqa: PLR0913 - the study's whole origin
    game: Game,
    of: str,
    creator: str,
    secret: bytes,
    *,
    finished: bool,
    sliced: Callable[[Iterable[Any]], Iterable[Any]] = iter,
) -> Created:
    """Return the terms of a study that continues ``game``, which is the game ``of`` at that event.

    Unless that game is ``finished``, hidden cards are drawn again from the study's own secret,
    except those that the kept part of its line has shown. To find these, cards are counted over the
    positions that ``sliced`` yields. Raises Refused.
    """
    line = _line_to_play_on(game)
    # In a study its creator sits everywhere, and nothing is hidden.
    seat = None if game.terms.study else game.seat_of(creator)
    position = game.state
    # Once the game is finished its cards are public; before, a study would show them to its
    # creator.
    if not finished and game.terms.study is None:
        chance = chances.game_chance(secret, [None] * game.terms.seats)
        position = game.ruleset.imagined(position, seat, chance, sliced(line.earlier()))
    return replace(
        game.terms,
        # One player plays all seats: nobody is there to consent, to wait or to be found in a lobby.
        undo="free",
        listed=False,
        deadline=None,
        creator=creator,
        chance=ChanceTerms(chances.VERSION, chances.commitment(secret), fair=False),
        # These belong to a provable game: a study's chance is its creator's own.
        game_id=None,
        server_key=None,
        secret=secret.hex(),
        study=Study(of, game.version, game.ruleset.wire.position_json(position)),
    )


def _line_to_play_on(game: Game) -> Timeline:
    """Return the line of a game that has started and is not over at its last event."""
    if game.timeline is None:
        refuse_cancelled(game)
        free = sum(seat is None for seat in game.seats)
        raise NotStarted(free=free, seats=len(game.seats))
    # From the end there is nothing to play; earlier moments of a finished game are fine.
    if game.outcome is not None:
        raise NothingToStudy(at=game.version)
    return game.timeline
