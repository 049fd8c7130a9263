"""Sit down at a game: the terminal, the account and the game come together."""

import sys

from ..client import Anabasis
from . import exit_codes
from .context import Context, Ending, tell
from .played_game import Line, PlayedGame
from .playing import Play
from .prompts import best_prompt
from .screen import Boards, screen_here


def sit(context: Context, game: str | None) -> None:
    """Play a game, or the one that has waited longest, until it is over or left."""
    client = context.client()
    chosen = game or _longest_waiting(client)
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and not context.as_json
    play = Play(
        table=PlayedGame(client, chosen, Line(tell)),
        prompt=best_prompt(terminal),
        boards=Boards(client, {}),
        screen=screen_here,
        as_json=context.as_json,
    )
    try:
        play.run()
    except EOFError:
        # The end of the input is how a script leaves, and Ctrl-D.
        tell("Left. The game goes on without this terminal.")
        if play.refusals and not terminal:
            sys.exit(exit_codes.REFUSED)


def _longest_waiting(client: Anabasis) -> str:
    waiting = client.my_games(waiting=True)["games"]
    if not waiting:
        message = "No game waits for you: `anabasis-client games` lists all, `new` makes one"
        raise Ending(message, exit_codes.NOT_FOUND)
    return str(waiting[0]["game_id"])
