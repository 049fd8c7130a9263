"""The event store's contract over sealed games: users of the store see no difference."""

import pytest
from fakeredis import FakeRedis, FakeServer
from msgspec.structs import replace

from domain.record.record import stated_hash
from service.operations.archive.sealing import SealingOutcome
from service.operations.archive.work import sealer_of
from service.store.append_script import commands_key
from service.store.contract import Append, Appended
from service.store.redis_store import RedisStore
from tests.contract.event_store_contract import EventStoreContract
from tests.contract.records import append_of, record


class SealingStore(RedisStore):
    """Seals a game after each append to it, as no worker does: every read finds a block."""

    def append(self, append: Append) -> Appended:
        try:
            return super().append(append)
        finally:
            sealed(self, append.game_id)


def sealed(store: RedisStore, game: str) -> SealingOutcome:
    """Seal a game as it stands."""
    entries = store.read(game)
    try:
        head = stated_hash(entries[-1])
    except (IndexError, ValueError):
        return SealingOutcome.BROKEN
    return sealer_of(store).seal_at(game, len(entries), head).outcome


class SealedContract(EventStoreContract):
    def test_a_game_is_sealed_after_each_append(self, store: RedisStore) -> None:
        record(store, 3)
        assert sealed(store, "g") is SealingOutcome.BEFORE

    def test_an_id_that_is_to_be_kept_stays(self, store: RedisStore) -> None:
        kept = replace(append_of(1, fingerprint="ab" * 16), keep_id=True)
        store.append(kept)
        assert not store.client.exists(commands_key("g"))
        assert store.find_command("g", "command-1") == Appended(1, "ab" * 16, repeated=True)
        assert store.append(kept).repeated

    def test_a_repeated_command_is_answered_while_its_game_stays_sealed(
        self, store: RedisStore
    ) -> None:
        kept = replace(append_of(1, fingerprint="ab" * 16), keep_id=True)
        store.append(kept)
        assert RedisStore.append(store, kept) == Appended(1, "ab" * 16, repeated=True)
        assert sealed(store, "g") is SealingOutcome.BEFORE


class TestFakeRedis(SealedContract):
    @pytest.fixture
    def store(self) -> RedisStore:
        client = FakeRedis(server=FakeServer())
        return SealingStore(write=client, read=client, blocking=client)


class TestEmbeddedValkey(SealedContract):
    @pytest.fixture
    def store(self, redis_url: str) -> RedisStore:
        return SealingStore.of_url(redis_url)


class TestCluster(SealedContract):
    @pytest.fixture
    def store(self, cluster_url: str) -> RedisStore:
        return SealingStore.of_url(cluster_url, replicas=1)
