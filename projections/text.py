"""A view line by line: who plays and how it stands, then the position as its ruleset has it."""

from collections.abc import Iterator

from domain.kernel.game import Game
from domain.record.visibility import JsonObject, Viewer
from domain.telling import Line, Said, Sitter, said
from projections.view import FORGOTTEN


def lines(game: Game, view: JsonObject, viewer: Viewer) -> Iterator[Line]:
    """The lines of a game's view for the viewer whom it was made for."""
    yield from _heading(view)
    yield ""
    if game.state is not None:
        yield from game.ruleset.lines(game.state, viewer)


def _heading(view: JsonObject) -> Iterator[Line]:
    yield said(
        "told.game",
        title=view["title"],
        ruleset=said(f"{view['ruleset']}.title"),
        status=said(f"told.status_{view['status']}"),
        version=view["version"],
    )
    yield from map(_seat, view["seats"])
    if "broken" in view:
        yield said("record_broken", version=view["broken"]["version"])
    if view["viewer"]["seat"] is not None:
        yield said("told.you", seat=Sitter(view["viewer"]["seat"]))
    if view["to_act"]:
        yield said("told.to_act", seats=list(map(Sitter, view["to_act"])))
    if view["result"]:
        yield _result(view["ruleset"], view["result"])


def _seat(seat: JsonObject) -> Said:
    return said(
        "told.seat_of",
        seat=seat["seat"],
        name=sitter_name(seat) or said("row_open_seat"),
        colour=said(f"told.colour_{seat['colour']}"),
    )


def sitter_name(seat: JsonObject) -> str | Said | None:
    """What a viewed seat's sitter is called: a bot what it is, a person as they wish."""
    if seat["bot"]:
        return said(f"bot_{seat['bot']}")
    name: str | None = seat["name"]
    return said("player_forgotten") if name == FORGOTTEN else name


def _result(ruleset: str, result: JsonObject) -> Said:
    winners = result["winners"]
    won = said(
        "result_won" if len(winners) == 1 else "result_shared",
        names=list(map(Sitter, winners)),
        n=result["scores"][winners[0]],
    )
    return said("told.result", won=won, reason=_reason(ruleset, result["reason"]))


def _reason(ruleset: str, reason: str) -> Said:
    """Why the game ended; resigning is the same in all of them."""
    return said(f"reason_{reason}" if reason == "resignation" else f"{ruleset}.reason_{reason}")
