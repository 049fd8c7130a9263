"""Games that are watched: events as they happen, and positions of the past."""

import json
import sys

import click

from ..client import Anabasis
from ..shapes import JsonObject
from .context import Context, tell
from .event_words import event_line
from .harmless import cut, harmless_lines
from .panel import status
from .plain import plain
from .played_game import LIVE, Line, stream
from .raw import told_by_server
from .screen import Boards, position_lines, screen_here


def follow(context: Context, game: str, after: int | None) -> None:
    """Print a line for each event, or the event as JSON, until the game is over."""
    client, line = context.client(needed=False), Line(tell)
    view = plain(line.persist(lambda: client.view(game)))
    boards = Boards(client, {})
    if not context.as_json:
        _show(view, boards)
    begin = view["version"] if after is None else after
    for event in stream(client, game, begin, line):
        if context.as_json:
            click.echo(json.dumps(event))
            continue
        view = _known(client, line, view, event)
        click.echo(cut(event_line(event, view), screen_here().columns))
        if event["type"] == "turn_ended" and sys.stdout.isatty():
            view = plain(line.persist(lambda: client.view(game)))
            _show(view, boards)
    if not context.as_json:
        _show(plain(line.persist(lambda: client.view(game))), boards)


def show_at(context: Context, game: str, at: int | None, text: bool) -> None:
    """Print a position of the past; without ``at``, step through the game on a terminal."""
    client = context.client(needed=False)
    if text:
        click.echo("\n".join(harmless_lines(told_by_server(client, game, at))))
    elif at is None and sys.stdin.isatty() and sys.stdout.isatty() and not context.as_json:
        _step(client, game)
    else:
        view = plain(client.view(game, at))
        if context.as_json:
            click.echo(json.dumps(view))
        else:
            _show(view, Boards(client, {}))


def _known(client: Anabasis, line: Line, view: JsonObject, event: JsonObject) -> JsonObject:
    """Return a view that knows the names of all seats: read anew when one is taken or freed."""
    if event["type"] in {"seat_taken", "seat_freed"} or view["status"] not in LIVE:
        return plain(line.persist(lambda: client.view(view["game_id"])))
    return view


def _step(client: Anabasis, game: str) -> None:
    boards = Boards(client, {})
    last, at = client.view(game)["version"], 1
    while True:
        _show(plain(client.view(game, at)), boards, kept=1)
        typed = input(f"{at} of {last}: Enter on, b back, a number, q leaves > ").strip()
        if typed == "q":
            return
        step = int(typed) if typed.isdecimal() else at + (-1 if typed == "b" else 1)
        at = min(max(1, step), last)


def _show(view: JsonObject, boards: Boards, kept: int = 0) -> None:
    screen = screen_here()
    drawing = boards.drawing(view, [])
    lines = position_lines(view, drawing, screen, kept + 1)
    click.echo("\n".join(lines))
    if drawing is None and not view["state"]:
        click.echo(cut(status(view), screen.columns))
