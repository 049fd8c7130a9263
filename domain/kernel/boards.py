"""Boards of games: all games on a board that we ship share it, and its description."""

from functools import lru_cache
from typing import Any

from domain.kernel.decider import Ruleset
from domain.record.visibility import JsonObject


def board_of(ruleset: Ruleset[Any, Any, Any], description: JsonObject) -> tuple[JsonObject, Any]:
    """Return a board's description and the board; of a shipped board always the same objects."""
    name = description.get("id")
    if name in ruleset.board_ids:
        shipped = _shipped(ruleset, name)
        if shipped[0] == description:
            return shipped
    return description, ruleset.wire.board(description)


@lru_cache
def _shipped(ruleset: Ruleset[Any, Any, Any], name: str) -> tuple[JsonObject, Any]:
    board = ruleset.wire.board(name)
    return ruleset.wire.board_json(board), ruleset.wire.board(ruleset.wire.board_json(board))
