"""A sealed game is read, refused and answered as before: the same bytes, the same problems."""

from typing import Any

import msgspec
import pytest
from flask import Flask
from msgspec.structs import replace

from domain.record.record import stated_hash
from service.machine.byte_cache import ENTRY_BYTES
from service.operations.archive.sealing import MOST_BYTES, SealingOutcome
from service.redis.errors import StoreUnavailable
from service.redis.shards import snapshot_key, stream_key
from service.store.blocks.block import MOST_EVENTS
from service.store.blocks.sealed_games import DAMAGED, KEPT_BYTES
from service.store.contract import Append
from service.store.redis_store import RedisStore
from tests.contract.records import entry
from tests.service.api import BASE, Api, Person
from tests.service.conftest import renewed
from tests.service.operations.archive.conftest import sealed

PATHS = (
    "",
    "?at=3",
    "/events",
    "/events?after=2&limit=3",
    "/export",
    "/replay",
    "/verify",
    "/moves",
    "/statistics",
    "/heads",
    "/picture.svg",
    "/text",
    "/events?wait=0",
)


def answers(api: Api, game: str) -> dict[str, tuple[int, bytes, str | None]]:
    """The status, body and ETag of every resource of a game."""
    pages = [*(f"{BASE}/games/{game}{path}" for path in PATHS), f"/game/{game}", f"/embed/{game}"]
    found = {page: api.client.get(page) for page in pages}
    return {
        page: (each.status_code, each.data, each.headers.get("ETag"))
        for page, each in found.items()
    }


def test_every_answer_of_a_sealed_game_is_the_same_to_the_byte(
    api: Api, store: RedisStore, plain_app: Flask, finished: str
):
    before = answers(api, finished)
    assert sum(status == 200 for status, *_ in before.values()) > 9
    assert sealed(store, finished) is SealingOutcome.SEALED
    assert answers(Api(renewed(plain_app, store)), finished) == before
    assert store.client.type(stream_key(finished)) == b"string"
    assert not store.client.exists(snapshot_key(finished))


def test_a_command_to_a_sealed_game_is_refused_as_before(
    api: Api, ada: Person, store: RedisStore, finished: str
):
    def refusal() -> tuple[int, Any]:
        answer = api.ask("POST", f"/games/{finished}/resign", ada, json={})
        return answer.status_code, {**answer.json, "instance": ""}

    before = refusal()
    sealed(store, finished)
    assert refusal() == before
    assert store.client.type(stream_key(finished)) == b"string"


def test_a_repeated_command_gets_its_first_answer_from_a_sealed_game(
    api: Api, ada: Person, store: RedisStore, played: str
):
    def resign() -> Any:
        headers = {"Idempotency-Key": "k1", "If-Match": "*"}
        return api.ask("POST", f"/games/{played}/resign", ada, json={}, headers=headers).json

    first = resign()
    assert sealed(store, played) is SealingOutcome.SEALED
    assert resign() == first


def test_an_append_puts_the_stream_back_first(store: RedisStore, archived: str):
    entries = store.read(archived)
    head = stated_hash(entries[-1]).hex()
    made = Append(archived, "c", "", len(entries) + 1, head, (entries[-1],))
    assert store.append(made).version == len(entries) + 1
    assert store.client.xlen(stream_key(archived)) == len(entries) + 1
    assert store.append(replace(made, version=9)).repeated


@pytest.mark.parametrize("version", [10**12, 0, -1])
def test_a_header_that_states_more_events_than_a_block_holds_is_damaged(
    store: RedisStore, archived: str, version: int
):
    block: Any = store.client.get(stream_key(archived))
    end = 8 + int.from_bytes(block[4:8], "big")
    header = msgspec.msgpack.decode(block[8:end]) | {"version": version}
    changed = msgspec.msgpack.encode(header)
    length = len(changed).to_bytes(4, "big")
    store.client.set(stream_key(archived), block[:4] + length + changed + block[end:])
    assert store.read(archived) == [DAMAGED]


def test_a_process_keeps_the_longest_sealed_game_open():
    length_each = 5  # MessagePack's, before each entry
    assert MOST_BYTES + length_each * (MOST_EVENTS + 1) + ENTRY_BYTES <= KEPT_BYTES


def test_a_release_that_knows_no_sealed_games_takes_none_for_an_empty_one(
    store: RedisStore, archived: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(store._sealed, "find", lambda _: None)
    beginning = Append(archived, "c", "", 1, "0" * 64, (entry(1),))
    for ask in (
        lambda: store.read(archived),
        lambda: store.newest_version(archived),
        lambda: store.append(beginning),
    ):
        with pytest.raises(StoreUnavailable):
            ask()
    assert store.exists(archived)
