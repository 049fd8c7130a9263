"""Imported games: records that were made elsewhere, each kept as the block of a sealed game::

    {s17}:<game>:ev   the block, whose header has the game's origin
    {s17}:imported    the shard's imported games, for the verifier
    imports:<player>  by game: an entry of the player's list of imported games
    importing:<player>  how far the check of a game has come that the player imports now

Record and origin are one value, so a game is imported as a whole or not at all, and no backup, move
or restore can part them. No feed lists the game and it has no summary, so no list, notice or log of
heads takes its players for those here. The block has a form of its own: a process of an older
release answers that a newer one has sealed the game.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from domain.record.origin import Origin
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.heartbeat import is_at_work
from service.redis.scripts import Script
from service.redis.shards import (
    check_key,
    feed_key,
    game_of_stream,
    imported_key,
    shard_of,
    snapshot_key,
    stream_key,
)
from service.redis.writing import Replicas, Writer
from service.store.blocks.block import BlockHeader, seal_block
from service.store.blocks.sealed_games import SealedGames

MOST = 100
"""The most imported games that a player may have."""
MOST_BYTES = 16_000_000
"""The most bytes that these take together in the store."""

CHECK_LASTS = 60_000
"""The milliseconds after which the check of a killed process is forgotten."""

PAGE = 1_000

_KEEP = Script.of("service.store", "keep_import.lua")
_DELETE = Script.of("service.store", "delete_import.lua")
_RESERVE = Script.of("service.store", "reserve_import.lua")


class ImportedGame(Struct, frozen=True):
    """An entry of a player's list: when the game was imported, and its bytes in the store."""

    at: str
    bytes: int
    ruleset: str
    title: str


class ImportCheck(Struct, frozen=True):
    """How far the check of a game has come that is being imported."""

    game_id: str
    checked: int
    events: int


class GameIdTaken(Exception):
    """Another game here has the id of the one to be imported."""


class TooManyImports(Exception):
    """The player has the most imported games, or bytes of them."""


class NotImported(Exception):
    """The game is not one that this player has imported."""


_entry = msgspec.json.Decoder(ImportedGame)
_check = msgspec.json.Decoder(ImportCheck)


class ImportedGames:
    """The imported games of a store. Every method may raise StoreUnavailable."""

    def __init__(self, read: Redis, write: Redis, replicas: Replicas) -> None:
        """``write`` must not repeat commands by itself."""
        self._client: Any = read  # redis-py does not type bytes answers
        self._writer = Writer(write, replicas)
        self._sealed = SealedGames(read, lambda _: b"")

    def keep(
        self, game_id: str, entries: Sequence[bytes], origin: Origin, ruleset: str, title: str
    ) -> bool:
        """Keep a record as an imported game; False if the game is here already.

        Raises TooManyImports.
        """
        block = seal_block(game_id, entries, [], origin)
        entry = ImportedGame(origin.at, len(block), ruleset, title)
        # Listed first: after a crash in between, the entry alone is left, and `of` drops it.
        self._reserve(origin.by, game_id, entry)
        shard = shard_of(game_id)
        keys = stream_key(game_id), feed_key(shard), imported_key(shard), check_key(shard)
        is_new = self._run(_KEEP, keys, game_id, block, int(self._writer.replicas.number > 0))
        # A write is sent again if its answer was lost, and then finds its own game.
        if not is_new and self._sealed.origin(game_id) != origin:
            self._unlist_others(origin.by, game_id)
            return False
        return True

    def of(self, player: str) -> dict[str, ImportedGame]:
        """Return a player's imported games by id, the newest first."""
        with translated_errors():
            stored = self._client.hgetall(_list_key(player))
            entries = {game.decode(): _entry.decode(entry) for game, entry in stored.items()}
            lost = [game for game in entries if not self._is_of(player, game)]
        newest = sorted(entries.items(), key=lambda pair: pair[1].at, reverse=True)
        return {game: entry for game, entry in newest if game not in lost}

    def note_check(self, player: str, check: ImportCheck) -> None:
        """Note how far the check of a game has come, in place of the player's last one."""
        with translated_errors():
            self._client.set(_check_key(player), msgspec.json.encode(check), px=CHECK_LASTS)

    def check_under_way(self, player: str) -> ImportCheck | None:
        """Return how far the check of a player's game has come, None if there is none."""
        with translated_errors():
            stored = self._client.get(_check_key(player))
        return _check.decode(stored) if stored else None

    def end_check(self, player: str) -> None:
        """Forget how far the check of a player's game has come."""
        with translated_errors():
            self._client.delete(_check_key(player))

    def delete(self, player: str, game_id: str) -> None:
        """Delete a game that this player has imported. Raises NotImported."""
        with translated_errors():
            if is_at_work(self._client):
                # A move would take the missing game for a damaged store.
                raise StoreUnavailable("a backup or move is at work: delete the game afterwards")
            sealed = self._sealed.find(game_id)
        if sealed is None or not _was_imported_by(player, sealed.header):
            raise NotImported(game_id)
        shard = shard_of(game_id)
        keys = stream_key(game_id), snapshot_key(game_id), feed_key(shard), imported_key(shard)
        self._run(_DELETE, keys, game_id, sealed.block)
        self._unlist(player, game_id)

    def forget(self, player: str) -> None:
        """Delete all games that a player has imported."""
        for game_id in self.of(player):
            self.delete(player, game_id)
        with translated_errors():
            self._client.delete(_list_key(player), _check_key(player))

    def _reserve(self, player: str, game_id: str, entry: ImportedGame) -> None:
        arguments = game_id, msgspec.json.encode(entry), entry.bytes, MOST, MOST_BYTES
        if not self._run(_RESERVE, (_list_key(player),), *arguments):
            self._drop_lost(player)
            if not self._run(_RESERVE, (_list_key(player),), *arguments):
                raise TooManyImports

    def _drop_lost(self, player: str) -> None:
        """Drop entries without a game, which a crash has left."""
        with translated_errors():
            for game in self._client.hkeys(_list_key(player)):
                self._unlist_others(player, game.decode())

    def _unlist_others(self, player: str, game_id: str) -> None:
        """Take a game that this player has not imported off their list."""
        with translated_errors():
            if not self._is_of(player, game_id):
                self._unlist(player, game_id)

    def _unlist(self, player: str, game_id: str) -> None:
        with translated_errors():
            self._client.hdel(_list_key(player), game_id)

    def _is_of(self, player: str, game_id: str) -> bool:
        origin = self._sealed.origin(game_id)
        return origin is not None and origin.by == player

    def _run(self, script: Script, keys: Sequence[str], *arguments: Any) -> bool:
        with translated_errors("the game may have been imported or deleted, or not"):
            done, confirmed = self._writer.run(script, keys, arguments)
        self._writer.enforce(confirmed)
        return bool(done)


def imported_ids(client: Any) -> Iterator[str]:
    """Yield the ids of all imported games of a store, which no feed lists.

    Raises StoreUnavailable.
    """
    sealed = SealedGames(client, lambda _: b"")
    with translated_errors():
        for key in client.scan_iter(match="{s*}:*:ev", count=PAGE, _type="string"):
            named = game_of_stream(key)
            if named is not None and sealed.origin(named[1]) is not None:
                yield named[1]


def _was_imported_by(player: str, header: BlockHeader | None) -> bool:
    return header is not None and header.origin is not None and header.origin.by == player


def _list_key(player: str) -> str:
    return f"imports:{player}"


def _check_key(player: str) -> str:
    return f"importing:{player}"
