"""Games that are watched: events as they happen, and positions of the past."""

import json
import sys

import click

from ..client import Anabasis
from ..shapes import JsonObject
from .context import Context, GamePlace, tell
from .event_words import event_line
from .harmless import cut, harmless_lines
from .panel import status
from .plain import plain
from .played_game import LIVE, Line, stream
from .raw import told_by_server
from .screen import Boards, position_lines, screen_here


def follow(context: Context, place: GamePlace, after: int | None) -> None:
    """Print a line for each event, or the event as JSON, until the game is over."""
    client, line = context.client(needed=False), Line(tell)
    view, boards = plain(client.view(place.game, code=place.code)), Boards(client, {})
    if not context.as_json:
        _show(view, boards)
    begin = view["version"] if after is None else after
    for event in stream(client, place, begin, line):
        if context.as_json:
            click.echo(json.dumps(event))
            continue
        if event["type"] in {"seat_taken", "seat_freed"} or view["status"] not in LIVE:
            view = _read(client, line, place)  # which knows the names of all seats
        click.echo(cut(event_line(event, view), screen_here().columns))
        # Once a turn: a board after each event would push the events off the screen.
        if event["type"] == "turn_ended" and sys.stdout.isatty():
            view = _read(client, line, place)
            _show(view, boards)
    if not context.as_json:
        _show(_read(client, line, place), boards)


def show_at(context: Context, place: GamePlace, at: int | None, text: bool) -> None:
    """Print a position of the past; without ``at``, step through the game on a terminal."""
    client = context.client(needed=False)
    if text:
        told = harmless_lines(told_by_server(client, place.game, at, place.code))
        context.print("\n".join(told), {"text": "\n".join(told)})
    elif at is None and sys.stdin.isatty() and sys.stdout.isatty() and not context.as_json:
        _step(client, place)
    else:
        view = plain(client.view(place.game, at, code=place.code))
        if context.as_json:
            click.echo(json.dumps(view))
        else:
            _show(view, Boards(client, {}))


def _read(client: Anabasis, line: Line, place: GamePlace) -> JsonObject:
    return plain(line.persist(lambda: client.view(place.game, code=place.code)))


def _step(client: Anabasis, place: GamePlace) -> None:
    boards = Boards(client, {})
    last, at = client.view(place.game, code=place.code)["version"], 1
    while True:
        _show(plain(client.view(place.game, at, code=place.code)), boards, kept=1)
        try:
            typed = input(f"{at} of {last}: Enter on, b back, a number, q leaves > ").strip()
        except EOFError:
            click.echo()
            return
        if typed == "q":
            return
        if typed not in {"", "b"} and not typed.isdecimal():
            click.echo(f"{typed!r} is none of these: Enter, b, q, or an event from 1 to {last}")
            continue
        step = int(typed) if typed.isdecimal() else at + (-1 if typed == "b" else 1)
        at = min(max(1, step), last)


def _show(view: JsonObject, boards: Boards, kept: int = 0) -> None:
    screen = screen_here()
    drawing = boards.drawing(view, [])
    lines = position_lines(view, drawing, screen, kept + 1)
    click.echo("\n".join(lines))
    if drawing is None and not view["state"]:
        click.echo(cut(status(view), screen.columns))
