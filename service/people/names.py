"""The keys of players in the store, and their present names, which are remembered briefly."""

import hashlib
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from redis import Redis

from domain.kernel.game import Game
from projections.view import players_of
from service.people.player import STOPS, Suspension, suspension_of
from service.redis.error_translation import translated_errors
from service.redis.tracked_values import Remembered

NAME_SECONDS = 2.0
"""Seconds for which a name is trusted if the server does not announce changes."""


class Name(NamedTuple):
    """A player's present name, None if they have left; ``is_new`` if it is not their first.

    Beside it what is shown with the name: their handle, and whether it is a bot account. A
    suspension and a ban are known with it, but not shown.
    """

    present: str | None
    is_new: bool
    handle: str | None = None
    is_bot: bool = False
    suspension: Suspension | None = None
    ban: Suspension | None = None

    @property
    def is_marked(self) -> bool:
        """True if the player is shown otherwise than at first."""
        return self.is_new or self.handle is not None or self.is_bot

    @property
    def can_play(self) -> bool:
        """False while the host keeps the player from playing, and once they have left."""
        if self.suspension is None and self.ban is None:
            return self.present is not None
        stops = (self.suspension, self.ban)
        return self.present is not None and all(each is None or each.is_over for each in stops)

    @property
    def shown(self) -> tuple[str | bool | None, ...]:
        """Return all that is shown; the name alone if there is nothing else."""
        more = (self.handle, self.is_bot) if self.handle is not None or self.is_bot else ()
        return (self.present, *more)


def player_key(player_id: str) -> str:
    """Return the key of a player's hash."""
    return f"player:{player_id}"


class Names:
    """Reads the names and handles in ``player:<id>``, of many players together."""

    def __init__(self, client: Redis, kept: Remembered) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept = kept

    def of(self, player_ids: Iterable[str]) -> dict[str, str | None]:
        """Return the present names of players, up to two seconds old; None if they have left."""
        return {player_id: name.present for player_id, name in self.known(player_ids).items()}

    def in_game(self, game: Game, more: Iterable[str] = ()) -> dict[str, str | None]:
        """Return the names of a game's players, and of ``more``; None for those who have left."""
        return {player_id: name.present for player_id, name in self.known_in(game, more).items()}

    def known_in(self, game: Game, more: Iterable[str] = ()) -> dict[str, Name]:
        """Return what is shown of a game's players, and of ``more``.

        In an imported game they have the names of its file, and nobody else has one: its players
        have no accounts here, even if the file has ids that do.
        """
        players = players_of(game).union(more)
        origin = game.origin
        if origin is None:
            return self.known(players)
        return {p: Name(origin.names.get(p), is_new=False) for p in players}

    def mark_in(self, game: Game, more: Iterable[str] = ()) -> str:
        """Return a mark of the same names, as ``mark`` does.

        That of an imported game never changes, but differs if somebody else imports it later.
        """
        if game.origin is None:
            return self.mark(players_of(game).union(more))
        return hashlib.sha256(msgspec.json.encode(game.origin, order="sorted")).hexdigest()[:8]

    def mark(self, player_ids: Iterable[str]) -> str:
        """Return a mark that changes with the players' names and handles.

        It is empty while all have their first name and nothing else.
        """
        known = self.known(player_ids)
        if not any(name.is_marked for name in known.values()):
            return ""
        names = sorted((player_id, *name.shown) for player_id, name in known.items())
        return hashlib.sha256(repr(names).encode()).hexdigest()[:8]

    def known(self, player_ids: Iterable[str]) -> dict[str, Name]:
        """Return what is shown of players, up to two seconds old."""
        known = {player_id: self._kept.get(player_key(player_id)) for player_id in player_ids}
        if None in known.values():
            missing = sorted(player_id for player_id, name in known.items() if name is None)
            known |= self._read_names(missing)
        return known

    def _read_names(self, player_ids: list[str]) -> dict[str, Name]:
        changes = self._kept.changes()
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for player_id in player_ids:
                pipeline.hmget(player_key(player_id), *_SHOWN)
            names = [_name(*fields) for fields in pipeline.execute()]
        for player_id, name in zip(player_ids, names, strict=True):
            self._kept.put(player_key(player_id), name, changes, NAME_SECONDS)
        return dict(zip(player_ids, names, strict=True))


_SHOWN = ("name", "renamed", "handle", "muted", "bot_account", *STOPS)


def _name(*fields: bytes | None) -> Name:
    name, renamed, handle, muted, bot, suspended, banned = fields
    if name is None:
        return Name(None, is_new=True)
    # A muted player's handle is a text of their choice, as their name was.
    own = handle.decode() if handle and not muted else None
    stops = suspension_of(suspended), suspension_of(banned)
    return Name(name.decode(), renamed is not None, own, bot is not None, *stops)
