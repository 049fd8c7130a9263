"""Players: a name, a few settings, and a token of which only the hash is kept."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
from redis import Redis

from domain.record.times import milliseconds
from service import clock, quiet_history
from service.accounts.device_names import API_TOKEN, TRANSFER, UNNAMED
from service.accounts.devices import END_SESSION, TRANSFER_SECONDS, made
from service.accounts.tokens import hash_key, hashed, new_token, player_key, token_key
from service.quiet import Quiet, QuietHours
from service.quiet_history import NEVER_QUIET, QuietHistory
from service.store.broken import CHANGES_KEY as BREAKS
from service.store.closings import CHANGES_KEY as CLOSINGS
from service.store.reaching import reaching
from service.store.remembered import Remembered
from service.store.scripts import Script

REMEMBERED = ("token:", "player:", BREAKS, CLOSINGS)
NAME_SECONDS = 2.0
"""Seconds for which a name is trusted where the server tells of no changes."""

_CHANGE = Script.of("service.accounts", "change_player.lua")
_MUTE = Script.of("service.accounts", "mute_player.lua")
_UNMUTE = Script.of("service.accounts", "unmute_player.lua")
REPLACE_TOKEN = Script.of("service.accounts", "replace_token.lua")
_ADD_SESSION = Script.of("service.accounts", "add_session.lua")


class PlayerUnknown(LookupError):
    """No player has this id, or the player has left."""


class Muted(Exception):
    """The host has muted the player, and the text would be public."""


HOURS = ("time_zone", "quiet_hours", "quiet_history")
PERSONAL = ("name", "own_name", "muted", "locale", "notifications", "created_at", *HOURS, "feed")


@dataclass(frozen=True, slots=True)
class Player:
    """A person, as the service knows them; ``locale`` is a language tag.

    ``time_zone`` is an IANA name; there are no ``quiet_hours`` without it. They hold for notices at
    once, for clocks as ``quiet_history`` has it.
    """

    id: str
    name: str
    locale: str
    notifications: bool
    created_at: str
    time_zone: str | None = None
    quiet_hours: QuietHours | None = None
    quiet_history: QuietHistory = NEVER_QUIET

    @property
    def quiet(self) -> Quiet | None:
        """The player's quiet hours by their own clock, if they have any."""
        hours, zone = self.quiet_hours, self.time_zone
        return None if hours is None or zone is None else Quiet(zone, hours)


class Name(NamedTuple):
    """A player's present name, None if they have left; new if it is not their first."""

    present: str | None
    is_new: bool


class Players:
    """The players' store: ``player:<id>`` holds the person, ``token:<sha256>`` finds the id.

    A player has a token and, beside it, one for each session that was opened later.
    """

    def __init__(self, client: Redis, kept: Remembered | None = None) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept = kept or Remembered(client, REMEMBERED)

    def create(self, name: str, device: str = API_TOKEN, locale: str = "en") -> tuple[Player, str]:
        """Create a player; return them and their token, which nobody will see again.

        ``device`` names what the token is for.
        """
        player = Player("p" + secrets.token_hex(8), name, locale, False, clock.now())
        token = new_token()
        self._write(player, token, device)
        return player, token

    def id_of_token(self, token: str) -> str | None:
        """Return the id of the player whose token this is, None if it is void."""
        return self.id_of_hash(hashed(token))

    def id_of_hash(self, token_hash: str) -> str | None:
        """Return the id of the player whose token has this hash, None if it is void.

        A token made void is refused at once in its process, and in others as soon as they hear
        of it (see ``Remembered``).
        """
        key = hash_key(token_hash)
        known: str | None = self._kept.get(key)
        return known or self._read_id(key)

    def _read_id(self, key: str) -> str | None:
        changes = self._kept.changes()
        with reaching():
            stored = self._client.get(key)
        if stored is None:
            return None
        player_id: str = stored.decode()
        self._kept.put(key, player_id, changes)
        return player_id

    def read(self, player_id: str) -> Player:
        """Return a player by id. Raises PlayerUnknown."""
        with reaching():
            fields = self._client.hgetall(player_key(player_id))
        if b"name" not in fields:
            raise PlayerUnknown(player_id)
        return _player(player_id, fields)

    def replace_token(self, player: Player) -> str:
        """Replace the player's token; every older one is void from now on. Raises PlayerUnknown.

        Safe to ask for again after a StoreUnavailable, with whichever token still opens.
        """
        token, key = new_token(), player_key(player.id)
        with reaching():
            self._client.set(token_key(token), player.id)
            void = REPLACE_TOKEN.run(self._client, [key], hashed(token), made(API_TOKEN))
            if void is None:
                # The one just made here: its name is a hash of 32 random bytes.
                self._client.delete(token_key(token))
                raise PlayerUnknown(player.id)
            self._delete_tokens(void)
        return token

    def open_session(self, player_id: str, device: str = UNNAMED) -> str:
        """Return a token of a session's own, so that it can end alone. Raises PlayerUnknown."""
        token = new_token()
        with reaching():
            self._client.set(token_key(token), player_id)
            key, about = player_key(player_id), made(device)
            gone = _ADD_SESSION.run(self._client, [key], hashed(token), about)
            if gone is None:
                self._client.delete(token_key(token))
                raise PlayerUnknown(player_id)
            self._delete_tokens(gone)
        return token

    def end_session(self, token: str) -> None:
        """Void a session's token; its player's other tokens stay valid."""
        player_id = self.id_of_token(token)
        self._delete_tokens(hashed(token).encode())
        with reaching():
            if player_id is not None:
                END_SESSION.run(self._client, [player_key(player_id)], hashed(token))

    def transfer_code(self, player_id: str) -> str:
        """Return a code that opens one more session within ten minutes.

        The session's token can be read with the code alone.

        Raises PlayerUnknown.
        """
        code, token = secrets.token_urlsafe(32), self.open_session(player_id, TRANSFER)
        with reaching():
            self._client.set(
                _transfer_key(code), _masked(token.encode(), code), ex=TRANSFER_SECONDS
            )
        return code

    def redeem(self, code: str) -> str | None:
        """Return the token that a transfer code gives away, None when it was used or is too old."""
        with reaching():
            masked = self._client.getdel(_transfer_key(code))
        return None if masked is None else _masked(masked, code).decode()

    def change(self, player: Player) -> None:
        """Write the player's changed name or settings. Raises PlayerUnknown, Muted."""
        player = _with_history(player)
        arguments = [part for field in _fields(player).items() for part in field]
        with reaching():
            done = _CHANGE.run(self._client, [player_key(player.id)], *arguments)
        self._kept.forget(player_key(player.id))
        if done < 0:
            raise Muted
        if not done:
            raise PlayerUnknown(player.id)

    def mute(self, player_id: str, name: str = "") -> None:
        """Let a player choose no public texts from now on, and give them a name, if there is one.

        Their own is kept until they are unmuted or forgotten; nobody sees it. Raises PlayerUnknown.
        """
        with reaching():
            is_there = _MUTE.run(self._client, [player_key(player_id)], name)
        self._kept.forget(player_key(player_id))
        if not is_there:
            raise PlayerUnknown(player_id)

    def unmute(self, player_id: str) -> None:
        """Let a player choose public texts again, under the name they had. Raises PlayerUnknown."""
        with reaching():
            is_there = _UNMUTE.run(self._client, [player_key(player_id)])
        self._kept.forget(player_key(player_id))
        if not is_there:
            raise PlayerUnknown(player_id)

    def check_may_publish(self, player_id: str) -> None:
        """Raise Muted if a player may choose no public texts."""
        with reaching():
            is_muted = self._client.hexists(player_key(player_id), "muted")
        if is_muted:
            raise Muted

    def forget(self, player_id: str) -> None:
        """Name, settings and token are gone; the games the player sat in stay whole.

        The person goes first and the token last but for an empty shell, so that it can be asked
        for again after a StoreUnavailable.
        """
        key = player_key(player_id)  # under `player:`, where no record of a game lies
        with reaching():
            self._client.hdel(key, *PERSONAL)
            for hashes in self._client.hmget(key, "token", "void", "sessions"):
                self._delete_tokens(hashes or b"")
            self._client.delete(key)
        self._kept.forget(key)

    def names(self, player_ids: Iterable[str]) -> dict[str, str | None]:
        """Return the present names of players, up to two seconds old; None if they have left."""
        return {player_id: name.present for player_id, name in self._known(player_ids).items()}

    def quiet_hours(self, player_ids: Iterable[str]) -> dict[str, QuietHistory]:
        """Return the quiet hours, as clocks count them, of those players who have had some."""
        wanted = sorted(set(player_ids))
        with reaching():
            pipeline = self._client.pipeline(transaction=False)
            for player_id in wanted:
                pipeline.hmget(player_key(player_id), *HOURS)
            stored = zip(wanted, pipeline.execute(), strict=True)
        read = {player_id: _quiet_history(*fields) for player_id, fields in stored}
        return {player_id: history for player_id, history in read.items() if not history.is_empty}

    def names_mark(self, player_ids: Iterable[str]) -> str:
        """Return a mark that changes with the players' names; empty while nobody took another."""
        known = self._known(player_ids)
        if not any(name.is_new for name in known.values()):
            return ""
        names = sorted((player_id, name.present) for player_id, name in known.items())
        return hashlib.sha256(repr(names).encode()).hexdigest()[:8]

    def _known(self, player_ids: Iterable[str]) -> dict[str, Name]:
        known: dict[str, Name | None] = {i: self._kept.get(player_key(i)) for i in player_ids}
        missing = sorted(player_id for player_id, name in known.items() if name is None)
        read = self._read_names(missing) if missing else {}
        return {player_id: name or read[player_id] for player_id, name in known.items()}

    def _read_names(self, player_ids: list[str]) -> dict[str, Name]:
        changes = self._kept.changes()
        with reaching():
            pipeline = self._client.pipeline(transaction=False)
            for player_id in player_ids:
                pipeline.hmget(player_key(player_id), "name", "renamed")
            names = [_name(*fields) for fields in pipeline.execute()]
        for player_id, name in zip(player_ids, names, strict=True):
            self._kept.put(player_key(player_id), name, changes, NAME_SECONDS)
        return dict(zip(player_ids, names, strict=True))

    def _delete_tokens(self, hashes: bytes) -> None:
        """Void the tokens of these hashes, which are parted by blanks."""
        for each in hashes.decode().split():
            # Only under `token:`, even if the player's hash holds other names.
            with reaching():
                self._client.delete(f"token:{each}")
            self._kept.forget(f"token:{each}")

    def _write(self, player: Player, token: str, device: str) -> None:
        own = {"token": hashed(token), f"device:{hashed(token)}": made(device)}
        with reaching():
            self._client.set(token_key(token), player.id)
            self._client.hset(player_key(player.id), mapping={**_fields(player), **own})


def _name(name: bytes | None, renamed: bytes | None) -> Name:
    return Name(None, is_new=True) if name is None else Name(name.decode(), renamed is not None)


def _transfer_key(code: str) -> str:
    return f"transfer:{hashed(code)}"


def _masked(text: bytes, code: str) -> bytes:
    """Return the text under a pad that follows from the code, and back: at most 64 bytes."""
    pad = hashlib.sha512(b"anabasis transfer 1\n" + code.encode()).digest()
    return bytes(a ^ b for a, b in zip(text, pad, strict=False))


def _with_history(player: Player) -> Player:
    """Return a player whose history knows their present quiet hours."""
    history = player.quiet_history.changed(player.quiet, milliseconds(clock.now()))
    return replace(player, quiet_history=history)


def _fields(player: Player) -> dict[str, str]:
    return {
        "name": player.name,
        "locale": player.locale,
        "notifications": "yes" if player.notifications else "no",
        "created_at": player.created_at,
        "time_zone": player.time_zone or "",
        "quiet_hours": _written(player.quiet_hours),
        "quiet_history": quiet_history.written(player.quiet_history),
    }


def _written(hours: QuietHours | None) -> str:
    return "" if hours is None else msgspec.json.encode(hours).decode()


def _player(player_id: str, fields: dict[bytes, bytes]) -> Player:
    return Player(
        id=player_id,
        name=fields[b"name"].decode(),
        locale=fields[b"locale"].decode(),
        notifications=fields[b"notifications"] == b"yes",
        created_at=fields[b"created_at"].decode(),
        time_zone=fields.get(b"time_zone", b"").decode() or None,
        quiet_hours=_quiet_hours(fields.get(b"quiet_hours")),
        quiet_history=_quiet_history(*(fields.get(each.encode()) for each in HOURS)),
    )


def _quiet_history(
    time_zone: bytes | None, hours: bytes | None, history: bytes | None
) -> QuietHistory:
    kept = _quiet_hours(hours)
    present = Quiet(time_zone.decode(), kept) if time_zone and kept else None
    return quiet_history.read(history, present)


def _quiet_hours(stored: bytes | None) -> QuietHours | None:
    return msgspec.json.decode(stored, type=QuietHours) if stored else None
