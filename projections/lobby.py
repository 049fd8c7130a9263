"""The lobby: a row for each listed game, in orders by status and ruleset, newest last."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from domain.kernel.game import Status
from domain.record.times import milliseconds
from domain.record.visibility import JsonObject
from projections.contract import Placement
from projections.followed import Beginnings
from projections.summary import Facts, Sitting, Summary


def place(game_id: str, summary: Summary) -> Placement:
    """Place a listed game in the lobby; unlisted, cancelled and abandoned games have no row."""
    game = summary.game
    if not game.listed or game.status in ("cancelled", "abandoned"):
        return Placement()
    changed = milliseconds(game.updated_at)
    orders = (
        order(status, ruleset) for status in (None, game.status) for ruleset in (None, game.ruleset)
    )
    due = game.due_by_seat()
    waiting = {"waiting_for": waiting_for(waits(summary.waiting), due), **earliest(due.values())}
    return Placement({**row(game_id, game), **waiting}, dict.fromkeys(orders, changed))


def order(status: Status | None, ruleset: str | None) -> str:
    """Return the order of the games of a status and a ruleset (None: any)."""
    return f"{status or 'any'}:{ruleset or 'any'}"


def row(game_id: str, game: Facts) -> JsonObject:
    """Return a game's row; players are ids, as names may change after it is written."""
    return {
        "game_id": game_id,
        "ruleset": game.ruleset,
        "title": game.title,
        "board": game.board,
        "board_title": game.board_title,
        "seats": [_seat(number, seat) for number, seat in enumerate(game.seats)],
        "status": game.status,
        "options": game.options,
        "undo": game.undo,
        "fair": game.fair,
        "turn": game.turn,
        "version": game.version,
        "created_at": game.created_at,
        "updated_at": game.updated_at,
        "result": game.result,
        **_time(game),
    }


def waits(waiting: Beginnings) -> list[str | None]:
    """Return by seat since when the game waits for it."""
    return [began and began.at for began in waiting]


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


def _seat(number: int, seat: Sitting | None) -> JsonObject | None:
    return {"seat": number, "player": seat.player, "bot": seat.bot} if seat else None


def _time(game: Facts) -> JsonObject:
    """Return the deadline, and that it is in a pause; nothing for a game without a deadline."""
    if game.deadline is None:
        return {}
    told: JsonObject = {"deadline": msgspec.to_builtins(game.deadline)}
    return told if game.pause is None else {**told, "paused": True}
