"""The commands of ``anabasis admin`` that remove a game's own title or board, and restore them."""

from collections.abc import Callable
from dataclasses import dataclass

import click
import msgspec

from service.context import Services
from service.moderation.actions import Act, perform
from service.moderation.answers import ActDone
from service.moderation.rights import find_game, find_on_own_board, find_titled
from service.operations.commands.admin_options import BY, WHY, logged_words, opened_service

JSON = click.option("--json", "as_json", is_flag=True, help="Print one object of JSON.")


@dataclass(frozen=True, slots=True)
class Removal:
    """A command that removes or restores something of a game, which ``find`` names by id."""

    name: str
    action: str
    find: Callable[[Services, str], str]
    done: str
    text: str


COMMANDS = (
    Removal(
        "remove-title",
        "title_removed",
        find_titled,
        "The title of the game {} is removed.",
        """Show a game under its ruleset's name in place of its own title, to everybody.

        This holds for lists, pages, previews, pictures, mails and feeds; a rematch or a study gets
        the ruleset's name, too. Its record keeps the title, and so do events and exports, whose
        hashes cover it. `anabasis admin restore-title` undoes it.
        """,
    ),
    Removal(
        "restore-title",
        "title_restored",
        find_game,
        "The game {} has its own title.",
        "Show a game under its own title again.",
    ),
    Removal(
        "remove-board",
        "board_removed",
        find_on_own_board,
        "The board of the game {} is removed.",
        """Take a board that a player drew out of the public's sight; its players play on.

        Nobody sees its title and its names any more. The drawing is left to those in the game, and
        to whoever has its join code: for everybody else the game is gone, like one that was
        never listed. Its record keeps the board, and so do events and exports, whose hashes
        cover it. `anabasis admin restore-board` undoes it.
        """,
    ),
    Removal(
        "restore-board",
        "board_restored",
        find_game,
        "The game {} has its own board.",
        "Show a game's board and its texts to everybody again.",
    ),
)


def _command(removal: Removal) -> click.Command:
    @click.command(removal.name, help=removal.text)
    @click.argument("game")
    @JSON
    @WHY
    @BY
    def perform_on(game: str, *, as_json: bool, reason: str, by: str) -> None:
        with opened_service() as own:
            named = removal.find(own, game)
            logged = perform(own, Act(removal.action, named, reason, by))
        if as_json:
            click.echo(msgspec.json.encode(ActDone(removal.action, named, logged.value)))
        else:
            click.echo(logged_words(removal.done.format(named), logged))

    return perform_on


REMOVALS = tuple(map(_command, COMMANDS))
