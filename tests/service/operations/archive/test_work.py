"""The archive's part of a worker: what it does besides sealing and trimming."""

from service.operations.archive.work import Archive
from service.store.redis_store import RedisStore


def test_the_worker_of_the_first_shard_warns_once(real_store: RedisStore) -> None:
    warned: list[str] = []
    archive = Archive(real_store, 0, lambda: warned.append("warned"))
    archive.work([1, 2], lambda _: None)
    assert not warned
    for _ in range(2):
        archive.work([0, 1], lambda _: None)
    assert warned == ["warned"]
