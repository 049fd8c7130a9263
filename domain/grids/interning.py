"""One object for equal content, and memories that live as long as their subject."""

from collections import deque
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Generic, TypeVar, TypeVarTuple
from weakref import WeakKeyDictionary, WeakValueDictionary

T = TypeVar("T")
K = TypeVar("K")
Ts = TypeVarTuple("Ts")

# A board is read several times while its game is made, before anything holds on to it.
RECENT = 8


class Shared(Generic[T]):
    """Objects by content: equal content has one object, as long as anything uses it."""

    def __init__(self) -> None:
        self._alive: WeakValueDictionary[Hashable, T] = WeakValueDictionary()
        # Only the last few asked for are held here, so that strangers' boards cannot fill the
        # memory.
        self._recent: deque[T] = deque(maxlen=RECENT)

    def get(self, content: Hashable, make: Callable[[], T]) -> T:
        """Return the object of this content; make it unless one is in use."""
        shared = self._alive.get(content)
        if shared is None:
            # `setdefault`: another thread may have made it meanwhile, and all must get one object.
            shared = self._alive.setdefault(content, make())
        self._recent.append(shared)
        return shared


def memoized(most: int) -> Callable[[Callable[[K, *Ts], T]], Callable[[K, *Ts], T]]:
    """Remember ``most`` results of a function for each first argument, as long as that lives."""

    def decorate(function: Callable[[K, *Ts], T]) -> Callable[[K, *Ts], T]:
        # Weak: `lru_cache` would keep the first argument itself alive.
        memories: WeakKeyDictionary[K, dict[Hashable, T]] = WeakKeyDictionary()

        @wraps(function)
        def remembering(owner: K, *args: *Ts) -> T:
            memory = memories.setdefault(owner, {})
            known = memory.get(args)
            if known is None:
                if len(memory) >= most:
                    # All are dropped, not the oldest one: keeping an order would slow every hit.
                    memory.clear()
                known = memory[args] = function(owner, *args)
            return known

        return remembering

    return decorate
