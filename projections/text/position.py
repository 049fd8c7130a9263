"""A game in lines: players and result, then the position as its ruleset shows it."""

from collections.abc import Iterator

from domain.kernel.game import Game
from domain.record.visibility import Viewer
from projections.answers.games import Result, Seat, View
from projections.bare_boards import bare_position
from projections.text.contract import telling_of
from projections.text.line import Line, PlayerAt, Text, text


def lines(game: Game, view: View, viewer: Viewer, *, is_bare: bool = False) -> Iterator[Line]:
    """Yield the lines of a game; ``view`` is its view for the same viewer.

    With ``is_bare`` they name no place that has its name from who drew the board.
    """
    yield from _heading(view)
    yield ""
    if game.state is not None:
        state = bare_position(game) if is_bare else game.state
        yield from telling_of(game.ruleset.id).lines(state, viewer)


def _heading(view: View) -> Iterator[Line]:
    yield text(
        "told.game",
        title=view.title,
        ruleset=text(f"{view.ruleset}.title"),
        status=text(f"told.status_{view.status}"),
        version=view.version,
    )
    yield from map(_seat, view.seats)
    if view.broken:
        yield text("record_broken", version=view.broken.version)
    if view.closed:
        yield text("game_closed", reason=view.closed.reason)
    if view.viewer.seat is not None:
        yield text("told.you", seat=PlayerAt(view.viewer.seat))
    if view.to_act:
        yield text("told.to_act", seats=list(map(PlayerAt, view.to_act)))
    if view.result:
        yield _result(view.ruleset, view.result)


def _seat(seat: Seat) -> Text:
    return text(
        "told.seat_of",
        seat=seat.seat,
        name=_occupant(seat),
        colour=text(f"told.colour_{seat.colour}"),
    )


def _occupant(seat: Seat) -> str | Text:
    if seat.bot:
        return text("told.bot", name=seat.name, kind=text(f"bot_{seat.bot}"))
    return player_name(seat) or text("row_open_seat")


def player_name(seat: Seat) -> str | Text | None:
    """Return the name to show for a viewed seat, None if the seat is open."""
    return text("player_forgotten") if seat.forgotten else seat.name


def _result(ruleset: str, result: Result) -> Text:
    won = text(
        "result_won" if len(result.winners) == 1 else "result_shared",
        names=list(map(PlayerAt, result.winners)),
        n=result.scores[result.winners[0]],
    )
    return text("told.result", won=won, reason=_reason(ruleset, result.reason))


def _reason(ruleset: str, reason: str) -> Text:
    """Return the reason why the game ended; that of resigning is the same in every ruleset."""
    return text(f"reason_{reason}" if reason == "resignation" else f"{ruleset}.reason_{reason}")
