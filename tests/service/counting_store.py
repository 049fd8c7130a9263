"""A store that counts its reads."""

from typing import Any

from domain.record.origin import Origin
from service.store.redis_store import RedisStore


class CountingStore:
    """Counts the reads and can do something in the middle of one."""

    def __init__(self, store: RedisStore) -> None:
        self.store = store
        self.reads: list[tuple[str, int]] = []
        self.after_read: Any = lambda: None

    def read(self, game_id: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        entries = self.store.read(game_id, after, limit)
        self.reads.append((game_id, after))
        then, self.after_read = self.after_read, lambda: None
        then()
        return entries

    def origin(self, game_id: str) -> Origin | None:
        return self.store.origin(game_id)
