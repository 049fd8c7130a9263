"""The rulesets on offer, their options and boards."""

from typing import Any

from flask import Response

from clients.bots import bot_names
from domain.decider import Ruleset
from domain.errors import UnknownName
from domain.rulesets import ruleset_named, rulesets
from domain.visibility import JsonObject
from service.http.access import answer
from service.http.parsing import Resource
from service.http.shapes import ref

blp = Resource("rulesets", __name__, description="What can be played, and on which boards.")


@blp.get("/rulesets")
@blp.response(200, ref("Rulesets"), description="Every ruleset.")
def list_rulesets() -> Response:
    """Every ruleset with its options and boards."""
    return answer({"rulesets": [_shown(ruleset) for ruleset in rulesets().values()]})


@blp.get("/rulesets/<name>")
@blp.response(200, ref("Ruleset"), description="The ruleset.")
def read_ruleset(name: str) -> Response:
    """One ruleset: seats, options as JSON Schema with defaults, boards, bots, moves."""
    ruleset = ruleset_named(name)
    return answer({**_shown(ruleset), "moves": ruleset.moves_schema()})


@blp.get("/rulesets/<name>/boards/<board>")
@blp.response(200, ref("Board"), description="The board and its topology.")
def read_board(name: str, board: str) -> Response:
    """A board with its spaces, points and sides and their drawing coordinates."""
    ruleset = ruleset_named(name)
    if board not in ruleset.board_ids:
        raise UnknownName("board", board, list(ruleset.board_ids))
    drawn = ruleset.board(board)
    return answer({"board": ruleset.board_json(drawn), "topology": ruleset.topology_json(drawn)})


def _shown(ruleset: Ruleset[Any, Any, Any]) -> JsonObject:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "rules_version": ruleset.rules_version,
        "seats": list(ruleset.seat_counts),
        "options": ruleset.options_schema(),
        "boards": [_board(ruleset, name) for name in ruleset.board_ids],
        "bots": list(bot_names(ruleset.id)),
    }


def _board(ruleset: Ruleset[Any, Any, Any], name: str) -> JsonObject:
    return {"id": name, "title": ruleset.board_json(ruleset.board(name))["title"]}
