"""All read models of a game as one function: its row, and its sort keys in all their lists."""

import msgspec

from domain.record.visibility import JsonObject
from projections import bots_waiting, deadlines, lobby, my_games
from projections.contract import Placement
from projections.list_facts import facts_line
from projections.summary import Facts, Sitting, Summary


def place(game_id: str, summary: Summary) -> Placement:
    """Place a game in the lists of the lobby, its players, bots to move and due moments.

    Some fields of a row are only for some readers: ``waits``, the start of the wait for each seat;
    ``dues``, pairs of a seat and the time at which its turn is due; ``to_move``, pairs of a seat
    and the bot that may move it; and ``study``, the moment that a study began from.
    """
    keys = {
        **lobby.sort_keys(summary),
        **my_games.sort_keys(summary),
        **bots_waiting.sort_keys(summary),
        **deadlines.sort_keys(summary),
    }
    if not keys:
        return Placement()
    game = summary.game
    return Placement({**row(game_id, game), **_for_some(summary)}, keys, facts_line(game))


def row(game_id: str, game: Facts) -> JsonObject:
    """Return a game's row; players are ids."""
    # Names may change after the row is written, so readers add them.
    return {
        "game_id": game_id,
        "ruleset": game.ruleset,
        "title": game.title,
        "creator": game.creator,
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


def _for_some(summary: Summary) -> JsonObject:
    game = summary.game
    fields: JsonObject = {
        "study": None if game.study is None else {"of": game.study[0], "at": game.study[1]},
        "waits": [began and began.at for began in summary.waiting],
    }
    if due := game.due_by_seat():
        fields["dues"] = [*due.items()]
    if bots := bots_waiting.to_move(game):
        fields["to_move"] = [*bots.items()]
    return fields


def _seat(number: int, seat: Sitting | None) -> JsonObject | None:
    return {"seat": number, "player": seat.player, "bot": seat.bot} if seat else None


def _time(game: Facts) -> JsonObject:
    """Return the deadline, and whether it is paused; nothing for a game without a deadline."""
    if game.deadline is None:
        return {}
    fields: JsonObject = {"deadline": msgspec.to_builtins(game.deadline)}
    return fields if game.pause is None else {**fields, "paused": True}
