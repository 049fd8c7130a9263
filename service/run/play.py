"""The command ``anabasis play``: the library's terminal, by default on the service running here."""

import click

from service.clients import terminal
from service.run.demo import running_service
from service.settings.config import Config


# The words after it are those of the terminal, which has a help of its own.
@click.command(add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def play(words: tuple[str, ...]) -> None:
    """Play in the terminal: the commands of `anabasis-client`, such as `anabasis play login`.

    Without one of them, a game is played. Unless `--server` names another, the server is that which
    runs on the data folder (ANABASIS_DATA), or else that of the last login.
    """
    chosen = list(words)
    if not chosen or chosen[0] not in {*terminal.commands, "--help", "-h", "--server", "--json"}:
        chosen.insert(0, "play")
    # It ends the process itself, with the exit codes of the terminal.
    terminal.main(chosen, prog_name="anabasis play", obj=running_service(Config.from_environment()))
