"""The lobby: a row for each listed game, in orders by status and ruleset, newest last."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from domain.kernel.game import Game, Seat, Status, viewer_of
from domain.kernel.pauses import pause_span
from domain.record.visibility import JsonObject
from projections.clock import due_by_seat
from projections.followed import Followed, Placement, milliseconds
from projections.view import result


def place(game_id: str, followed: Followed) -> Placement:
    """Place a listed game in the lobby; unlisted, cancelled and abandoned games have no row."""
    game = followed.game
    if not game.terms.listed or game.cancelled or game.abandoned:
        return Placement()
    changed = milliseconds(game.updated_at)
    orders = (
        order(status, ruleset)
        for status in (None, game.status)
        for ruleset in (None, game.ruleset.id)
    )
    due = due_by_seat(game)
    waiting = {"waiting_for": waiting_for(followed.waiting, due), **earliest(due.values())}
    return Placement({**row(game_id, game), **waiting}, dict.fromkeys(orders, changed))


def order(status: Status | None, ruleset: str | None) -> str:
    """Return the order of the games of a status and a ruleset (None: any)."""
    return f"{status or 'any'}:{ruleset or 'any'}"


def row(game_id: str, game: Game) -> JsonObject:
    """Return a game's row; players are ids, as names may change after it is written."""
    board = game.ruleset.wire.board_json(game.setup.board)
    return {
        "game_id": game_id,
        "ruleset": game.ruleset.id,
        "title": game.terms.title,
        "board": board.get("id"),
        "board_title": board.get("title"),
        "seats": [_seat(number, seat) for number, seat in enumerate(game.seats)],
        "status": game.status,
        "options": game.ruleset.wire.options.json(game.setup.options),
        "undo": game.undo_policy,
        "fair": game.terms.chance.fair,
        "turn": _turn(game),
        "version": game.version,
        "created_at": game.created_at,
        "updated_at": game.updated_at,
        "result": result(game),
        **_time(game),
    }


def waiting_for(waits: Sequence[str | None], due: Mapping[int, str]) -> list[JsonObject]:
    """Return the seats that a game waits for: since when, and until when if that is set."""
    return [
        {"seat": seat, "since": since, **earliest(due[n] for n in due if n == seat)}
        for seat, since in enumerate(waits)
        if since
    ]


def earliest(moments: Iterable[str]) -> JsonObject:
    """Return the field ``due`` with the earliest of the moments; nothing without one."""
    due = min(moments, default=None)
    return {} if due is None else {"due": due}


def _seat(number: int, seat: Seat | None) -> JsonObject | None:
    return {"seat": number, "player": seat.player, "bot": seat.bot} if seat else None


def _time(game: Game) -> JsonObject:
    """Return the deadline, and that it is in a pause; nothing for a game without a deadline."""
    if game.terms.deadline is None:
        return {}
    told: JsonObject = {"deadline": msgspec.to_builtins(game.terms.deadline)}
    return told if pause_span(game) is None else {**told, "paused": True}


def _turn(game: Game) -> int | None:
    if game.timeline is None:
        return None
    turn: int = game.ruleset.wire.view(game.state, viewer_of(game, None))["turn"]
    return turn
