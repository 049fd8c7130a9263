"""Moves: what a seat may do, and doing it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Response

from domain.errors import Malformed, Refused
from domain.kernel.decider import MoveList, Ruleset
from domain.kernel.game import Game
from domain.kernel.play import decide_move, preview, spoken_move
from domain.kernel.rulesets import rulesets
from domain.kernel.undo import decide_answer, decide_redo, decide_undo
from service.context import services
from service.game.commands import Command, Decide, Independence, check_sound
from service.http.plumbing.access import (
    accepted,
    answer,
    command_of,
    expected_version,
    seated,
    viewer,
    visible,
)
from service.http.plumbing.auth import seat_in, somebody
from service.http.plumbing.bodies import body
from service.http.plumbing.describing import SOMEBODY
from service.http.plumbing.game_shapes import prefix
from service.http.plumbing.headers import ETAG, IDEMPOTENCY_KEY, IF_MATCH
from service.http.plumbing.parsing import Resource, read
from service.http.plumbing.schemas import Answer, Move, MovesQuery, Notation, Nothing, UndoTarget
from service.http.plumbing.shapes import ref

MOVE, NOTATION, TARGET, ANSWER, NOTHING = Move(), Notation(), UndoTarget(), Answer(), Nothing()

A_MOVE = {"anyOf": [*(ref(f"{prefix(name)}Move") for name in rulesets()), ref("Notation")]}

blp = Resource("moves", __name__, description="Playing, taking back and resigning.")


@blp.get("/games/<game_id>/moves")
@blp.doc(operationId="list_moves", security=SOMEBODY)
@blp.arguments(MovesQuery(), location="query")
@blp.response(200, ref("Moves"), description="Every legal move of the asker's seat.")
def legal_moves(query: dict[str, Any], game_id: str) -> Response:
    """Every legal move of the asker's seat, each playable as it stands; none unless it is live.

    Past the bound `complete` is false, and any legal move is still accepted. So it is where bids
    beyond one's means are allowed: one stands for all of them, up to its fact `may_be`. `facts`
    says of each move, at the same place, its notation and what it costs and brings.
    """
    somebody()
    history = visible(game_id, query["join_code"])
    game = history.game
    seat = seat_in(game_id, game)
    _check_type(game.ruleset, query["type"])
    found: MoveList[Any] = MoveList((), complete=True)
    if game.status == "live" and history.broken is None:
        found = game.ruleset.legal_moves(game.state, seat, query["limit"], query["type"])
    listed = {
        "version": game.version,
        "complete": found.complete,
        "moves": [game.ruleset.move_json(move) for move in found.moves],
        "facts": game.ruleset.move_facts(game.state, seat, found.moves),
    }
    return answer(listed)


def _check_type(ruleset: Ruleset[Any, Any, Any], given: str | None) -> None:
    if given is None:
        return
    types = dict.fromkeys(
        kind["properties"]["type"]["const"] for kind in ruleset.moves_schema()["oneOf"]
    )
    if given not in types:
        raise Malformed({"type": [f"must be one of {', '.join(types)}, not {given[:80]!r}."]})


@blp.post("/games/<game_id>/moves")
@blp.doc(security=SOMEBODY)
@blp.doc(parameters=[IF_MATCH, IDEMPOTENCY_KEY])
@blp.body(MOVE, A_MOVE)
@blp.response(
    201, ref("Accepted"), description="The event and the view just after it.", headers=ETAG
)
def make_move(game_id: str) -> Response:
    """Make a move: a listed one as it stands, one like it, or its `notation` alone.

    With `If-Match: *` it is made at whatever version the game is, if your seat still may. A move
    that the ruleset calls independent, one that several seats owe at once, is accepted for an older
    version too, where nothing but other seats' moves came since.
    """
    game, seat = seated(game_id)
    independence = Independence(seat, lambda position: _is_independent(game, seat, position))
    command = replace(command_of(game, seat), independence=independence)

    def deciding() -> Decide:
        wish = _wish(game)
        return lambda newest: decide_move(newest, seat, wish(newest, seat))

    return _done(game_id, command, deciding)


def _is_independent(game: Game, seat: int, position: Game) -> bool:
    """Whether the body asks for a move that other seats' moves leave as it is in this position."""
    if position.status != "live":
        return False
    try:
        return position.ruleset.is_independent(position.state, _wish(game)(position, seat))
    except (Malformed, Refused):
        return False


def _wish(game: Game) -> Callable[[Game, int], Any]:
    """The move that the body asks for, once the position is known that its notation speaks of."""
    if "notation" in body():
        text = read(NOTATION)["notation"]
        return lambda newest, seat: spoken_move(newest, seat, text)
    move = game.ruleset.move_from_json(read(MOVE))
    return lambda *_: move


@blp.post("/games/<game_id>/preview")
@blp.doc(security=SOMEBODY)
@blp.body(MOVE, A_MOVE)
@blp.response(200, ref("Preview"), description="Turn, phase and state as they would be.")
def preview_move(game_id: str) -> Response:
    """What a move would lead to: nothing is recorded, and nothing new is revealed.

    A move that would turn up a card is refused with `nothing_to_preview`.
    """
    somebody()
    history = visible(game_id)
    game, seat = history.game, seat_in(game_id, history.game)
    check_sound(history)
    position = preview(game, seat, _wish(game)(game, seat))
    return answer({"version": game.version, **game.ruleset.view(position, viewer(game_id, game))})


@blp.post("/games/<game_id>/resign")
@blp.doc(security=SOMEBODY)
@blp.doc(parameters=[{**IF_MATCH, "required": False}, IDEMPOTENCY_KEY])
@blp.body(NOTHING)
@blp.response(
    201, ref("Accepted"), description="The event and the view just after it.", headers=ETAG
)
def resign(game_id: str) -> Response:
    """Resign the asker's seat, whatever the version.

    The seat is out for good; the others play on as the rules have it. With `If-Match` it is done at
    that version alone.
    """
    game, seat = seated(game_id)

    def deciding() -> Decide:
        read(NOTHING)
        move = game.ruleset.move_from_json({"type": "resign"})
        return lambda newest: decide_move(newest, seat, move)

    return _done(game_id, command_of(game, seat), deciding, any_version=True)


@blp.post("/games/<game_id>/undo")
@blp.doc(security=SOMEBODY)
@blp.doc(parameters=[IF_MATCH, IDEMPOTENCY_KEY])
@blp.body(TARGET)
@blp.response(
    201,
    ref("Accepted"),
    description="The event (undone, or a request for consent) and the view.",
    headers=ETAG,
)
def undo(game_id: str) -> Response:
    """Go back to event `to`.

    At once where that is free, else by the others' consent, as `undo` in the view tells.
    """
    game, seat = seated(game_id)

    def deciding() -> Decide:
        to = read(TARGET)["to"]
        return lambda newest: decide_undo(newest, seat, to)

    return _done(game_id, command_of(game, seat), deciding)


@blp.post("/games/<game_id>/redo")
@blp.doc(security=SOMEBODY)
@blp.doc(parameters=[IF_MATCH, IDEMPOTENCY_KEY])
@blp.body(NOTHING)
@blp.response(201, ref("Accepted"), description="The event and the view.", headers=ETAG)
def redo(game_id: str) -> Response:
    """Take back the latest undo not yet redone.

    A new move ends the line that could be redone.
    """
    game, seat = seated(game_id)

    def deciding() -> Decide:
        read(NOTHING)
        return lambda newest: decide_redo(newest, seat)

    return _done(game_id, command_of(game, seat), deciding)


@blp.post("/games/<game_id>/undo/answer")
@blp.doc(security=SOMEBODY)
@blp.doc(parameters=[{**IF_MATCH, "required": False}, IDEMPOTENCY_KEY])
@blp.body(ANSWER)
@blp.response(
    201,
    ref("Accepted"),
    description="The event (accepted, declined, or undone by the last yes).",
    headers=ETAG,
)
def answer_undo(game_id: str) -> Response:
    """Accept or decline another seat's wish to undo; whoever asked may withdraw it.

    Name with `to` the wish you mean: others may have ended it, and asked for another, meanwhile.
    """
    game, seat = seated(game_id)

    def deciding() -> Decide:
        given = read(ANSWER)
        return lambda newest: decide_answer(newest, seat, given["accept"], given["to"])

    return _done(game_id, command_of(game, seat), deciding, any_version=True)


def _done(
    game_id: str, command: Command, deciding: Callable[[], Decide], *, any_version: bool = False
) -> Response:
    """Run a command, or answer again what it answered first.

    A key that is known is answered before the version is looked at, and the version before the
    body is read against its schema: whoever is late needs no lecture on form.
    """
    commands = services().commands
    done = commands.answered(game_id, command)
    if done is None:
        command = replace(command, expected=expected_version(required=not any_version))
        commands.check_version(game_id, command)
        done = commands.submit(game_id, deciding(), command)
    return accepted(game_id, done)
