"""Positions as tests compare them."""

from typing import Any

import msgspec


def without_refusals(state: Any) -> Any:
    """Return the position as a study begins with it, without the terms that seats have refused."""
    base = getattr(state, "base", state)
    if not hasattr(base, "declined"):
        return state
    forgetful = msgspec.structs.replace(base, declined=())
    return forgetful if base is state else msgspec.structs.replace(state, base=forgetful)
