"""The view of a game for a seat or the public: the only way out for a position."""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import starmap
from typing import Any, TypeVar
from weakref import ref

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel import deadlines
from domain.kernel.facts import GameFacts
from domain.kernel.game import Game, Seat
from domain.kernel.timeline import UndoRequest
from domain.kernel.undo import ways, yet_to_answer
from domain.record.visibility import JsonObject, Viewer
from projections.answers import games
from projections.answers.clocks import Deadline
from projections.answers.games import (
    Host,
    Imported,
    Result,
    Study,
    TakenSeat,
    Undo,
    View,
    Way,
    Ways,
)
from projections.bot_names import bot_name
from projections.clock import clock
from projections.lookalikes import twins
from projections.stand_ins import stand_ins

NameOf = Callable[[str], str | None]
"""Looks up a player's present name, which no record contains; None if they have left."""
AnySeat = TypeVar("AnySeat", games.Seat, TakenSeat | None)
BoardOf = Callable[[Game], Any]
"""Returns a game's board as JSON, encoded or not."""
SEAT_COLOURS = ("red", "yellow", "blue", "green")
"""The colours of the seats of every game; none has more seats yet."""
TERMS_KEPT = 1_000


def board_json(game: Game) -> Any:
    """Return the board as JSON."""
    return game.ruleset.wire.boards.json(game.setup.board)


def view(
    game_id: str, game: Game, viewer: Viewer, name_of: NameOf, board_of: BoardOf = board_json
) -> View:
    """Return the API's view of a game after its last event, for a viewer.

    It follows from the record alone, so no standing order can show in it. Join codes, kept seats
    and whether the game is frozen are not in the record either: the caller adds them.
    """
    facts, terms, deadline = game.facts, game.terms, game.terms.deadline
    return View(
        game_id=game_id,
        ruleset=game.ruleset.id,
        rules_version=terms.rules_version,
        version=game.version,
        head=game.head,
        hash=game.hash,
        status=facts.status,
        title=terms.title,
        listed=terms.listed,
        fair=terms.chance.fair,
        study=Study(terms.study.of, terms.study.at) if terms.study else None,
        host=host(terms.creator, name_of(terms.creator)),
        options=game.ruleset.wire.options.json(game.setup.options),
        deadline=stated_deadline(deadline) if deadline else None,
        clock=UNSET if deadline is None else clock(game, deadline),
        created_at=game.created_at,
        updated_at=game.updated_at,
        undo=_undo(game, facts, viewer),
        stand_ins=stand_ins(game),
        seats=seats(game_id, game, name_of),
        viewer=games.Viewer(viewer.seat),
        to_act=facts.to_act,
        **_position(game, viewer),
        board=board_of(game),
        result=None if facts.outcome is None else result(game),
        join_code=None,
        kept=[],
        imported=imported(game),
    )


def imported(game: Game) -> Imported | UnsetType:
    """Return the origin of an imported game; unset for a game that was played here."""
    origin = game.origin
    return UNSET if origin is None else Imported(origin.at, origin.by)


def host(player: str, name: str | None) -> Host:
    """Return a game's creator, seated or not; without a name, the player has left."""
    return Host(player, name, forgotten=name is None)


@lru_cache(TERMS_KEPT)
def stated_deadline(deadline: deadlines.Deadline) -> Deadline:
    """Return the terms of a deadline without those at their defaults."""
    return Deadline(**msgspec.to_builtins(deadline))


def _position(game: Game, viewer: Viewer) -> JsonObject:
    if game.timeline is None:
        return {"turn": 0, "phase": None, "state": None}
    return game.ruleset.wire.view(game.state, viewer)


def _undo(game: Game, facts: GameFacts, viewer: Viewer) -> Undo:
    line = game.timeline
    return Undo(
        policy=facts.undo,
        floor=_floor(game, facts, viewer),
        request=_request(game, line.request) if line and line.request else None,
        redo=line.redo.seat if line and line.redo else None,
        you=_ways(game, viewer.seat) if facts.status == "live" else None,
    )


def _ways(game: Game, seat: int | None) -> Ways | None:
    """Return the undo and redo open to a seat of a live game; None for the public."""
    return None if seat is None else Ways(*starmap(Way, ways(game, seat)))


def _floor(game: Game, facts: GameFacts, viewer: Viewer) -> int:
    """Return the undo floor of the viewer's seat if it is to act, otherwise of the first to act."""
    if game.timeline is None or not facts.to_act:
        return game.head
    acting = viewer.seat if viewer.seat in facts.to_act else facts.to_act[0]
    return game.timeline.floor(acting)


def _request(game: Game, request: UndoRequest) -> games.UndoRequest:
    return games.UndoRequest(request.seat, request.to, request.accepted, yet_to_answer(game))


def seats(game_id: str, game: Game, name_of: NameOf) -> list[games.Seat]:
    """Return the seats with their players; an open seat has neither bot nor player."""
    names = SeatNames(game_id, game.ruleset.id, name_of)
    nobody = Seat(None, None, None)
    seated = [seat or nobody for seat in game.seats]
    return mark_twins(
        games.Seat(
            seat=number,
            name=(name := names.name(number, seat.player, seat.bot)),
            bot=seat.bot,
            player_id=seat.player,
            forgotten=name is None and seat.player is not None,
            colour=SEAT_COLOURS[number],
        )
        for number, seat in enumerate(seated)
    )


def mark_twins(seats: Iterable[AnySeat]) -> list[AnySeat]:
    """Return the seats of a table, each marked ``name_twin`` whose name looks like another's."""
    marked = list(seats)
    alike = twins(tuple(map(_shown_name, marked)))
    for number, seat in enumerate(marked):
        if seat is not None and number in alike:
            seat.name_twin = True
    return marked


def _shown_name(seat: games.Seat | TakenSeat | None) -> str | None:
    if seat is None:
        return None
    # players who have left are shown alike
    return "" if seat.forgotten else seat.name


def players_of(game: Game) -> set[str]:
    """Return the players whose names the view shows."""
    return {seat.player for seat in game.seats if seat and seat.player} | {game.terms.creator}


class SeatNames(Struct, frozen=True):
    """The names in the seats of a game: players' present ones, and those of bots."""

    game_id: str
    ruleset: str
    name_of: NameOf

    def taken(
        self, occupants: Iterable[tuple[str | None, str | None] | None]
    ) -> list[TakenSeat | None]:
        """Return the seats of a table from the player and the bot of each that is taken."""
        return mark_twins(who and self._taken(number, *who) for number, who in enumerate(occupants))

    def _taken(self, number: int, player: str | None, bot: str | None) -> TakenSeat:
        name = self.name(number, player, bot)
        forgotten = name is None and player is not None
        return TakenSeat(seat=number, name=name, bot=bot, player_id=player, forgotten=forgotten)

    def name(self, number: int, player: str | None, bot: str | None) -> str | None:
        """Return the name in a seat; None for a player who has left, who is shown as ``forgotten``.

        No words replace that name, as they could be the name of somebody else.
        """
        if player:
            return self.name_of(player)
        return bot and bot_name(self.ruleset, bot, self.game_id, number)


def result(game: Game) -> Result | None:
    """Return the game's outcome, None while the game goes on."""
    outcome = game.outcome
    return Result(outcome.winners, outcome.scores, outcome.reason) if outcome else None


class EncodedBoards:
    """The boards of games as JSON, each kept as long as the board, which games share."""

    # No event changes a board, so it is encoded once for all games on it.

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
        # `id` numbers are used again as soon as their object is gone.
        if number in self._kept and self._kept[number][0] is gone:
            del self._kept[number]


encoded_board = EncodedBoards()
