"""Sealing: only finished, whole games, as they were read; the stream is deleted only after."""

from typing import Any

import pytest

from domain.record.bare_entries import with_commands_let_go
from service.heads.log import HeadLog
from service.operations.archive import sealing
from service.operations.archive.sealing import Sealer, SealingOutcome
from service.operations.verifier.examination import examine
from service.redis.shards import snapshot_key, stream_key
from service.store.blocks.block import header_of
from service.store.broken_games import BrokenRecords, Mark
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.operations.archive.conftest import sealed
from tests.service.stored_records import replace_entry


def test_a_game_that_goes_on_is_not_sealed(store: RedisStore, played: str):
    assert sealed(store, played) is SealingOutcome.GOES_ON


def test_a_sealed_game_has_a_block_in_the_place_of_its_stream_and_no_snapshot(
    store: RedisStore, finished: str
):
    store.client.set(snapshot_key(finished), "1")
    entries = list(with_commands_let_go(store.read(finished)))
    assert sealed(store, finished) is SealingOutcome.SEALED
    block: Any = store.client.get(stream_key(finished))
    header = header_of(block)
    assert (header.game, header.version) == (finished, len(entries))
    assert store.read(finished) == entries
    assert not store.client.exists(snapshot_key(finished))
    assert sealed(store, finished) is SealingOutcome.BEFORE


def test_a_cancelled_game_is_sealed_as_well(api: Api, ada: Person, store: RedisStore):
    terms = {"ruleset": "alexandros", "seats": 2, "board": "tiny"}
    game = api.ask("POST", "/games", ada, json=terms, expect=201).json["game_id"]
    api.ask("DELETE", f"/games/{game}", ada, expect=200)
    assert api.view(game)["status"] == "cancelled"
    assert sealed(store, game) is SealingOutcome.SEALED


def test_a_broken_game_stays_as_it_is(store: RedisStore, finished: str):
    BrokenRecords(store.client).mark(finished, Mark(2, "damaged"))
    assert sealed(store, finished) is SealingOutcome.BROKEN
    assert store.client.type(stream_key(finished)) == b"stream"


def test_a_game_that_ends_before_its_summary_stays_as_it_is(store: RedisStore, finished: str):
    store.client.xdel(stream_key(finished), f"{store.newest_version(finished)}-0")
    assert sealed(store, finished) is SealingOutcome.CHANGED


def test_a_game_with_another_end_than_its_summary_stays_as_it_is(store: RedisStore, finished: str):
    last = store.newest_version(finished)
    replace_entry(store, finished, last, store.read(finished)[0])
    assert sealed(store, finished) is SealingOutcome.BROKEN


def test_an_event_that_comes_while_a_game_is_sealed_is_not_lost(
    store: RedisStore, finished: str, monkeypatch: pytest.MonkeyPatch
):
    def packed_meanwhile(*given: Any) -> bytes:
        store.client.xadd(
            stream_key(finished), {"e": b"{}"}, f"{store.newest_version(finished) + 1}-0"
        )
        return whole(*given)

    whole = sealing.seal_block
    monkeypatch.setattr(sealing, "seal_block", packed_meanwhile)
    before = len(store.read(finished))
    assert sealed(store, finished) is SealingOutcome.CHANGED
    assert len(store.read(finished)) == before + 1


def test_a_block_that_does_not_give_the_record_back_is_not_written(
    store: RedisStore, finished: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sealing, "open_block", lambda _: store.read(finished)[:-1])
    assert sealed(store, finished) is SealingOutcome.BROKEN
    assert store.client.type(stream_key(finished)) == b"stream"


def test_a_record_that_is_too_long_stays_as_it_is(
    store: RedisStore, finished: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sealing, "MOST_EVENTS", 3)
    assert sealed(store, finished) is SealingOutcome.TOO_LONG


def test_sealing_that_was_sent_twice_has_sealed_once(store: RedisStore, finished: str):
    class Twice(Sealer):
        def _replaced(self, *given: Any) -> SealingOutcome:
            super()._replaced(*given)
            return super()._replaced(*given)

    stored = store.summaries.newest([finished])[finished]
    assert (
        Twice(store.client, store.writing).seal(finished, stored).outcome is SealingOutcome.SEALED
    )
    assert sealed(store, finished) is SealingOutcome.BEFORE
    assert examine(store, HeadLog(store.client), finished).mark is None


IN_HASH = 60
"""A place in a header where the last event's hash stands."""


@pytest.mark.parametrize(("place", "version"), [(2, 1), (30, 1), (IN_HASH, 7), (300, 1), (-1, 1)])
def test_a_damaged_block_breaks_its_game_and_no_other(
    api: Api, ada: Person, bob: Person, store: RedisStore, archived: str, place: int, version: int
):
    block = bytearray(store.client.get(stream_key(archived)))  # type: ignore[arg-type]
    block[place] ^= 1
    store.client.set(stream_key(archived), bytes(block))
    mark = examine(store, HeadLog(store.client), archived).mark
    assert mark is not None
    assert (mark.version, mark.disputed) == (version, False)
    answer = api.client.get(f"/api/v1/games/{archived}")
    if version == 1:
        assert answer.json["code"] == "record_broken"
    else:
        assert (answer.json["version"], answer.json["broken"]["version"]) == (version - 1, version)
    assert api.view(api.game(ada, bob))["version"] == 3
