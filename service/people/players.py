"""The record of players: their names and settings."""

import secrets
from collections.abc import Iterable
from typing import Any, Literal

from redis import Redis

from service.machine import clock
from service.people.devices import API_TOKEN
from service.people.directory import Directory
from service.people.names import player_key
from service.people.player import (
    HOURS,
    INVITED,
    PERSONAL,
    Invited,
    Muted,
    PlayerAccount,
    PlayerUnknown,
    Role,
    fields_of,
    player_of,
    quiet_history_of,
    with_history,
)
from service.people.quiet_history import QuietHistory
from service.people.sessions import Sessions
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.tracked_values import Remembered

_CHANGE = Script.of("service.people", "change_player.lua")
_MUTE = Script.of("service.people", "mute_player.lua")
_UNMUTE = Script.of("service.people", "unmute_player.lua")
_STOP = Script.of("service.people", "stop_player.lua")
_SET_ROLE = Script.of("service.people", "set_role.lua")


class Players:
    """The players' store: ``player:<id>`` holds the person and the hashes of their tokens."""

    def __init__(self, client: Redis, kept: Remembered) -> None:
        """``kept`` remembers tokens and names; those that change are dropped from it."""
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept, self._sessions = kept, Sessions(client, kept)
        self._directory = Directory(client)

    def create(
        self, name: str, device: str = API_TOKEN, locale: str = "en"
    ) -> tuple[PlayerAccount, str]:
        """Create a player; return them and their token, which is shown only this once.

        ``device`` is the name of the token's device.
        """
        player = PlayerAccount("p" + secrets.token_hex(8), name, locale, False, clock.now())
        token, listed = self._sessions.open_first(player.id, device)
        with translated_errors():
            self._client.hset(player_key(player.id), mapping={**fields_of(player), **listed})
        self._directory.refresh_if_possible(player.id)
        return player, token

    def create_invited(
        self, invited: Invited, name: str, device: str, locale: str
    ) -> PlayerAccount:
        """Create the player of an invitation's use, or return them if they are there already."""
        with translated_errors():
            is_there = self._client.hexists(player_key(invited.player_id), "name")
        if is_there:
            return self.read(invited.player_id)
        player = PlayerAccount(invited.player_id, name, locale, False, clock.now())
        _, listed = self._sessions.open_first(player.id, device, invited.token)
        by = dict(zip(INVITED, (invited.by, invited.invitation), strict=True))
        with translated_errors():
            fields = {**fields_of(player), **listed, **by}
            self._client.hset(player_key(player.id), mapping=fields)
        self._directory.refresh_if_possible(player.id)
        return player

    def inviter(self, player_id: str) -> tuple[str, str] | None:
        """Return a player's inviter and invitation, None if they came without one."""
        with translated_errors():
            by, invitation = self._client.hmget(player_key(player_id), *INVITED)
        return None if by is None else (by.decode(), invitation.decode())

    def read(self, player_id: str) -> PlayerAccount:
        """Return a player by id. Raises PlayerUnknown."""
        with translated_errors():
            fields = self._client.hgetall(player_key(player_id))
        if b"name" not in fields:
            raise PlayerUnknown(player_id)
        return player_of(player_id, fields)

    def change(self, player: PlayerAccount) -> None:
        """Write the player's changed name or settings. Raises PlayerUnknown, Muted."""
        player = with_history(player)
        self._change(player.id, *(part for field in fields_of(player).items() for part in field))

    def rename(self, player_id: str, name: str) -> None:
        """Replace a player's name; they may choose another. Raises PlayerUnknown, Muted."""
        self._change(player_id, "name", name)

    def _change(self, player_id: str, *fields: str) -> None:
        with translated_errors():
            done = _CHANGE.run(self._client, [player_key(player_id)], *fields)
        self._changed(player_id)
        if done < 0:
            raise Muted
        if not done:
            raise PlayerUnknown(player_id)

    def _changed(self, player_id: str) -> None:
        self._kept.forget(player_key(player_id))
        self._directory.refresh_if_possible(player_id)

    def mute(self, player_id: str, name: str = "") -> None:
        """Stop a player from choosing public texts, and replace their name if one is given.

        Their own name is kept but not shown until they are unmuted or forgotten. Raises
        PlayerUnknown.
        """
        # The mark is in the player's own hash, where the script that changes a name sees it.
        with translated_errors():
            is_there = _MUTE.run(self._client, [player_key(player_id)], name)
        self._changed(player_id)
        if not is_there:
            raise PlayerUnknown(player_id)

    def unmute(self, player_id: str) -> None:
        """Allow a player public texts again, and restore their name. Raises PlayerUnknown."""
        with translated_errors():
            is_there = _UNMUTE.run(self._client, [player_key(player_id)])
        self._changed(player_id)
        if not is_there:
            raise PlayerUnknown(player_id)

    def stop(self, player_id: str, field: Literal["suspended", "banned"], stored: str) -> None:
        """Suspend or ban a player, by the end in ms, a blank and the reason; or end that by ``""``.

        Raises PlayerUnknown.
        """
        with translated_errors():
            is_there = _STOP.run(self._client, [player_key(player_id)], field, stored)
        self._kept.forget(player_key(player_id))
        if not is_there:
            raise PlayerUnknown(player_id)

    def own_name(self, player_id: str) -> str | None:
        """Return the name that a muted player had, None for others."""
        with translated_errors():
            name = self._client.hget(player_key(player_id), "own_name")
        return None if name is None else name.decode()

    def set_role(self, player_id: str, role: Role | None) -> None:
        """Give a player a role, or end the one they have. Raises PlayerUnknown."""
        with translated_errors():
            is_there = _SET_ROLE.run(self._client, [player_key(player_id)], role or "")
        if not is_there:
            raise PlayerUnknown(player_id)

    def check_may_publish(self, player_id: str) -> None:
        """Raise Muted if a player may choose no public texts."""
        with translated_errors():
            is_muted = self._client.hexists(player_key(player_id), "muted")
        if is_muted:
            raise Muted

    def forget(self, player_id: str) -> None:
        """Delete name, settings and all tokens; the records of the player's games stay.

        Safe to repeat after a StoreUnavailable.
        """
        # The tokens are deleted last, so that the player can repeat a request that failed.
        key = player_key(player_id)  # under `player:`, where no record of a game lies
        with translated_errors():
            self._client.hdel(key, *PERSONAL)
            self._directory.refresh(player_id)
            for hashes in self._client.hmget(key, "token", "void", "sessions"):
                self._sessions.void(hashes or b"")
            self._client.delete(key)
        self._kept.forget(key)

    def quiet_hours(self, player_ids: Iterable[str]) -> dict[str, QuietHistory]:
        """Return the quiet hours that clocks use, for those of the players who have had some."""
        wanted = sorted(set(player_ids))
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for player_id in wanted:
                pipeline.hmget(player_key(player_id), *HOURS)
            stored = zip(wanted, pipeline.execute(), strict=True)
        read = {player_id: quiet_history_of(*fields) for player_id, fields in stored}
        return {player_id: history for player_id, history in read.items() if not history.is_empty}
