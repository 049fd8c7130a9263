"""Lists of games, and new ones."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

import click

from ..client import Anabasis
from ..shapes import JsonObject
from . import exit_codes
from .context import Context, Ending
from .harmless import cut, fit, harmless
from .plain import plain
from .screen import screen_here
from .slash import order_values
from .words import until

_NONE: Final = "No games. Make one: anabasis-client new alexandros --bot greedy --play"
_NONE_WAITING: Final = "No game waits for you; without --waiting all are listed."
_NONE_OPEN: Final = "No game has a free seat. Make one: anabasis-client new alexandros --seats 2"


def list_games(context: Context, waiting: bool, is_open: bool, most: int) -> None:
    """Print games, one a line. Raises ApiError."""
    client = context.client(needed=not is_open)
    listed = islice(_games(client, waiting, is_open), most)
    columns, any_listed = screen_here().columns, False
    for game in listed:
        any_listed = True
        click.echo(json.dumps(game) if context.as_json else cut(_line(game), columns))
    if not (any_listed or context.as_json):
        click.echo(_NONE_OPEN if is_open else _NONE_WAITING if waiting else _NONE)


def new_game(client: Anabasis, options: Sequence[str], unlisted: bool, **terms: Any) -> JsonObject:
    """Return the view of a new game; ``options`` are typed as ``name=value``.

    Raises ApiError, Ending.
    """
    stated = {name: value for name, value in terms.items() if value not in (None, (), [])}
    if "bots" in stated:
        stated["bots"] = list(stated["bots"])
    try:
        values = order_values(options)
    except ValueError as error:
        raise Ending(str(error), exit_codes.USAGE) from error
    return plain(client.create_game(**stated, options=values, listed=not unlisted))


def _games(client: Anabasis, waiting: bool, is_open: bool) -> Iterator[JsonObject]:
    if is_open:
        yield from map(plain, client.iter_lobby(status="open"))
    else:
        yield from map(plain, client.iter_my_games(waiting=waiting or None))


def _line(game: JsonObject) -> str:
    mark = ">" if game.get("waiting") else " "
    names = ", ".join(harmless(each["name"] or "?") if each else "(free)" for each in game["seats"])
    state = game["status"] if game["status"] != "live" else f"turn {game['turn']}"
    due = [each["due"] for each in game.get("waiting_for") or () if each.get("due")]
    left = f", {until(min(due))}" if due else ""
    return f"{mark} {game['game_id']}  {fit(harmless(game['title']), 24)} {state}{left} · {names}"
