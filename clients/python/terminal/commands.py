"""The command line of the terminal; what a command needs is imported when it runs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final

import click
from click.exceptions import NoArgsIsHelpError

from . import exit_codes
from .context import Context, Ending, GamePlace, answers_of, endings, prepare_process

Echoing = Callable[..., None]

_EXAMPLES: Final = """\b
Examples:
  anabasis-client login --server https://games.example --name Ada
  anabasis-client new alexandros --bot greedy --play
  anabasis-client games --waiting
  anabasis-client play
  anabasis-client watch https://games.example/game/k9arrx3wukwjh3mb"""


class CommandLine(click.Group):
    """The group; any exception of a command ends in one line and an exit code."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **x: Any
    ) -> click.Context:
        """Read the words before a command."""
        with endings(), _wrong_words():
            return super().make_context(info_name, args, parent, **x)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with endings(), _wrong_words():
            prepare_process()
            return super().invoke(ctx)


@contextmanager
def _wrong_words() -> Iterator[None]:
    """Turn wrong words, for which click prints three lines, into one that names the help."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "anabasis-client"
        what = error.format_message().rstrip(".")
        raise Ending(f"{what}; see `{command} --help`", exit_codes.USAGE) from error


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
        with answers_of(chosen.address()):
            function(chosen, *arguments, **options)

    return with_context


def _command(*examples: str) -> Callable[[Echoing], click.Command]:
    """Make a function a command, with ``--server`` and ``--json``, and examples in its help."""
    lines = "".join(f"\n  anabasis-client {each}" for each in examples)

    def decorate(function: Echoing) -> click.Command:
        epilog = f"\b\nExamples:{lines}"
        return terminal.command(epilog=epilog)(_options(function))

    return decorate


@click.group(
    cls=CommandLine,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"{_EXAMPLES}\n\n{exit_codes.HELP}",
)
@click.option("--server", envvar="ANABASIS_SERVER", help="Its address; default: of the last login.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
@click.pass_context
def terminal(context: click.Context, server: str | None, as_json: bool) -> None:
    """Play on an Anabasis server from the terminal.

    Sign in once with `login`. GAME is a game's id, or the address of its page. With --json the
    output is JSON alone, one object a line; what people read goes to stderr. NO_COLOR=1 leaves the
    colours out, ANABASIS_TOKEN takes the place of a login.
    """
    # The server's own command hands over the address of the service that runs here.
    context.obj = Context(server or context.obj, as_json)


@_command(
    "login --server https://games.example --name Ada",
    "login --name Ada --invitation link.txt",
    "login --code",
    "login --server https://games.example < token.txt",
)
@click.option("--name", help="Become a new player of this name.")
@click.option(
    "--invitation",
    metavar="FILE",
    help="A file with an invitation's link, for a new player where the host wants one; - to enter "
    "it instead.",
)
@click.option("--code", "by_code", is_flag=True, help="Enter the code that another device shows.")
def login(context: Context, name: str | None, invitation: str | None, by_code: bool) -> None:
    """Sign in, and keep the server and the token here.

    Without a terminal, the token (with --code the code, with --invitation - the invitation's link)
    is the first line of the input.
    """
    from .signing_in import log_in

    log_in(context, name, invitation, by_code)


@_command(
    "logout",
    "logout --server https://games.example",
)
def logout(context: Context) -> None:
    """Forget the token that is kept here; the account stays."""
    known = context.accounts.forget(context.address())
    said = "is forgotten here" if known else "was not kept here"
    context.print(f"The account on {context.address()} {said}.", {"forgotten": known})


@_command(
    "games --waiting",
    "games --open",
    "games --json | jq -r .game_id",
)
@click.option("--waiting", is_flag=True, help="Only those that wait for you.")
@click.option("--open", "is_open", is_flag=True, help="The lobby: games with free seats.")
@click.option(
    "--most", default=50, show_default=True, type=click.IntRange(1, 5_000), help="The most listed."
)
def games(context: Context, waiting: bool, is_open: bool, most: int) -> None:
    """List your games, those that wait for you first."""
    from .listing import list_games

    list_games(context, waiting, is_open, most)


@_command(
    "new alexandros --bot greedy --play",
    "new settlers --seats 3 --deadline 1d --unlisted",
    "new settlers --bot greedy --option target_points=5",
)
@click.argument("ruleset")
@click.option("--board", help="The board's id; default: the ruleset's first.")
@click.option("--bot", "bots", multiple=True, help="Seat a bot, such as greedy; may be repeated.")
@click.option("--seats", type=click.IntRange(2, 9), help="All seats; default: yours and the bots'.")
@click.option("--title", help="The game's title.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A ruleset's option."
)
@click.option("--deadline", metavar="TIME", help="The time for each turn, such as 12h or 3d.")
@click.option(
    "--undo",
    type=click.Choice(["free", "consent", "off", "drawn_stays"]),
    help="Who may undo; default: all consent, against bots alone back to the last card drawn.",
)
@click.option("--unlisted", is_flag=True, help="Keep it out of the lobby.")
@click.option("--play", "plays", is_flag=True, help="Play it at once.")
def new(context: Context, plays: bool, unlisted: bool, **terms: Any) -> None:
    """Make a game, and sit down.

    The output is its id and its address: send that to those who are to play.
    """
    from .listing import new_game

    view = new_game(context.client(), unlisted=unlisted, **terms)
    secret = f"#join={view['join_code']}" if unlisted else ""
    address = f"{context.address()}/game/{view['game_id']}{secret}"
    if plays:
        _play(context, view["game_id"])
        return
    context.print(f"{view['game_id']}  {address}", {"game_id": view["game_id"], "url": address})


@_command(
    "join k9arrx3wukwjh3mb",
    "join k9arrx3wukwjh3mb --code",
)
@click.argument("game")
@click.option("--seat", type=click.IntRange(0, 8), help="The seat; default: the first free one.")
@click.option("--code", "by_code", is_flag=True, help="Ask for the join code of an unlisted game.")
def join(context: Context, game: str, seat: int | None, by_code: bool) -> None:
    """Take a seat in an open game.

    The address of an unlisted game has its join code, behind `#join=`.
    """
    from .signing_in import secret_line

    place = GamePlace.of(game)
    code = secret_line("Join code: ") if by_code else place.code
    view = context.client().take_seat(place.game, seat, code=code)["view"]
    context.print(f"You sit in {view['game_id']}.", {"game_id": view["game_id"]})


@_command(
    "play",
    "play k9arrx3wukwjh3mb",
    "play k9arrx3wukwjh3mb < moves.txt",
)
@click.argument("game", required=False)
def play(context: Context, game: str | None) -> None:
    """Play GAME, or the one that waits the longest.

    Moves are typed as they are listed, such as `road 7`; Tab completes them, /help lists the other
    commands. Without a terminal, each line of the input is a move or such a command.
    """
    _play(context, None if game is None else GamePlace.of(game).game)


@_command(
    "watch k9arrx3wukwjh3mb",
    "watch k9arrx3wukwjh3mb --after 0 --json",
)
@click.argument("game")
@click.option("--after", type=click.IntRange(0), help="Begin after this event; 0: from the first.")
def watch(context: Context, game: str, after: int | None) -> None:
    """Follow GAME, a line for each event.

    It ends when the game is over, and survives a lost connection.
    """
    from .watch import follow

    follow(context, GamePlace.of(game), after)


@_command(
    "replay k9arrx3wukwjh3mb",
    "replay k9arrx3wukwjh3mb --at 12",
    "replay k9arrx3wukwjh3mb --text",
)
@click.argument("game")
@click.option("--at", type=click.IntRange(1), help="The event; default: step through all.")
@click.option("--text", is_flag=True, help="In the server's words, in the language of LANG.")
def replay(context: Context, game: str, at: int | None, text: bool) -> None:
    """Show GAME after any event."""
    from .watch import show_at

    show_at(context, GamePlace.of(game), at, text)


@_command(
    "export k9arrx3wukwjh3mb > game.json",
)
@click.argument("game")
def export(context: Context, game: str) -> None:
    """Write the record of GAME to the output.

    It is one JSON document, byte by byte as the server sends it, with or without --json.
    """
    from .raw import exported

    sys.stdout.buffer.write(exported(context.client(needed=False), GamePlace.of(game)))
    sys.stdout.buffer.flush()


@_command(
    "completion bash >> ~/.bashrc", "completion fish > ~/.config/fish/completions/anabasis.fish"
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(context: Context, shell: str) -> None:
    """Print the script that makes SHELL complete these commands."""
    from click.shell_completion import get_completion_class

    if completing := get_completion_class(shell):
        made = completing(terminal, {}, "anabasis-client", "_ANABASIS_CLIENT_COMPLETE").source()
        context.print(made, {"shell": shell, "script": made})


def _play(context: Context, game: str | None) -> None:
    from .sitting import sit

    sit(context, game)
