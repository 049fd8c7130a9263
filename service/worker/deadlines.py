"""The worker's watch over deadlines, which ends the time of overdue seats."""

import logging
from collections.abc import Callable

from service.context import Services
from service.game.commands import Commands
from service.game.games_with_orders import Unfinished
from service.game.outages import ClockReading, Timekeeper
from service.game.time_expiry import expire
from service.readmodels.read_models import ReadModels
from service.redis.errors import StoreUnavailable
from service.redis.leases import SLICES, Everything, Leases, Share, part_of
from service.store.freezes import FrozenGames, GameFrozen

PAUSE = 60_000
"""Milliseconds after which a game that failed, or had nothing to expire, is tried again."""

log = logging.getLogger(__name__)


class Deadlines:
    """Expires the overdue seats that the read model names; several workers make only one event.

    A failing game is tried again later, and delays no other. Each worker expires only the games of
    its share, but all workers look at the clock.
    """

    def __init__(
        self,
        commands: Commands,
        read_models: ReadModels,
        time: Timekeeper,
        share: Share | None = None,
    ) -> None:
        self._commands, self._read_models, self._time = commands, read_models, time
        self._frozen = FrozenGames(read_models.client)
        self._share = share or Everything(SLICES)
        self._paused: dict[tuple[str, int], int] = {}
        self._next = 0  # frozen games stay overdue, and must not hide others forever

    def expire_round(self, stopping: Callable[[], bool] = lambda: False) -> int:
        """Expire overdue turns; return the number of seats. Raises StoreUnavailable."""
        look = self._time.look()
        self._share.parts()  # renews the leases even if nothing is due
        self._finish_orders(stopping)
        if not look.is_settled:
            return 0
        self._paused = {g: u for g, u in self._paused.items() if look.now < u <= look.now + PAUSE}
        overdue, self._next = self._read_models.overdue(look.now, self._next)
        games = [game for game in overdue if game not in self._paused]
        return sum(self._expire(g, look) for g in games if self._is_ours(g[0]) and not stopping())

    def _finish_orders(self, stopping: Callable[[], bool]) -> None:
        """Carry out the orders that were still to be followed when a process died."""
        unfinished = self._commands.unfinished
        if unfinished is None:
            return
        for game_id in unfinished.some():
            if self._is_ours(game_id) and not stopping():
                self._finish(game_id, unfinished)

    def _finish(self, game_id: str, unfinished: Unfinished) -> None:
        try:
            self._commands.finish_orders(game_id)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("the orders of game %s", game_id, extra={"game_id": game_id})
            unfinished.remove(game_id)  # otherwise it would fail in every round

    def leave(self) -> None:
        """Leave the share to the other workers. Raises StoreUnavailable."""
        self._share.release()

    def _is_ours(self, game_id: str) -> bool:
        return part_of(game_id, SLICES) in self._share.parts()

    def _expire(self, game: tuple[str, int], look: ClockReading) -> int:
        self._paused[game] = look.now + PAUSE
        try:
            if self._frozen.find(game[0]):  # asked first: all times of any other game are known
                return 0
            return expire(self._commands, game[0], look.with_times(self._frozen.times(game[0])))
        except StoreUnavailable:
            raise
        except GameFrozen:  # its clocks are stopped, and reopening gives the time back
            return 0
        except Exception:
            log.exception("the deadline of game %s", game[0], extra={"game_id": game[0]})
            return 0


def deadlines_of(own: Services) -> Deadlines:
    """Return a watch with the parts of a service, which shares its work with other workers."""
    client = own.read_models.client
    share = Leases(client, "deadlines", SLICES)
    return Deadlines(own.commands, own.read_models, Timekeeper(client), share)
