"""The command line of the terminal; what a command needs is imported when it runs."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from .context import Context, endings, game_in

Echoing = Callable[..., None]


class CommandLine(click.Group):
    """The group; whatever a command raises ends in one line and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with endings():
            return super().invoke(ctx)


def _options(function: Echoing) -> Echoing:
    """Give a command ``--server`` and ``--json``, which go before it or after it."""

    @click.option("--server", help="The server's address, for this command.")
    @click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
    @click.pass_obj
    @wraps(function)
    def with_context(
        context: Context, /, *arguments: Any, server: str | None, as_json: bool, **options: Any
    ) -> None:
        chosen = Context(server or context.server, as_json or context.as_json)
        function(chosen, *arguments, **options)

    return with_context


@click.group(cls=CommandLine, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--server", envvar="ANABASIS_SERVER", help="Its address; default: of the last login.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
@click.pass_context
def terminal(context: click.Context, server: str | None, as_json: bool) -> None:
    """Play on an Anabasis server from the terminal.

    Sign in once with `login`. GAME is a game's id, or the address of its page. NO_COLOR=1 leaves
    the colours out.
    """
    # The server's own command hands over the address of the service that runs here.
    context.obj = Context(server or context.obj, as_json)


@terminal.command()
@click.option("--name", help="Become a new player of this name.")
@click.option("--code", "by_code", is_flag=True, help="Enter the code that another device shows.")
@_options
def login(context: Context, name: str | None, by_code: bool) -> None:
    """Sign in, and keep the server and the token here.

    Without a terminal, the token (or with --code, the code) is the first line of the input.
    """
    from .signing_in import log_in

    log_in(context, name, by_code)


@terminal.command()
@_options
def logout(context: Context) -> None:
    """Forget the token that is kept here; the account stays."""
    known = context.accounts.forget(context.address())
    said = "is forgotten here" if known else "was not kept here"
    context.print(f"The account on {context.address()} {said}.", {"forgotten": known})


@terminal.command()
@click.option("--waiting", is_flag=True, help="Only those that wait for you.")
@click.option("--open", "is_open", is_flag=True, help="The lobby: games with free seats.")
@click.option("--most", default=50, show_default=True, type=click.IntRange(1, 5_000))
@_options
def games(context: Context, waiting: bool, is_open: bool, most: int) -> None:
    """List your games, those that wait for you first."""
    from .listing import list_games

    list_games(context, waiting, is_open, most)


@terminal.command()
@click.argument("ruleset")
@click.option("--board", help="The board's id; default: the ruleset's first.")
@click.option("--bot", "bots", multiple=True, help="Seat a bot, such as greedy; may be repeated.")
@click.option("--seats", type=click.IntRange(2, 9), help="All seats; default: yours and the bots'.")
@click.option("--title", help="The game's title.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A ruleset's option."
)
@click.option("--undo", type=click.Choice(["free", "consent", "off", "drawn_stays"]))
@click.option("--unlisted", is_flag=True, help="Keep it out of the lobby.")
@click.option("--play", "plays", is_flag=True, help="Play it at once.")
@_options
def new(context: Context, plays: bool, **terms: Any) -> None:
    """Make a game, and sit down."""
    from .listing import new_game

    view = new_game(context.client(), **terms)
    address = f"{context.address()}/game/{view['game_id']}"
    if plays:
        _play(context, view["game_id"])
        return
    context.print(f"{view['game_id']}  {address}", {"game_id": view["game_id"], "url": address})


@terminal.command()
@click.argument("game")
@click.option("--seat", type=click.IntRange(0, 8), help="The seat; default: the first free one.")
@click.option("--code", "by_code", is_flag=True, help="Ask for the join code of an unlisted game.")
@_options
def join(context: Context, game: str, seat: int | None, by_code: bool) -> None:
    """Take a seat in an open game."""
    from .signing_in import secret_line

    code = secret_line("Join code: ") if by_code else None
    view = context.client().take_seat(game_in(game), seat, code=code)["view"]
    context.print(f"You sit in {view['game_id']}.", {"game_id": view["game_id"]})


@terminal.command()
@click.argument("game", required=False)
@_options
def play(context: Context, game: str | None) -> None:
    """Play GAME, or the one that has waited for you the longest.

    Moves are typed as they are listed, such as `road 7`; Tab completes them, /help lists the other
    commands. Without a terminal, each line of the input is a move or such a command.
    """
    _play(context, game_in(game) if game else None)


@terminal.command()
@click.argument("game")
@click.option("--after", type=click.IntRange(0), help="Begin after this event; 0: from the first.")
@_options
def watch(context: Context, game: str, after: int | None) -> None:
    """Follow GAME: a line for each event as it happens, until the game is over."""
    from .watch import follow

    follow(context, game_in(game), after)


@terminal.command()
@click.argument("game")
@click.option("--at", type=click.IntRange(1), help="The event; default: step through all.")
@click.option("--text", is_flag=True, help="In the server's words, in the language of LANG.")
@_options
def replay(context: Context, game: str, at: int | None, text: bool) -> None:
    """Show GAME after any event."""
    from .watch import show_at

    show_at(context, game_in(game), at, text)


@terminal.command()
@click.argument("game")
@_options
def export(context: Context, game: str) -> None:
    """Write the record of GAME to the output, as the server sends it."""
    from .raw import exported

    sys.stdout.buffer.write(exported(context.client(needed=False), game_in(game)))
    sys.stdout.buffer.flush()


@terminal.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what makes SHELL complete these commands, for its start-up file."""
    from click.shell_completion import get_completion_class

    if completing := get_completion_class(shell):
        made = completing(terminal, {}, "anabasis-client", "_ANABASIS_CLIENT_COMPLETE")
        click.echo(made.source())


def _play(context: Context, game: str | None) -> None:
    from .sitting import sit

    sit(context, game)
