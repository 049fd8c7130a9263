"""Boards without the texts of who drew them: a title, and names on the map."""

from dataclasses import replace
from typing import Any

from msgspec import structs

from domain.kernel.game import Game
from domain.record.visibility import JsonObject

NAMED = ("places", "names")
"""The fields with nothing but names and where they stand."""


def bare_board(board: JsonObject) -> JsonObject:
    """Return a board's JSON without its title and names; it is a valid board of its ruleset."""
    bare = {**board, "title": ""} | {field: [] for field in NAMED if field in board}
    return bare | _nameless_route(board)


def bare_position(game: Game) -> Any:
    """Return a game's position, in its ruleset's own type, on the board without texts."""
    boards, state = game.ruleset.wire.boards, game.state
    board = boards.read(bare_board(boards.json(game.setup.board)))
    return structs.replace(state, table=replace(state.table, board=board))


def bare_state(state: JsonObject) -> JsonObject:
    """Return the state of a view without the names of its board."""
    return {**state, **_nameless_route(state)}


def _nameless_route(part: JsonObject) -> JsonObject:
    if "route" not in part:
        return {}
    return {"route": [{**crossing, "name": ""} for crossing in part["route"]]}
