"""Limits on the open games in the lobby, by player and by address."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from redis import Redis

from domain.record.times import DAY
from projections.stored_summaries import Stored
from projections.summary import SummaryUnreadable, decode
from service.machine import clock
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.settings.config import ADDRESS_SHARE
from service.store.summaries import ServerSummaries

# A creation takes seconds at most; one that was refused or lost must not hold its place for long.
HELD_MS = 60_000
"""The age at which a place is free again if its game was never recorded."""

_HOLD = Script.of("service.game", "hold_open.lua")


class TooManyOpen(Exception):
    """A player has too many open games in the lobby; ``games`` are the player's own.

    It is None if their address has too many, as those games may be other players'.
    """

    def __init__(self, limit: int, games: Sequence[str] | None) -> None:
        self.limit, self.games = limit, games
        super().__init__(f"{limit} open games")


class _Place(NamedTuple):
    """The places of a player or an address: their key, number, and seconds if they expire."""

    key: str
    most: int
    seconds: int
    player: str | None


class OpenGames:
    """``opened:<player>`` and ``opened:address:<address>`` hold games by the time of opening.

    When no place is free, games lose theirs if their newest summaries say that they have begun or
    ended.
    A stuck game keeps its place but does not count.
    """

    # A stuck game must not count, as its player cannot cancel it.

    def __init__(self, client: Redis, most: int, is_stuck: Callable[[str], bool]) -> None:
        """``is_stuck`` is True for games that the host has frozen, or whose record is broken."""
        self._client: Any = client  # redis-py does not type bytes answers
        self._summaries, self._most, self._is_stuck = ServerSummaries(client), most, is_stuck

    def hold(self, game_id: str, player: str, address: str | None) -> None:
        """Hold a place for a game that is about to be listed with free seats.

        Without an ``address`` only the player's places count. Holding a place again changes
        nothing. Raises TooManyOpen, StoreUnavailable.
        """
        own = _Place(_key(player), self._most, 0, player)
        is_new = self._hold(own, game_id)
        if address is None:
            return
        most = ADDRESS_SHARE * self._most  # an address is stored, and its games count, for a day
        try:
            self._hold(_Place(_key(f"address:{address}"), most, DAY, None), game_id)
        except TooManyOpen:
            if is_new:
                self._release(own, game_id)
            raise

    def forget(self, player: str) -> None:
        """Forget the open games of a player."""
        with translated_errors():
            self._client.delete(_key(player))

    def _hold(self, place: _Place, game_id: str) -> bool:
        """Return whether a place is newly held. Raises TooManyOpen."""
        # Only a full list is judged by the summaries, so most games cost a single trip.
        reply = self._run(place, game_id, [], [])
        if isinstance(reply, list):
            over, uncounted = self._judged(place, list(_places(reply)))
            reply = self._run(place, game_id, over, uncounted)
        if isinstance(reply, list):
            games = [game for game, _ in _places(reply)] if place.player else None
            raise TooManyOpen(place.most, games)
        return bool(reply)

    def _run(
        self, place: _Place, game_id: str, over: Sequence[str], uncounted: Sequence[str]
    ) -> Any:
        about = (game_id, place.most, clock.now_ms(), place.seconds)
        with translated_errors():
            return _HOLD.run(self._client, [place.key], *about, len(over), *over, *uncounted)

    def _judged(
        self, place: _Place, places: Sequence[tuple[str, int]]
    ) -> tuple[list[str], list[str]]:
        """Return the games that are no longer open, and those that are stuck and do not count."""
        newest = self._summaries.newest([game for game, _ in places])
        oldest = clock.now_ms() - HELD_MS
        over = [
            game
            for game, at in places
            if not (_is_open(newest[game], place.player) if game in newest else at > oldest)
        ]
        return over, [game for game, _ in places if self._is_stuck(game)]

    def _release(self, place: _Place, game_id: str) -> None:
        with translated_errors():
            self._client.zrem(place.key, game_id)


def _is_open(stored: Stored, player: str | None) -> bool:
    """True if a game is open, listed and the player's, or a newer release wrote its summary."""
    try:
        game = decode(stored.summary).game
    # An older process must not free the places of games that a newer release has opened.
    except SummaryUnreadable:
        return True
    is_theirs = player is None or game.creator in (None, player)
    return game.status == "open" and game.listed and is_theirs


def _places(reply: Sequence[bytes]) -> Iterator[tuple[str, int]]:
    """Yield the games of a reply, each with the time at which it was opened (ms)."""
    for game, at in zip(reply[::2], reply[1::2], strict=True):
        yield game.decode(), int(at)


def _key(whose: str) -> str:
    return f"opened:{whose}"
