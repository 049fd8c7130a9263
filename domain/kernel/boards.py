"""Boards of games, made once for all games on the same one."""

from functools import lru_cache
from typing import Any

import msgspec

from domain.kernel.decider import Ruleset
from domain.record.visibility import JsonObject

LARGEST, MOST = 10_000, 16
"""The bytes and the number of descriptions that are remembered: those of the boards we ship are
smaller, and larger ones could fill the memory."""


def board_of(ruleset: Ruleset[Any, Any, Any], description: JsonObject) -> tuple[JsonObject, Any]:
    """Return a board's description and the board, the same objects for equal descriptions."""
    written = msgspec.json.encode(description)
    if len(written) > LARGEST:
        return description, ruleset.wire.board(description)
    return _remembered(ruleset, written)


@lru_cache(MOST)
def _remembered(ruleset: Ruleset[Any, Any, Any], written: bytes) -> tuple[JsonObject, Any]:
    description = msgspec.json.decode(written)
    return description, ruleset.wire.board(description)
