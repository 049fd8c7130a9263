"""The worker's watch over deadlines: it declares the time of overdue seats to be up."""

import logging
from collections.abc import Callable

from flask import Flask

from service.context import Services
from service.game.commands import Commands
from service.game.expiring import expire
from service.game.outages import Look, Timekeeper
from service.store.contract import StoreUnavailable
from service.store.read_models import ReadModels

PAUSE = 60_000
"""Milliseconds for which a game is left alone that had nothing to expire, or failed."""

log = logging.getLogger(__name__)


class Deadlines:
    """Expires the overdue seats that the read model names; several workers make one event.

    A game that fails is left alone for a while, and delays no other.
    """

    def __init__(self, commands: Commands, read_models: ReadModels, time: Timekeeper) -> None:
        self._commands, self._read_models, self._time = commands, read_models, time
        self._paused: dict[tuple[str, int], int] = {}

    def expire_round(self, stopping: Callable[[], bool] = lambda: False) -> int:
        """Expire what is overdue now; return the number of seats. Raises StoreUnavailable."""
        look = self._time.look()
        if not look.is_settled:
            return 0
        self._paused = {g: u for g, u in self._paused.items() if look.now < u <= look.now + PAUSE}
        overdue = self._read_models.overdue(look.now)
        games = [game for game in overdue if game not in self._paused]
        return sum(self._expire(game, look) for game in games if not stopping())

    def _expire(self, game: tuple[str, int], look: Look) -> int:
        self._paused[game] = look.now + PAUSE
        try:
            return expire(self._commands, game[0], look)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("the deadline of game %s", game[0])
            return 0


def deadlines_of(app: Flask) -> Deadlines:
    """Return a watch with the parts of an app."""
    own: Services = app.extensions["anabasis"]
    return Deadlines(own.commands, own.read_models, Timekeeper(own.read_models.client))
