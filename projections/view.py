"""The view of a game for a seat or the public: the only way out for a position."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar
from weakref import ref

import msgspec
from msgspec import Struct

from domain.kernel.game import Game, GameFacts, Seat
from domain.kernel.timeline import UndoRequest
from domain.kernel.undo import Way, ways, yet_to_answer
from domain.record.visibility import JsonObject, Viewer
from projections.bot_names import bot_name
from projections.clock import clock
from projections.lookalikes import twins

NameOf = Callable[[str], str | None]
"""Looks up a player's present name, not part of the record; None if they have left."""
SeatJson = TypeVar("SeatJson", JsonObject, JsonObject | None)
BoardOf = Callable[[Game], Any]
"""Returns a game's board as JSON, encoded or not."""
SEAT_COLOURS = ("red", "yellow", "blue", "green")
"""The colours of the seats of every game; none has more seats yet."""


def board_json(game: Game) -> Any:
    """Return the board as JSON."""
    return game.ruleset.wire.boards.json(game.setup.board)


def view(
    game_id: str, game: Game, viewer: Viewer, name_of: NameOf, board_of: BoardOf = board_json
) -> JsonObject:
    """Return the API's view of a game after its last event, for a viewer.

    It follows from the record alone. Standing orders are not in the record, so none can show in it.
    """
    started, facts, deadline = _started(game, viewer), game.facts, game.terms.deadline
    return {
        "game_id": game_id,
        "ruleset": game.ruleset.id,
        "rules_version": game.terms.rules_version,
        "version": game.version,
        "head": game.head,
        "hash": game.hash,
        "status": facts.status,
        "title": game.terms.title,
        "listed": game.terms.listed,
        "fair": game.terms.chance.fair,
        "study": study(game),
        "host": _host(game, name_of),
        "options": game.ruleset.wire.options.json(game.setup.options),
        "deadline": deadline and msgspec.to_builtins(deadline),
        **({} if deadline is None else {"clock": clock(game, deadline)}),
        "created_at": game.created_at,
        "updated_at": game.updated_at,
        "undo": _undo(game, facts, viewer),
        "seats": seats(game_id, game, name_of),
        "viewer": {"seat": viewer.seat},
        "to_act": list(facts.to_act),
        **started,
        "board": board_of(game),
        "result": None if facts.outcome is None else result(game),
    }


def _host(game: Game, name_of: NameOf) -> JsonObject:
    """Return the player who created the game, who may have no seat in it."""
    return host_json(game.terms.creator, name_of(game.terms.creator))


def host_json(player: str, name: str | None) -> JsonObject:
    """Return a game's creator; without a name, the player has left."""
    return {"player_id": player, "name": name, "forgotten": name is None}


def _started(game: Game, viewer: Viewer) -> JsonObject:
    if game.timeline is None:
        return {"turn": 0, "phase": None, "state": None}
    return game.ruleset.wire.view(game.state, viewer)


def _undo(game: Game, facts: GameFacts, viewer: Viewer) -> JsonObject:
    line = game.timeline
    return {
        "policy": facts.undo,
        "floor": _floor(game, facts, viewer),
        "request": _request(game, line.request) if line and line.request else None,
        "redo": line.redo.seat if line and line.redo else None,
        "you": _ways(game, viewer.seat) if facts.status == "live" else None,
    }


def _ways(game: Game, seat: int | None) -> JsonObject | None:
    """Return the undo and redo open to a seat of a live game; None for the public."""
    if seat is None:
        return None
    back, restart, redo = ways(game, seat)
    return {"back": _way(back), "restart": _way(restart), "redo": _way(redo)}


def _way(way: Way) -> JsonObject:
    return {"to": way.to, "leave": way.leave, "refused": way.refused}


def _floor(game: Game, facts: GameFacts, viewer: Viewer) -> int:
    """Return the undo floor of the viewer's seat if it is to act, else of the first to act."""
    if game.timeline is None or not facts.to_act:
        return game.head
    acting = viewer.seat if viewer.seat in facts.to_act else facts.to_act[0]
    return game.timeline.floor(acting)


def _request(game: Game, request: UndoRequest) -> JsonObject:
    return {
        "seat": request.seat,
        "to": request.to,
        "accepted": list(request.accepted),
        "waiting_for": list(yet_to_answer(game)),
    }


def seats(game_id: str, game: Game, name_of: NameOf) -> list[JsonObject]:
    """Return the seats with their players; an open seat has neither bot nor player."""
    names = SeatNames(game_id, game.ruleset.id, name_of)
    nobody = Seat(None, None, None)
    seated = [seat or nobody for seat in game.seats]
    return mark_twins(
        {**names.seat_json(number, seat.player, seat.bot), "colour": SEAT_COLOURS[number]}
        for number, seat in enumerate(seated)
    )


def mark_twins(seats: Iterable[SeatJson]) -> list[SeatJson]:
    """Return the seats of a table, each marked ``name_twin`` whose name looks like another's."""
    marked = list(seats)
    alike = twins(tuple(map(_shown_name, marked)))
    for number, seat in enumerate(marked):
        if seat is not None and number in alike:
            seat["name_twin"] = True
    return marked


def _shown_name(seat: JsonObject | None) -> str | None:
    if seat is None:
        return None
    # players who have left are shown alike
    name: str | None = "" if seat["forgotten"] else seat["name"]
    return name


def players_of(game: Game) -> set[str]:
    """Return the players whose names the view shows."""
    return {seat.player for seat in game.seats if seat and seat.player} | {game.terms.creator}


class SeatNames(Struct, frozen=True):
    """The names in the seats of a game: players' present ones, and those of bots."""

    game_id: str
    ruleset: str
    name_of: NameOf

    def seat_json(self, number: int, player: str | None, bot: str | None) -> JsonObject:
        """Return a seat; a player who has left has no name there but is ``forgotten``.

        Any words in place of the name could be the name of somebody else.
        """
        name = self._name(number, player, bot)
        forgotten = player is not None and name is None
        who = {"bot": bot, "player_id": player, "forgotten": forgotten}
        return {"seat": number, "name": name, **who}

    def _name(self, number: int, player: str | None, bot: str | None) -> str | None:
        if player:
            return self.name_of(player)
        return bot and bot_name(self.ruleset, bot, self.game_id, number)


def study(game: Game) -> JsonObject | None:
    """Return the game and event that a study branched from, None if the game is no study."""
    origin = game.terms.study
    return None if origin is None else {"of": origin.of, "at": origin.at}


def result(game: Game) -> JsonObject | None:
    """Return the game's outcome as JSON, None while the game goes on."""
    outcome = game.outcome
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "reason": outcome.reason,
    }


class EncodedBoards:
    """The boards of games as JSON: each is kept as long as the board, which games share.

    No event changes a board, so it is encoded once for all who play on it.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[ref[Any], msgspec.Raw]] = {}

    def __call__(self, game: Game) -> msgspec.Raw:
        """Return the JSON of a game's board."""
        board = game.setup.board
        kept = self._kept.get(id(board))
        return kept[1] if kept is not None and kept[0]() is board else self._encode(game)

    def _encode(self, game: Game) -> msgspec.Raw:
        board = game.setup.board
        encoded = msgspec.Raw(msgspec.json.encode(game.ruleset.wire.boards.json(board)))
        self._kept[id(board)] = (ref(board, partial(self._forget, id(board))), encoded)
        return encoded

    def _forget(self, number: int, gone: ref[Any]) -> None:
        """Forget a board that is gone, unless another one has taken its number."""
        if number in self._kept and self._kept[number][0] is gone:
            del self._kept[number]


encoded_board = EncodedBoards()
