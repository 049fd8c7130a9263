"""The worker's walk through games, in the order of their last change: it seals those due."""

import logging
from collections.abc import Callable, Collection, Iterator
from time import monotonic
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.record.times import milliseconds
from projections.stored_summaries import Changed, Summaries
from service.machine import clock
from service.operations.archive.sealing import Sealer, Sealing, SealingOutcome
from service.redis.error_translation import translated_errors
from service.redis.shards import stream_key
from service.telemetry.instruments import ARCHIVED_BYTES, ARCHIVED_GAMES

DAY_MS = 24 * 3_600_000
PAGE = 200
"""Games looked at in one round trip."""
# So sealing takes at most a fifth of a core while people play.
REST = 4.0
"""Seconds of rest for each second of work."""

Rest = Callable[[float], object]
"""Waits for so many seconds, or until the worker is stopped."""

log = logging.getLogger(__name__)


class SealingWalk(Struct, frozen=True):
    """A walk through a shard's games: its beginning, and how far it is (both in ms since 1970)."""

    began: int = 0
    upto: int = 0


_walk = msgspec.json.Decoder(SealingWalk)


def walk_key(shard: int) -> str:
    """Return the key of a shard's walk."""
    return f"{{s{shard:02}}}:archive"


class Archivist:
    """Seals games that ended ``days`` ago; several archivists may share the shards.

    A walk comes to each game once its last change is that long ago. A new walk begins each day.
    """

    def __init__(self, client: Any, summaries: Summaries, sealer: Sealer, days: float) -> None:
        self._client, self._summaries, self._sealer = client, summaries, sealer
        self._span = round(days * DAY_MS)

    def seal_due(
        self, shards: Collection[int], rest: Rest, still: Callable[[], bool] = lambda: True
    ) -> int:
        """Seal the games of these shards that are due; return the number sealed.

        ``still`` is asked before each game. Raises StoreUnavailable.
        """
        return sum(self._walked(shard, rest, still) for shard in sorted(shards) if still())

    def _walked(self, shard: int, rest: Rest, still: Callable[[], bool]) -> int:
        # This machine's clock is good enough: a wrong one only seals games too early or too late.
        now = milliseconds(clock.now())
        walk = self._begun(shard, now)
        count = 0
        for page in due_games(self._summaries, shard, walk.upto, now - self._span):
            for game in self._not_sealed(rest, page):
                if not still():
                    return count
                count += self._rested(rest, game)
            walk = replace(walk, upto=page[-1].at)
            self._keep(shard, walk)
        return count

    def _not_sealed(self, rest: Rest, page: list[Changed]) -> list[Changed]:
        """Return the games that are not sealed yet."""
        began = monotonic()
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for game in page:
                pipeline.type(stream_key(game.game_id))
            kinds = pipeline.execute()
        rest(REST * (monotonic() - began))
        return [game for game, kind in zip(page, kinds, strict=True) if kind != b"string"]

    def _rested(self, rest: Rest, game: Changed) -> bool:
        began = monotonic()
        result = seal(self._summaries, self._sealer, game.game_id)
        if result.outcome is SealingOutcome.BROKEN:
            log.warning(
                "game %s is not sealed: its record is broken",
                game.game_id,
                extra={"game_id": game.game_id},
            )
        is_sealed = result.outcome is SealingOutcome.SEALED
        if is_sealed:
            ARCHIVED_GAMES.inc()
            ARCHIVED_BYTES.inc(result.left)
        rest(REST * (monotonic() - began))
        return is_sealed

    def _begun(self, shard: int, now: int) -> SealingWalk:
        """Return a shard's walk, or a new one if that is due."""
        with translated_errors():
            stored = self._client.get(walk_key(shard))
        walk = _walk.decode(stored) if stored else SealingWalk()
        # Each day a walk begins again, for games that an earlier one could not seal.
        return walk if 0 <= now - walk.began < DAY_MS else SealingWalk(began=now)

    def _keep(self, shard: int, walk: SealingWalk) -> None:
        with translated_errors():
            self._client.set(walk_key(shard), msgspec.json.encode(walk))


def seal(summaries: Summaries, sealer: Sealer, game_id: str) -> Sealing:
    """Seal a game if it has ended. Raises StoreUnavailable."""
    stored = summaries.newest([game_id]).get(game_id)
    return Sealing(SealingOutcome.GOES_ON) if stored is None else sealer.seal(game_id, stored)


def due_games(summaries: Summaries, shard: int, since: int, until: int) -> Iterator[list[Changed]]:
    """Yield pages of a shard's games last changed between two times (ms since 1970), oldest first.

    A page may begin with games of the page before.
    """
    size = PAGE
    while since <= until:
        page = list(summaries.changed({shard: since}, size)[shard])
        due = [game for game in page if game.at <= until]
        if due:
            yield due
        if len(due) < size:
            return
        # If a whole page is of one moment, the next one is larger, to get beyond that moment.
        size = 2 * size if page[-1].at == since else PAGE
        since = page[-1].at
