"""The commands of ``anabasis admin`` that remove a game's own title or board, and restore them."""

from service.moderation.rights import find_game, find_on_own_board, find_titled
from service.operations.commands.host_commands import HostCommand

REMOVALS = (
    HostCommand(
        name="remove-title",
        subject="game",
        find=find_titled,
        action="title_removed",
        done="shown under its ruleset's name",
        text="""Show a game under its ruleset's name in place of its own title, to everybody.

        This holds for lists, pages, previews, pictures, mails and feeds; a rematch or a study gets
        the ruleset's name, too. Its record keeps the title, and so do events and exports, whose
        hashes cover it. `anabasis admin restore-title` undoes it.
        """,
    ),
    HostCommand(
        name="restore-title",
        subject="game",
        find=find_game,
        action="title_restored",
        done="shown under its own title",
        text="Show a game under its own title again.",
    ),
    HostCommand(
        name="remove-board",
        subject="game",
        find=find_on_own_board,
        action="board_removed",
        done="shown to its own people alone, without its board's texts",
        text="""Take a board that a player drew out of the public's sight; its players play on.

        Nobody sees its title and its names any more. The drawing is left to those in the game, and
        to people with its join code: for everybody else the game is gone, like one that was
        never listed. Its record keeps the board, and so do events and exports, whose hashes
        cover it. `anabasis admin restore-board` undoes it.
        """,
    ),
    HostCommand(
        name="restore-board",
        subject="game",
        find=find_game,
        action="board_restored",
        done="shown with its board as before",
        text="Show a game's board and its texts to everybody again.",
    ),
)
