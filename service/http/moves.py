"""Moves: a seat's legal ones, and making them."""

from functools import cached_property
from typing import Any

from flask import Response

from domain.errors import Malformed, Refused
from domain.kernel.decider import MoveList, Ruleset
from domain.kernel.game import Game
from domain.kernel.play import decide_move, parse_move, preview
from domain.kernel.rulesets import rulesets
from domain.kernel.undo import decide_answer, decide_redo, decide_undo
from domain.record.record import Draft
from service.game.commands import Independence, check_sound
from service.http.plumbing.access import answer, viewer, visible
from service.http.plumbing.actions import Action
from service.http.plumbing.auth import known_asker, seat_in
from service.http.plumbing.bodies import body
from service.http.plumbing.describing import TOKEN
from service.http.plumbing.game_shapes import prefix
from service.http.plumbing.headers import ETAG, IDEMPOTENCY_KEY, IF_MATCH
from service.http.plumbing.parsing import Resource, read
from service.http.plumbing.schemas import Answer, Move, MovesQuery, Notation, Nothing, UndoTarget
from service.http.plumbing.shapes import ref

MOVE, NOTATION, TARGET, ANSWER, NOTHING = Move(), Notation(), UndoTarget(), Answer(), Nothing()

A_MOVE = {"anyOf": [*(ref(f"{prefix(name)}Move") for name in rulesets()), NOTATION]}

blp = Resource("moves", __name__, description="Playing, taking back and resigning.")


@blp.get("/games/<game_id>/moves")
@blp.doc(operationId="list_moves", security=TOKEN)
@blp.arguments(MovesQuery(), location="query")
@blp.response(200, ref("Moves"), description="Every legal move of the asker's seat.")
def legal_moves(query: dict[str, Any], game_id: str) -> Response:
    """Every legal move of the asker's seat, each playable as it stands; none unless it is live.

    Past the bound `complete` is false, and any legal move is still accepted. So it is where bids
    beyond one's means are allowed: one stands for all of them, up to its fact `may_be`. `facts`
    says of each move, at the same place, its notation and what it costs and brings.
    """
    known_asker()
    history = visible(game_id, query["join_code"])
    game = history.game
    seat = seat_in(game_id, game)
    _check_type(game.ruleset, query["type"])
    legal: MoveList[Any] = MoveList((), complete=True)
    if game.status == "live" and history.broken is None:
        legal = game.ruleset.legal_moves(game.state, seat, query["limit"], query["type"])
    listed = {
        "version": game.version,
        "complete": legal.complete,
        "moves": [game.ruleset.wire.moves.json(move) for move in legal.moves],
        "facts": game.ruleset.wire.move_facts(game.state, seat, legal.moves),
    }
    return answer(listed)


def _check_type(ruleset: Ruleset[Any, Any, Any], type_: str | None) -> None:
    if type_ is None:
        return
    types = ruleset.wire.moves.types
    if type_ not in types:
        raise Malformed({"type": [f"must be one of {', '.join(types)}, not {type_[:80]!r}."]})


@blp.post("/games/<game_id>/moves")
@blp.doc(security=TOKEN)
@blp.headers(IF_MATCH, IDEMPOTENCY_KEY)
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
    return MakeMove(game_id).perform()


class MakeMove(Action):
    """A move as JSON or in its notation, which is read anew in each position."""

    form = MOVE

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The move, or its notation alone."""
        return _move_fields()

    def decide(self, newest: Game) -> Draft:
        """Decide the move by the rules."""
        return decide_move(newest, self.seat, _move_in(newest, self.fields))

    def independence(self) -> Independence:
        """Return the moves of other seats that the ruleset lets come first."""
        return Independence(self.seat, self._is_independent)

    def _is_independent(self, position: Game) -> bool:
        """True if the body has a move that other seats' moves leave valid; else it is stale."""
        if position.status != "live":
            return False
        try:
            move = _move_in(position, self.fields)
            return position.ruleset.is_independent(position.state, move)
        except (Malformed, Refused):
            return False


def _move_fields() -> dict[str, Any]:
    return read(NOTATION if "notation" in body() else MOVE)


def _move_in(position: Game, fields: dict[str, Any]) -> Any:
    if "notation" in fields:
        return parse_move(position, fields["notation"])
    return position.ruleset.wire.moves.read(fields)


@blp.post("/games/<game_id>/preview")
@blp.doc(security=TOKEN)
@blp.body(MOVE, A_MOVE)
@blp.response(200, ref("Preview"), description="Turn, phase and state as they would be.")
def preview_move(game_id: str) -> Response:
    """What a move would lead to: nothing is recorded, and nothing new is revealed.

    A move that would turn up a card is refused with `nothing_to_preview`.
    """
    known_asker()
    history = visible(game_id)
    game, seat = history.game, seat_in(game_id, history.game)
    check_sound(history)
    position = preview(game, seat, _move_in(game, _move_fields()))
    view = game.ruleset.wire.view(position, viewer(game_id, game))
    return answer({"version": game.version, **view})


@blp.post("/games/<game_id>/resign")
@blp.doc(security=TOKEN)
@blp.headers({**IF_MATCH, "required": False}, IDEMPOTENCY_KEY)
@blp.body(NOTHING)
@blp.response(
    201, ref("Accepted"), description="The event and the view just after it.", headers=ETAG
)
def resign(game_id: str) -> Response:
    """Resign the asker's seat, whatever the version.

    The seat is out for good; the others play on as the rules have it. With `If-Match` it is done at
    that version alone.
    """
    return Resign(game_id).perform()


class Resign(Action):
    """A seat leaves the game for good."""

    form = NOTHING
    needs_version = False

    def decide(self, newest: Game) -> Draft:
        """Decide the ruleset's own move of this name."""
        return decide_move(
            newest, self.seat, newest.ruleset.wire.moves.read({"type": "resign", **self.fields})
        )


@blp.post("/games/<game_id>/undo")
@blp.doc(security=TOKEN)
@blp.headers(IF_MATCH, IDEMPOTENCY_KEY)
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
    return Undo(game_id).perform()


class Undo(Action):
    """A seat goes back to an earlier event, or asks the others to."""

    form = TARGET

    def decide(self, newest: Game) -> Draft:
        """Decide by the game's undo policy."""
        return decide_undo(newest, self.seat, **self.fields)


@blp.post("/games/<game_id>/redo")
@blp.doc(security=TOKEN)
@blp.headers(IF_MATCH, IDEMPOTENCY_KEY)
@blp.body(NOTHING)
@blp.response(201, ref("Accepted"), description="The event and the view.", headers=ETAG)
def redo(game_id: str) -> Response:
    """Take back the latest undo not yet redone.

    A new move ends the line that could be redone.
    """
    return Redo(game_id).perform()


class Redo(Action):
    """A seat takes back the latest undo."""

    form = NOTHING

    def decide(self, newest: Game) -> Draft:
        """Decide on the line that was left."""
        return decide_redo(newest, self.seat, **self.fields)


@blp.post("/games/<game_id>/undo/answer")
@blp.doc(security=TOKEN)
@blp.headers({**IF_MATCH, "required": False}, IDEMPOTENCY_KEY)
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
    return AnswerUndo(game_id).perform()


class AnswerUndo(Action):
    """A seat agrees to another's undo, or does not."""

    form = ANSWER
    needs_version = False

    def decide(self, newest: Game) -> Draft:
        """Decide on the request that waits."""
        return decide_answer(newest, self.seat, **self.fields)
