"""The stand-ins of a game as its asker sees them, and the stopped players they are for."""

import hashlib
from collections.abc import Mapping

from domain.kernel.game import Game
from projections.answers.stand_ins import StandIn
from projections.stand_ins import stand_ins
from service.people.names import Name


def stopped_seats(game: Game, people: Mapping[str, Name]) -> tuple[int, ...]:
    """Return the seats still in play whose players are suspended, banned or gone for good.

    ``people`` has all players of the game.
    """
    return tuple(n for n in game.facts.people if _is_stopped(game, n, people))


def _is_stopped(game: Game, seat: int, people: Mapping[str, Name]) -> bool:
    occupant = game.seats[seat]
    player = None if occupant is None else occupant.player
    if player is None or player not in people:
        return False
    # A player who has left the service never comes back: the game would wait forever.
    return people[player].is_stopped or people[player].present is None


def shown_stand_ins(game: Game, seat: int | None, people: Mapping[str, Name]) -> list[StandIn]:
    """Return the present stand-ins of a game, as a seat (None: the public) sees them."""
    return stand_ins(game, seat, stopped_seats(game, people))


def stand_ins_mark(game: Game, seat: int | None, people: Mapping[str, Name]) -> str:
    """Return a mark of the offers that an answer to a seat shows, empty if there are none."""
    # Those that play follow from the record. A mark of them too would tell the public when their
    # players may play again.
    offers = [
        (each.seat, each.waiting_for, each.possible)
        for each in shown_stand_ins(game, seat, people)
        if not each.plays
    ]
    return hashlib.sha256(repr(offers).encode()).hexdigest()[:8] if offers else ""
