"""The terminal: ``anabasis-client play | watch | replay | games | login | new | export``.

Everything is imported when it is needed, so that the first board is drawn soon.
"""

import sys


def main() -> None:
    """Run the command line; without its extra, say how to install it."""
    try:
        from .commands import terminal
    except ModuleNotFoundError as error:
        if error.name != "click":
            raise
        sys.exit("The terminal needs click and prompt-toolkit: pip install click prompt-toolkit")
    terminal(prog_name="anabasis-client")
