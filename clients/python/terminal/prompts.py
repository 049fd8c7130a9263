"""The next line of a player: from a terminal with completion, or from any other input."""

import asyncio
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Final, Protocol, TextIO

from ..client import Anabasis
from ..errors import ApiError
from .completing import completions
from .played_game import PlayedGame

SIGN: Final = "> "
_LOOK_SECONDS: Final = 0.1
_MENU_LINES: Final = 4


class Prompt(Protocol):
    """Asks for a line; None if the game has changed meanwhile. Raises EOFError at the end.

    ``room`` is the number of lines that it takes on the screen.
    """

    room: int

    def ask(self, table: PlayedGame, lines: list[str]) -> str | None:
        """Return the next line, with ``lines`` as those that can be completed."""


class Watcher:
    """Waits, beside the prompt, until a game is past a version."""

    def __init__(self, client: Anabasis, game: str, version: int) -> None:
        self.version = version
        self.changed = threading.Event()
        self._client, self._game = client, game
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        try:
            while self._client.wait(self._game, after=self.version) is None:
                pass
        except ApiError:
            # The caller reads again, reports the lost connection and goes on trying.
            pass
        self.changed.set()


class PlainPrompt:
    """Reads lines of any input; waits first until the player has something to do."""

    room = 1

    def __init__(self, lines: TextIO, prompts: bool) -> None:
        self._lines, self._prompts = lines, prompts

    def ask(self, table: PlayedGame, lines: list[str]) -> str | None:  # noqa: ARG002 the protocol's
        """Return the next line, or None after a wait for other seats."""
        if not table.is_due() and not table.is_over:
            version = table.version
            table.line.persist(lambda: table.client.wait(table.game, after=version))
            return None
        if self._prompts:
            sys.stdout.write(SIGN)
            sys.stdout.flush()
        line = self._lines.readline()
        if not line:
            raise EOFError
        return line.strip()


# Not rich or Textual: rich edits no line and completes nothing; Textual takes the whole screen, so
# that over ssh nothing is left to scroll back to, and loads in 140 ms of CPU and 20 MB, where
# prompt_toolkit takes 80 ms and 4 MB.
class TerminalPrompt:
    """Asks on a terminal by prompt_toolkit; a change of the game interrupts, and typing is kept."""

    room = 1 + _MENU_LINES

    def __init__(self) -> None:
        self._session: Any = None
        self._typed = ""
        self._watcher: Watcher | None = None

    def ask(self, table: PlayedGame, lines: list[str]) -> str | None:
        """Return the next line, or None as soon as the game changes."""
        watcher = self._watching(table)
        if watcher.changed.is_set():
            return None
        if self._session is None:
            self._session = _session()
        session = self._session
        session.app.erase_when_done = False
        line: str | None = session.prompt(
            SIGN,
            default=self._typed,
            completer=_completer(lines),
            pre_run=lambda: session.app.create_background_task(_leave_when(session, watcher)),
        )
        self._typed = session.default_buffer.text if line is None else ""
        return None if line is None else line.strip()

    def _watching(self, table: PlayedGame) -> Watcher:
        known = self._watcher
        if known is None or known.version != table.version or known.changed.is_set():
            known = self._watcher = Watcher(table.client, table.game, table.version)
        return known


def best_prompt(is_terminal: bool) -> Prompt:
    """Return the best way to ask here; without prompt_toolkit, lines have no completion."""
    # Found, not imported: the first board is drawn before it is loaded.
    if is_terminal and find_spec("prompt_toolkit"):
        return TerminalPrompt()
    return PlainPrompt(sys.stdin, prompts=is_terminal)


def _session() -> Any:
    from prompt_toolkit import PromptSession

    return PromptSession(complete_while_typing=True, reserve_space_for_menu=_MENU_LINES)


def _completer(lines: list[str]) -> Any:
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.document import Document

    class Lines(Completer):
        def get_completions(self, document: Document, event: object) -> Iterator[Completion]:  # noqa: ARG002
            typed = document.text_before_cursor.lstrip()
            for line in completions(typed, lines):
                yield Completion(line, start_position=-len(typed))

    return Lines()


async def _leave_when(session: Any, watcher: Watcher) -> None:
    while not watcher.changed.is_set():
        await asyncio.sleep(_LOOK_SECONDS)
    if session.app.is_running and not session.app.is_done:
        # The prompt comes again below the new position, with what is typed: one of them is enough.
        session.app.erase_when_done = True
        session.app.exit(result=None)
