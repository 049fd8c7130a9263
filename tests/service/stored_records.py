"""Records put into a store as they stand or damaged, and tokens for their players."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from domain.record.record import Event, encode
from projections.summary import summary_after
from service.store.contract import Append
from service.store.redis_store import RedisStore, stream_key
from tests import fixtures
from tests.service.api import Person


def record(store: RedisStore, game: str, events: Iterable[Event]) -> str:
    """Write events as the record of a game that the store does not have; its id."""
    for event in events:
        store.client.xadd(stream_key(game), {"e": encode(event)}, id=f"{event.version}-0")
    return game


def recorded(store: RedisStore, path: Path, game: str) -> str:
    """A fixture's game with its summary, in a store."""
    events = fixtures.events_of(fixtures.load(path))
    summary = summary_after(None, events)
    entries = tuple(map(encode, events))
    store.append(Append(game, "c", "", 1, "0" * 64, entries, summary=summary))
    return game


def replace_record(store: RedisStore, game: str, entries: Sequence[bytes]) -> None:
    """Put entries in the place of a game's record."""
    store.client.delete(stream_key(game))
    for number, entry in enumerate(entries, start=1):
        store.client.xadd(stream_key(game), {"e": entry}, id=f"{number}-0")


def replace_entry(store: RedisStore, game: str, version: int, entry: bytes) -> None:
    """Change one entry of a game's record where it is stored."""
    entries = store.read(game)
    entries[version - 1] = entry
    replace_record(store, game, entries)


def known(store: RedisStore, player_id: str) -> Person:
    """The player of an id, with a token that opens it."""
    token = f"ana_{player_id}"
    store.client.set(f"token:{hashlib.sha256(token.encode()).hexdigest()}", player_id)
    return Person(player_id, player_id, token)
