"""A cache in memory, bounded by its bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class ByteCache:
    """Bytes by key; when they are too many, the least recently used go first."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes, self._bytes = most_bytes, 0
        self._contents: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> bytes | None:
        """Return the bytes of a key, None if they are not kept."""
        with self._lock:
            if key in self._contents:
                self._contents.move_to_end(key)
            return self._contents.get(key)

    def put(self, key: Hashable, content: bytes) -> None:
        """Keep the bytes of a key."""
        with self._lock:
            self._bytes += len(content) - len(self._contents.pop(key, b""))
            self._contents[key] = content
            while self._bytes > self._most_bytes:
                _, dropped = self._contents.popitem(last=False)
                self._bytes -= len(dropped)

    def get_or_make(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Return the bytes of a key; if they are not kept, make them, outside the lock."""
        content = self.get(key)
        if content is None:
            content = make()
            self.put(key, content)
        return content
