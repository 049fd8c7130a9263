"""Invitations to rematches: seats kept for players, and the invitations of each player."""

from collections.abc import Mapping, Sequence
from typing import Any

from redis import Redis

from service.machine import clock
from service.redis.error_translation import translated_errors

KEPT_SECONDS = 21 * 24 * 3600
MOST = 20
"""The most invitations of a player; further ones replace the oldest."""


class InvitedPlayers:
    """``kept:<game>`` holds players by seat, ``invited:<player>`` games by time.

    They are no part of a record, and expire after three weeks.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def invite(self, game_id: str, players: Mapping[int, str], host: str) -> None:
        """Keep the seats of a game for these players, and invite all of them but the host."""
        now = clock.now_ms()
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for seat, player in players.items():
                pipeline.hset(_kept(game_id), str(seat), player)
            pipeline.expire(_kept(game_id), KEPT_SECONDS)
            for player in set(players.values()) - {host}:
                pipeline.zadd(_invited(player), {game_id: now})
                pipeline.zremrangebyrank(_invited(player), 0, -MOST - 1)
                pipeline.expire(_invited(player), KEPT_SECONDS)
            pipeline.execute()

    def of(self, player: str) -> list[str]:
        """Return the games to which a player is invited, the newest first.

        Some may have been answered since; the caller drops those.
        """
        oldest = clock.now_ms() - KEPT_SECONDS * 1000
        with translated_errors():
            games = self._client.zrevrangebyscore(_invited(player), "+inf", oldest)
        return [game_id.decode() for game_id in games]

    def kept_seats(self, game_id: str) -> dict[int, str]:
        """Return the players for whom seats of a game are kept, by seat."""
        (players,) = self.kept_seats_in([game_id])
        return players

    def kept_seats_in(self, game_ids: Sequence[str]) -> list[dict[int, str]]:
        """Return the players for whom seats are kept, by seat, for each of the games."""
        if not game_ids:
            return []
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for game_id in game_ids:
                pipeline.hgetall(_kept(game_id))
            return [_by_seat(fields) for fields in pipeline.execute()]

    def drop(self, player: str, game_id: str) -> bool:
        """Withdraw a player's invitation; False if there was none."""
        with translated_errors():
            return bool(self._client.zrem(_invited(player), game_id))

    def free(self, game_id: str, *seats: int) -> None:
        """Stop keeping these seats for players."""
        if seats:
            with translated_errors():
                self._client.hdel(_kept(game_id), *map(str, seats))

    def forget(self, player: str) -> None:
        """Withdraw all invitations of a player, and stop keeping seats for them."""
        for game_id in self.of(player):
            seats = [seat for seat, kept in self.kept_seats(game_id).items() if kept == player]
            self.free(game_id, *seats)
        with translated_errors():
            self._client.delete(_invited(player))


def _by_seat(fields: Mapping[bytes, bytes]) -> dict[int, str]:
    return {int(seat): player.decode() for seat, player in fields.items()}


def _kept(game_id: str) -> str:
    return f"kept:{game_id}"


def _invited(player: str) -> str:
    return f"invited:{player}"
