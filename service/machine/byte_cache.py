"""A cache in memory, bounded by its bytes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from service.machine.turns import Turns

ENTRY_BYTES = 300
"""Roughly the memory of a key and its place."""


class ByteCache:
    """Bytes by key; if there are too many, the least recently used are dropped first."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes, self._bytes = most_bytes, 0
        self._contents: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._making = Turns()

    def get(self, key: Hashable) -> bytes | None:
        """Return the bytes of a key, None if they are not kept."""
        with self._lock:
            if key in self._contents:
                self._contents.move_to_end(key)
            return self._contents.get(key)

    def put(self, key: Hashable, content: bytes) -> None:
        """Keep the bytes of a key."""
        with self._lock:
            self._drop(key)
            self._contents[key] = content
            self._bytes += ENTRY_BYTES + len(content)
            while self._bytes > self._most_bytes:
                self._drop(next(iter(self._contents)))

    def _drop(self, key: Hashable) -> None:
        content = self._contents.pop(key, None)
        if content is not None:
            self._bytes -= ENTRY_BYTES + len(content)

    def get_or_make(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Return the bytes of a key; make them if they are not kept.

        Others who ask meanwhile wait for them.
        """
        content = self.get(key)
        if content is None:
            with self._making.of(key):
                content = self.get(key)
                if content is None:
                    content = make()
                    self.put(key, content)
        return content
