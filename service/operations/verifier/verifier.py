"""The worker's slow and even walk through all records, which reads each within a set time."""

import logging
from collections.abc import Callable, Collection
from time import monotonic

from msgspec.structs import replace

from domain.record.times import milliseconds
from service.heads.log import HeadLog
from service.machine import clock
from service.operations.verifier.examination import examine
from service.redis.shards import shard_of
from service.store.blocks.archive_storage import ArchiveUnreachable
from service.store.blocks.block import NewerBlock
from service.store.broken_games import BrokenRecords, Mark, ShardWalk
from service.store.contract import EventStore
from service.telemetry.instruments import VERIFIED_EVENTS, VERIFIED_RECORDS

DAY_MS = 24 * 3_600_000
HASTE = 0.8
"""The share of the time that a walk plans to take; the rest is for delays."""
# So a walk that is late takes at most a fifth of a core.
REST = 4.0
"""Seconds of rest for each second of work."""
AHEAD = 200
"""Games of a shard that are listed at once."""
AGAIN_SECONDS = 30.0
"""Seconds after which a marked game is looked at again: it may have been restored."""

Rest = Callable[[float], object]
"""Waits for so many seconds, or until the worker is stopped."""

log = logging.getLogger(__name__)


class Verifier:
    """Verifies the games of some shards, and marks those whose records do not hold.

    There is one walk for each shard. Workers share the walks: each goes on where another stopped.
    Two workers at the same game do no harm, as both find the same. ``days`` is the time in which
    each record is read; if it is 0, only marked games are read, as they may have been restored.
    """

    def __init__(
        self, store: EventStore, broken: BrokenRecords, heads: HeadLog, days: float
    ) -> None:
        self._store, self._broken, self._heads = store, broken, heads
        self._span = days * DAY_MS * HASTE
        self._ahead: dict[int, list[str]] = {}
        self._looked: dict[str, float] = {}
        self._is_told = False

    def verify_due(
        self, shards: Collection[int], rest: Rest, still: Callable[[], bool] = lambda: True
    ) -> int:
        """Verify the games of these shards that are due; return their number.

        ``still`` is asked before each game. Raises StoreUnavailable.
        """
        if not shards:
            return 0
        marked = self._broken.marks(shards)
        self._tell_again(marked)
        games = 0
        for game in filter(self._is_to_be_seen_again, marked):
            if still():
                games += 1
                self._rested(rest, game)
        walks = self._broken.walks(shards) if self._span else {}
        for shard, (walk, count) in walks.items():
            games += self._walked(shard, walk, count, rest, still)
        return games

    def _tell_again(self, marked: dict[str, Mark]) -> None:
        # Once after the start, as a worker may have died between marking a game and announcing it.
        if marked and not self._is_told:
            self._broken.tell_again()
        self._is_told = True
        self._looked = {game: at for game, at in self._looked.items() if game in marked}

    def _is_to_be_seen_again(self, game_id: str) -> bool:
        now, looked = monotonic(), self._looked.get(game_id)
        if looked is not None and now < looked + AGAIN_SECONDS:
            return False
        self._looked[game_id] = now
        return True

    def _walked(
        self, shard: int, walk: ShardWalk, count: int, rest: Rest, still: Callable[[], bool]
    ) -> int:
        """Continue a shard's walk to where it should be by now; return the number of its games."""
        games = 0
        while still() and (step := self._step(shard, walk, count)) is not None:
            game, walk = step
            if game is not None:
                games += 1
                events = self._rested(rest, game)
                walk = replace(walk, after=game, games=walk.games + 1, events=walk.events + events)
            self._broken.keep_walk(shard, walk)
        return games

    def _step(self, shard: int, walk: ShardWalk, count: int) -> tuple[str | None, ShardWalk] | None:
        """Return the game due and its walk, or no game and a new walk; None if nothing is due."""
        now = milliseconds(clock.now())
        gone = now - walk.began
        if not walk.began or gone < 0:
            return None, ShardWalk(began=now, whole=walk.whole)
        # The walk is even: it waits if its share of the games is larger than its share of the time.
        if walk.games * self._span >= count * gone:
            return None
        game = self._next_game(shard, walk.after)
        return (None, ShardWalk(began=now, whole=now)) if game is None else (game, walk)

    def _next_game(self, shard: int, after: str) -> str | None:
        ahead = [game for game in self._ahead.get(shard, ()) if game > after]
        self._ahead[shard] = ahead = ahead or self._broken.games(shard, after, AHEAD)
        return ahead[0] if ahead else None

    def _rested(self, rest: Rest, game_id: str) -> int:
        """Verify a game and rest in proportion; return the number of its events."""
        began, events = monotonic(), 0
        try:
            events = self.verify(game_id)
            VERIFIED_RECORDS.inc()
            VERIFIED_EVENTS.inc(events)
        except (ArchiveUnreachable, NewerBlock) as error:
            # The walk goes on to other games; the next walk comes back to this one.
            log.warning("not verified: %s", error, extra={"game_id": game_id})
        rest(REST * (monotonic() - began))
        return events

    def verify(self, game_id: str) -> int:
        """Verify a game, and mark or unmark it; return the number of its events."""
        known = self._broken.marks([shard_of(game_id)]).get(game_id)
        events, mark = examine(self._store, self._heads, game_id)
        if mark == known or not self._is_confirmed(game_id, mark):
            return events
        if mark is not None:
            self._mark(game_id, mark)
        else:
            log.warning("game %s: its record holds again", game_id, extra={"game_id": game_id})
            self._broken.unmark(game_id)
        return events

    def _is_confirmed(self, game_id: str, mark: Mark | None) -> bool:
        """True if a second look finds the same."""
        # A record may have been restored or sealed between the reads of the first look.
        return examine(self._store, self._heads, game_id).mark == mark

    def _mark(self, game_id: str, mark: Mark) -> None:
        kind = "is whole, but disputed" if mark.disputed else "breaks"
        reason = f"its record {kind} at version {mark.version}: {mark.reason}"
        if self._broken.mark(game_id, mark):
            log.error("game %s: %s", game_id, reason, extra={"game_id": game_id})
        else:
            log.error(
                "game %s, of a shard with too many broken games: %s",
                game_id,
                reason,
                extra={"game_id": game_id},
            )
