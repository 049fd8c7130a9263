"""Moves: listing the legal ones, making and undoing them."""

from reprlib import repr as brief
from typing import Any

from flask import Response
from msgspec import UNSET

from domain.errors import Malformed, Refused
from domain.kernel.decider import MoveList, Ruleset
from domain.kernel.game import Game
from domain.kernel.play import decide_move, is_legal, parse_move, preview
from domain.kernel.rulesets import rulesets
from domain.kernel.undo import decide_answer, decide_redo, decide_undo
from domain.record.record import Draft
from projections.answers.games import Moves, Preview
from service.context import present_request, services
from service.game.folded_games import check_sound
from service.game.repeats import Independence
from service.http.answering.actions import Action, command
from service.http.answering.headers import ETAG, IDEMPOTENCY_KEY, IF_MATCH
from service.http.answering.private_answers import answer
from service.http.answering.shown_games import accepted, view_at_version
from service.http.asking.access import viewer, visible
from service.http.asking.auth import known_asker, seat_in
from service.http.document.describing import scoped
from service.http.document.game_shapes import prefix
from service.http.document.shapes import ref
from service.http.reading.bodies import body
from service.http.reading.parsing import Resource, read
from service.http.reading.queries import MOVES, MovesQuery
from service.http.reading.schemas import Answer, Move, Notation, Nothing, UndoTarget

MOVE, NOTATION, TARGET, ANSWER, NOTHING = Move(), Notation(), UndoTarget(), Answer(), Nothing()

FLAGS = {"true": True, "false": False}
MOVES_AFTER = {
    "name": "moves",
    "in": "query",
    "required": False,
    "schema": {"type": "boolean", "default": False},
    "description": "True for the seat's legal moves just after this one, too.",
}

A_MOVE = {"anyOf": [*(ref(f"{prefix(name)}Move") for name in rulesets()), NOTATION]}

blp = Resource("moves", __name__, description="Moves, undo and resignation.")


@blp.get("/games/<game_id>/moves")
@blp.doc(operationId="list_moves", security=scoped("read"))
@blp.arguments(MovesQuery(), location="query")
@blp.response(200, ref("Moves"), description="The legal moves of the viewer's seat.")
def legal_moves(query: dict[str, Any], game_id: str) -> Response:
    """List the legal moves of the viewer's seat, each ready to be sent.

    There are none unless the game is live, and none while the host has closed it. While it is
    live, `resign` is always listed: a program that chooses at random should leave it out.

    If `limit` cuts the list, `complete` is false; every legal move is still accepted. `complete` is
    also false if seats may bid beyond their means: one bid stands for all of them, up to its fact
    `may_be`. `facts` has the notation, cost and gains of each move, at the same index, and for a
    `choose_card` of Alexandros the `spaces` it leads to. `view=true` adds the view at the same
    version. With `notation` the list has that move alone, if it is legal.
    """
    # A missing token is refused before an unknown game.
    known_asker()
    history = visible(game_id, query["join_code"])
    game, state = history.game, history.game.state
    seat = seat_in(game_id, game)
    _check_type(game.ruleset, query["type"])
    legal: MoveList[Any] = MoveList((), complete=True)
    takes_moves = history.broken is None and services().freezes.of(game_id) is None
    if game.status == "live" and takes_moves:
        legal = _legal(game, seat, query)
    listed = Moves(
        version=game.version,
        complete=legal.complete,
        moves=[game.ruleset.wire.moves.json(move) for move in legal.moves],
        facts=game.ruleset.wire.move_facts(state, seat, legal.moves),
        view=view_at_version(game_id, history, history.version) if query["view"] else UNSET,
    )
    return answer(listed)


def _legal(game: Game, seat: int, query: dict[str, Any]) -> MoveList[Any]:
    if query["notation"] is None:
        return game.ruleset.legal_moves(game.state, seat, query["limit"], query["type"])
    move = parse_move(game, query["notation"])
    return MoveList((move,) if is_legal(game, seat, move) else (), complete=True)


def _check_type(ruleset: Ruleset[Any, Any, Any], type_: str | None) -> None:
    if type_ is None:
        return
    types = ruleset.wire.moves.types
    if type_ not in types:
        raise Malformed({"type": [f"must be one of {', '.join(types)}, not {type_[:80]!r}."]})


@blp.post("/games/<game_id>/moves")
@blp.doc(security=scoped("play"))
@blp.headers(IF_MATCH, IDEMPOTENCY_KEY, MOVES_AFTER)
@blp.body(MOVE, A_MOVE)
@blp.response(
    201, ref("Accepted"), description="The event and the view just after it.", headers=ETAG
)
def make_move(game_id: str) -> Response:
    """Make a move: a listed one, one of the same form, or its `notation` alone.

    With `If-Match: *` it is made at any version, if your seat may still make it. An independent
    move, which several seats owe at once, is also accepted for an older version if only other
    seats have moved since. `moves=true` adds the seat's legal moves just after it, listed without
    facts.
    """
    return MakeMove(game_id, _decide_requested_move, needs_version=True).perform()


def _decide_requested_move(newest: Game, seat: int) -> Draft:
    return decide_move(newest, seat, _requested_move(newest))


class MakeMove(Action):
    """A move as JSON or in notation."""

    # What a notation means depends on the position, so it is read again in each one that is tried.

    def perform(self) -> Response:
        """Record the move and answer it, with the seat's next moves if they are asked for."""
        lists_next = _is_true("moves")
        done = self._done()
        next_moves = _next_moves(done.game, self.seat) if lists_next else None
        return accepted(self.game_id, done, next_moves=next_moves)

    def independence(self) -> Independence:
        """Return the moves of other seats that may come first by the ruleset."""
        return Independence(self.seat, self._is_independent)

    def _is_independent(self, position: Game) -> bool:
        """True if the body has a move that stays valid when other seats move first."""
        if position.status != "live":
            return False
        try:
            return bool(_requested_move(position).is_independent)
        except (Malformed, Refused):
            return False


def _is_true(name: str) -> bool:
    """Return a flag of the query. Raises Malformed."""
    # Read by hand: a schema would cost every move some time, even without the flag.
    request = present_request()
    if not request.environ.get("QUERY_STRING"):
        return False
    stated = request.args.get(name, "false")
    if stated not in FLAGS:
        raise Malformed({name: [f"must be true or false; given: {brief(stated)}."]})
    return FLAGS[stated]


def _next_moves(game: Game, seat: int) -> list[Any]:
    if game.status != "live":
        return []
    legal = game.ruleset.legal_moves(game.state, seat, MOVES, None)
    return [game.ruleset.wire.moves.json(move) for move in legal.moves]


def _requested_move(position: Game) -> Any:
    """Return the body's move as JSON or in notation, legal or not. Raises Malformed or Refused."""
    stated = body()
    if "notation" in stated:
        return parse_move(position, read(NOTATION)["notation"])
    # The ruleset finds all other faults of a move.
    fields = stated if type(stated.get("type")) is str else read(MOVE)
    return position.ruleset.wire.moves.read(fields)


@blp.post("/games/<game_id>/preview")
@blp.doc(security=scoped("read"))
@blp.body(MOVE, A_MOVE)
@blp.response(200, ref("Preview"), description="Turn, phase and state after the move.")
def preview_move(game_id: str) -> Response:
    """Preview a move: nothing is recorded, and nothing new is revealed.

    A move is refused with `nothing_to_preview` if it would turn up a card, end the game, or depend
    on cards that you cannot see.
    """
    known_asker()
    history = visible(game_id)
    game, seat = history.game, seat_in(game_id, history.game)
    check_sound(history)
    position = preview(game, seat, _requested_move(game))
    view = game.ruleset.wire.view(position, viewer(game_id, game))
    return answer(Preview(version=game.version, **view))


@command(blp, "/games/<game_id>/resign", NOTHING, "The event and the view just after it.")
def resign(newest: Game, seat: int) -> Draft:
    """Resign the viewer's seat, at any version.

    The seat is out permanently; the others play on by the rules. With `If-Match` it resigns only at
    that version.
    """
    return decide_move(newest, seat, newest.ruleset.wire.moves.read({"type": "resign"}))


@command(
    blp,
    "/games/<game_id>/undo",
    TARGET,
    "The event (undone, or a request for consent) and the view.",
    needs_version=True,
)
def undo(newest: Game, seat: int, to: int) -> Draft:
    """Go back to event `to`.

    This happens at once if the undo is free, otherwise with the others' consent; `undo` in the view
    says which.
    """
    return decide_undo(newest, seat, to)


@command(blp, "/games/<game_id>/redo", NOTHING, needs_version=True)
def redo(newest: Game, seat: int) -> Draft:
    """Take back the latest undo that is not yet redone.

    After a new move nothing can be redone.
    """
    return decide_redo(newest, seat)


@command(
    blp,
    "/games/<game_id>/undo/answer",
    ANSWER,
    "The event (accepted, declined, or undone by the last yes).",
)
def answer_undo(newest: Game, seat: int, accept: bool, to: int | None) -> Draft:
    """Accept or decline another seat's request to undo; its own seat may withdraw it.

    Name the request by `to`, as it may have ended in between, and another one begun.
    """
    return decide_answer(newest, seat, accept, to)
