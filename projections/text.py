"""A view as text: who plays and how it stands, then the position in its ruleset's words."""

from collections.abc import Iterator

from domain.game import Game
from domain.visibility import JsonObject, Viewer


def text(game: Game, view: JsonObject, viewer: Viewer) -> str:
    """The lines of a game's view for the viewer whom it was made for."""
    lines = [*_heading(view), ""]
    if game.state is not None:
        lines.append(game.ruleset.text(game.state, viewer))
    return "\n".join(lines)


def _heading(view: JsonObject) -> Iterator[str]:
    yield f"{view['title']}: {view['ruleset']}, {view['status']}, version {view['version']}"
    for seat in view["seats"]:
        yield f"seat {seat['seat']}: {seat['name'] or 'free'}, {seat['colour']}"
    if view["viewer"]["seat"] is not None:
        yield f"you: seat {view['viewer']['seat']}"
    if view["to_act"]:
        yield f"to act: seat {', '.join(map(str, view['to_act']))}"
    if view["result"]:
        winners = ", ".join(map(str, view["result"]["winners"]))
        yield f"result: seat {winners} wins ({view['result']['reason']})"
