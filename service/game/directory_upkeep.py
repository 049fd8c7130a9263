"""The worker's upkeep of the directory: games that have changed, and each day a walk of everything.

Players bring their places up to date with each change, so the walk adds those of an older release
or a restored backup, and repairs what a crash has left undone::

    {directory}:upto   by shard the time of the last change of a game that was looked at
    {directory}:walk   the form of the directory, and the time of the last complete walk
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from redis import Redis

from projections.stored_summaries import Changed, Stored
from projections.summary import SummaryUnreadable, decode
from service.machine import clock
from service.machine.slices import chunks
from service.people.directory import PAGE, PREFIX, Directory, player_ids
from service.people.quiet_hours import DAY
from service.redis.error_translation import translated_errors
from service.store.summaries import ServerSummaries

FORM = b"2"
"""The form of the directory that this release writes; one of another form is written again."""
MOST_CHANGED = 200
"""The games of a shard that are looked at together."""
FIRST_SHARD = 0
"""The worker that has this shard walks."""

UPTO_KEY, WALK_KEY = f"{PREFIX}upto", f"{PREFIX}walk"

GoesOn = Callable[[], bool]
Wait = Callable[[float], object]


class DirectoryUpkeep:
    """Keeps the directory up to date. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis, now: Callable[[], float] = monotonic) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._directory, self._summaries = Directory(client), ServerSummaries(client)
        self._now = now
        self._taken: dict[int, frozenset[Changed]] = {}

    def work(self, shards: Collection[int], wait: Wait, goes_on: GoesOn) -> None:
        """Look at the changed games of these shards, and walk once a day; at most half of the time.

        It asks ``goes_on`` between slices of some hundred games or players.
        """
        self._in_halves(self._changed_games(shards), wait, goes_on)
        if FIRST_SHARD in shards and self._is_due() and goes_on():
            began = clock.now_ms()
            if self._in_halves(self._walk(), wait, goes_on):
                with translated_errors():
                    self._client.set(WALK_KEY, b"%s %d" % (FORM, began))

    def _in_halves(self, steps: Iterable[object], wait: Wait, goes_on: GoesOn) -> bool:
        """Take steps until stopped, and wait after each for as long as it took."""
        began = self._now()
        for _ in steps:
            wait(self._now() - began)
            if not goes_on():
                return False
            began = self._now()
        return True

    def _changed_games(self, shards: Collection[int]) -> Iterator[int]:
        """Look at the games that have changed, and yield their number after each slice."""
        upto = self._upto(shards)
        pending, size = upto, MOST_CHANGED
        while pending:
            changed = self._summaries.changed(pending, size)
            news = {
                shard: [each for each in games if each not in self._taken.get(shard, ())]
                for shard, games in changed.items()
            }
            self._put([each.game_id for games in news.values() for each in games])
            full = {shard for shard, games in changed.items() if len(games) == size}
            # A slice that has one time only cannot get past it.
            stuck = any(changed[shard][-1].at == pending[shard] for shard in full)
            size = 2 * size if stuck else MOST_CHANGED
            self._note({shard: games for shard, games in changed.items() if news[shard]})
            pending = {shard: changed[shard][-1].at for shard in full}
            if number := sum(map(len, news.values())):
                yield number

    def _upto(self, shards: Collection[int]) -> dict[int, int]:
        wanted = sorted(shards)
        with translated_errors():
            marks = self._client.hmget(UPTO_KEY, wanted) if wanted else []
        return {shard: int(mark or 0) for shard, mark in zip(wanted, marks, strict=True)}

    def _note(self, changed: Mapping[int, list[Changed]]) -> None:
        """Note up to when games of some shards were looked at."""
        last = {shard: games[-1].at for shard, games in changed.items()}
        for shard, games in changed.items():
            self._taken[shard] = frozenset(each for each in games if each.at == last[shard])
        if last:
            with translated_errors():
                self._client.hset(UPTO_KEY, mapping=last)

    def _put(self, games: list[str], *, force: bool = False) -> None:
        for game_id, stored in self._summaries.newest(games).items():
            self._put_one(game_id, stored, force=force)

    def _put_one(self, game_id: str, stored: Stored, *, force: bool) -> None:
        # The summary of a newer release is left to a worker of that release.
        with suppress(SummaryUnreadable):
            self._directory.put_game(game_id, decode(stored.summary).game, force=force)

    def _is_due(self) -> bool:
        with translated_errors():
            form, _, at = (self._client.get(WALK_KEY) or b"").partition(b" ")
        return form != FORM or clock.now_ms() - int(at) >= DAY

    def _walk(self) -> Iterator[int]:
        """Repair all places, and yield the number of subjects after each slice."""
        for players in chunks(player_ids(self._client), PAGE):
            for player in self._directory.outdated(players):
                self._directory.refresh(player)
            yield len(players)
        # Among those with places there are players and games of a store that was rolled back.
        for players in chunks(self._directory.subjects("players"), PAGE):
            for player in self._directory.outdated(players):
                self._directory.refresh(player)
            yield len(players)
        for games in chunks(self._directory.subjects("games"), PAGE):
            self._put(games, force=True)
            for game_id in set(games) - self._summaries.newest(games).keys():
                self._directory.drop_game(game_id)
            yield len(games)


def is_whole(client: Redis) -> bool:
    """True once a worker has walked over all players of a store."""
    redis: Any = client
    with translated_errors():
        return bool((redis.get(WALK_KEY) or b"").startswith(FORM + b" "))
