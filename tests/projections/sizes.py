"""The true sizes of objects, held against estimates."""

import gc
import sys
from collections.abc import Iterable
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any

WITHIN = 2.1


def bytes_of(*roots: Any, but: Iterable[Any] = ()) -> int:
    """The memory that objects take with all that they lead to, each counted once."""
    seen, rest, total = set(map(id, but)), list(roots), 0
    while rest:
        one = rest.pop()
        if id(one) in seen or isinstance(one, (type, ModuleType, FunctionType, Enum)):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        rest += gc.get_referents(one)
        # msgspec's Structs without garbage collection show the collector no referents.
        rest += [getattr(one, name) for name in getattr(type(one), "__struct_fields__", ())]
    return total


def is_near(estimate: int, truth: int) -> bool:
    return 1 / WITHIN < estimate / truth < WITHIN
