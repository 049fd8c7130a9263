"""Boards of games: all games on a board that we ship share it, and its description."""

from functools import lru_cache
from typing import Any

from domain.kernel.decider import Ruleset
from domain.record.visibility import JsonObject


def board_of(ruleset: Ruleset[Any, Any, Any], description: JsonObject) -> tuple[JsonObject, Any]:
    """Return a board's description and the board; of a shipped board always the same objects."""
    name = description.get("id")
    if name in ruleset.wire.boards.ids:
        shipped = _shipped(ruleset, name)
        # The name alone is no proof: an older record may hold an earlier form of the board, which
        # its game keeps.
        if shipped[0] == description:
            return shipped
    return description, ruleset.wire.boards.read(description)


@lru_cache
def _shipped(ruleset: Ruleset[Any, Any, Any], name: str) -> tuple[JsonObject, Any]:
    boards = ruleset.wire.boards
    description = boards.json(boards.read(name))
    # Read back from the description, as the board of a record is.
    return description, boards.read(description)
