"""Boards without the texts of who drew them: a title, and names on the map."""

from domain.record.visibility import JsonObject

NAMED = ("places", "names")
"""The fields with nothing but names and where they stand."""


def bare_board(board: JsonObject) -> JsonObject:
    """Return a board's JSON, of any ruleset, without texts; it is a valid board like the other."""
    bare = {**board, "title": ""} | {field: [] for field in NAMED if field in board}
    if "route" in board:
        bare["route"] = [{**crossing, "name": ""} for crossing in board["route"]]
    return bare
