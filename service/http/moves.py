"""Moves: what a seat may do, and doing it."""

from typing import Any

from flask import Response

from domain.decider import MoveList
from domain.play import decide_move, preview
from domain.undo import decide_answer, decide_redo, decide_undo
from service.commands import Decide
from service.context import services
from service.http.access import (
    accepted,
    answer,
    command_of,
    played,
    require_version,
    viewer,
    visible,
)
from service.http.auth import seat_in
from service.http.parsing import Resource
from service.http.schemas import Answer, Move, MovesQuery, Nothing, UndoTarget

blp = Resource("moves", __name__, description="Playing, taking back and resigning.")

IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "example": '"12"'},
    "description": "The version decided on, the ETag of the view; `*` for whichever it is.",
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 200},
    "description": "The same key again gives the first answer again and records nothing twice.",
}


@blp.get("/games/<game_id>/moves")
@blp.arguments(MovesQuery(), location="query")
@blp.response(200, description="Every legal move of the asker's seat.")
def legal_moves(query: dict[str, Any], game_id: str) -> Response:
    """Every legal move of the asker's seat, each playable as it stands; none unless it is live.

    Past the bound `complete` is false, and any legal move is still accepted.
    """
    game = visible(game_id, query["join_code"]).game
    seat = seat_in(game_id, game)
    found: MoveList[Any] = MoveList((), complete=True)
    if game.status == "live":
        found = game.ruleset.legal_moves(game.state, seat, query["limit"], query["type"])
    body = {
        "version": game.version,
        "complete": found.complete,
        "moves": [game.ruleset.move_json(move) for move in found.moves],
    }
    return answer(body)


@blp.post("/games/<game_id>/moves")
@blp.doc(parameters=[IF_MATCH, IDEMPOTENCY_KEY])
@blp.arguments(Move())
@blp.response(201, description="The event and the view just after it.")
def make_move(given: dict[str, Any], game_id: str) -> Response:
    """Make a move."""
    game = played(game_id)
    seat = seat_in(game_id, game)
    move = game.ruleset.move_from_json(given)
    return _done(game_id, given, seat, lambda newest: decide_move(newest, seat, move))


@blp.post("/games/<game_id>/preview")
@blp.arguments(Move())
@blp.response(200, description="Turn, phase and state as they would be.")
def preview_move(given: dict[str, Any], game_id: str) -> Response:
    """What a move would lead to: nothing is recorded, and nothing new is revealed.

    A move that would turn up a card is refused with `nothing_to_preview`.
    """
    game = visible(game_id).game
    seat = seat_in(game_id, game)
    position = preview(game, seat, game.ruleset.move_from_json(given))
    return answer({"version": game.version, **game.ruleset.view(position, viewer(game_id, game))})


@blp.post("/games/<game_id>/resign")
@blp.doc(parameters=[IDEMPOTENCY_KEY])
@blp.arguments(Nothing())
@blp.response(201, description="The event and the view just after it.")
def resign(given: dict[str, Any], game_id: str) -> Response:
    """Resign the asker's seat, whatever the version."""
    game = played(game_id)
    seat = seat_in(game_id, game)
    move = game.ruleset.move_from_json({"type": "resign"})
    return _done(
        game_id, given, seat, lambda newest: decide_move(newest, seat, move), any_version=True
    )


@blp.post("/games/<game_id>/undo")
@blp.doc(parameters=[IF_MATCH, IDEMPOTENCY_KEY])
@blp.arguments(UndoTarget())
@blp.response(201, description="The event (undone, or a request for consent) and the view.")
def undo(given: dict[str, Any], game_id: str) -> Response:
    """Go back to event `to`: at once where that is free, else by the others' consent."""
    seat = seat_in(game_id, played(game_id))
    return _done(game_id, given, seat, lambda newest: decide_undo(newest, seat, given["to"]))


@blp.post("/games/<game_id>/redo")
@blp.doc(parameters=[IF_MATCH, IDEMPOTENCY_KEY])
@blp.arguments(Nothing())
@blp.response(201, description="The event and the view.")
def redo(given: dict[str, Any], game_id: str) -> Response:
    """Take back the latest undo not yet redone."""
    seat = seat_in(game_id, played(game_id))
    return _done(game_id, given, seat, lambda newest: decide_redo(newest, seat))


@blp.post("/games/<game_id>/undo/answer")
@blp.doc(parameters=[{**IF_MATCH, "required": False}, IDEMPOTENCY_KEY])
@blp.arguments(Answer())
@blp.response(201, description="The event (accepted, declined, or undone by the last yes).")
def answer_undo(given: dict[str, Any], game_id: str) -> Response:
    """Accept or decline another seat's wish to undo; whoever asked may withdraw it."""
    seat = seat_in(game_id, played(game_id))
    accept = given["accept"]
    return _done(
        game_id, given, seat, lambda newest: decide_answer(newest, seat, accept), any_version=True
    )


def _done(
    game_id: str, given: dict[str, Any], seat: int, decide: Decide, *, any_version: bool = False
) -> Response:
    """Run a command, or answer again what it answered first."""
    command = command_of(given, seat)
    done = services().commands.answered(game_id, command)
    if done is None:
        if not any_version:
            require_version()
        done = services().commands.submit(game_id, decide, command)
    return accepted(game_id, done)
