"""Answers about finished games, computed once a process: the least used go first."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

MOST_BYTES = 8_000_000


class KeptAnswers:
    """Encoded answers by key, bounded by their bytes."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the answer of a key, made outside the lock where it is not known."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
        answer = make()
        self._put(key, answer)
        return answer

    def _put(self, key: str, answer: bytes) -> None:
        with self._lock:
            if key not in self._answers:
                self._answers[key] = answer
                self._bytes += len(answer)
            while self._bytes > self._most:
                _, dropped = self._answers.popitem(last=False)
                self._bytes -= len(dropped)
