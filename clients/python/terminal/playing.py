"""A game played at the terminal: draw, ask, do; until it is over or the player leaves."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TextIO

from ..errors import ApiError, Stale
from ..shapes import JsonObject
from .canvas import paint
from .completing import kinds
from .event_words import event_line
from .harmless import cut, harmless, in_columns, wrap
from .panel import status, waiting
from .plain import plain
from .played_game import PlayedGame
from .prompts import Prompt
from .raw import told_by_server
from .screen import Boards, Screen, board_lines, position_lines
from .slash import SLASH, Leave, words_of

_MOST_NEWS: Final = 6
"""Lines of what happened meanwhile, so that the board stays in sight; ``/log`` has the rest."""

_Aim = tuple[JsonObject, JsonObject]
"""A legal move and its facts."""


@dataclass(slots=True)
class Play:
    """One sitting at a game; ``as_json`` writes each position as a line of JSON instead."""

    table: PlayedGame
    prompt: Prompt
    boards: Boards
    screen: Callable[[], Screen]
    as_json: bool = False
    confirmed: str = ""
    refusals: int = 0
    _listing: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Play until the game is over, or the player leaves. Raises ApiError, EOFError."""
        self.table.begin()
        self.show()
        while not self.table.is_over:
            line = self.prompt.ask(self.table, self._lines())
            if line is None:
                self.table.read()
                self.show()
            elif line:
                try:
                    self._do(line)
                except Leave:
                    return
                except ApiError as error:
                    self._refused(error)

    def say(self, text: str, style: str = "") -> None:
        """Print a harmless text that people read; to stderr where the output is JSON."""
        screen = self.screen()
        lines = wrap(text, screen.columns) if screen.folds else [text]
        told = "\n".join(paint(line, style, screen.colours and not self.as_json) for line in lines)
        print(told, file=self._out(), flush=True)

    def refuse(self, text: str) -> None:
        """Say why a line was not carried out."""
        self.refusals += 1
        self.say(f"Refused: {harmless(text)}", "red")

    def show(self) -> None:
        """Print the position: what is new, the board, who has what, and what can be done."""
        if self.as_json:
            table = self.table
            position = {"view": table.view, "moves": table.moves, "facts": table.facts}
            print(json.dumps(position), flush=True)  # noqa: T201
            return
        news, hint = self._news(), self._hint(self.screen().columns)
        lines = self._position(self.table.view, self._pairs(), len(news) + len(hint))
        print("\n".join([*news, *lines, *hint]), flush=True)  # noqa: T201

    def show_preview(self, typed: str) -> None:
        """Print the position as a move would leave it; nothing is done. Raises ApiError."""
        move = self.chosen(typed)
        seen = plain(self.table.preview(move))
        if self.as_json:
            print(json.dumps({"preview": move, **seen}), flush=True)  # noqa: T201
            return
        view = {**self.table.view, **seen, "preview": move}
        hint = "Nothing is done yet: type the move itself to make it."
        lines = self._position(view, [], 1)
        print("\n".join([*lines, cut(hint, self.screen().columns)]), flush=True)  # noqa: T201

    def show_all(self) -> None:
        """Print the whole board, for a terminal that scrolls."""
        if drawing := self.boards.drawing(self.table.view, self._pairs()):
            text, out = "\n".join(board_lines(drawing, self.screen())), self._out()
            print(text, file=out, flush=True)

    def list_moves(self, start: str) -> None:
        """Print the listed moves that begin so, numbered; a number then makes the move."""
        self._listing = [
            notation for notation in self.table.notations if notation.startswith(start.casefold())
        ]
        screen = self.screen()
        lines = [f"{n:>4}  {harmless(notation)}" for n, notation in enumerate(self._listing, 1)]
        for line in in_columns(lines, screen.columns if screen.folds else 0):
            self.say(line)
        if not self._listing:
            self.refuse(f"No listed move begins {start!r}; /moves lists all")

    def refresh(self) -> None:
        """Read and print the position after something was done."""
        self.table.read()
        self.show()

    def confirms(self, what: str) -> bool:
        """Return True if this is asked for the second time in a row."""
        again, self.confirmed = self.confirmed == what, what
        if not again:
            self.say(f"Type {what} once more to do so; it cannot be taken back.")
        return again

    def chosen(self, line: str) -> str:
        """Return the move of a typed number of the last listing, or what was typed."""
        number = int(line) if line.isdecimal() and len(line) < 6 else 0
        return self._listing[number - 1] if 0 < number <= len(self._listing) else line

    def _out(self) -> TextIO:
        """Return where people read: the output, unless that is JSON."""
        return sys.stderr if self.as_json else sys.stdout

    def _position(self, view: JsonObject, aims: list[_Aim], others: int) -> list[str]:
        """Return the lines of a position, with room for so many others."""
        drawing = self.boards.drawing(view, aims)
        lines = position_lines(view, drawing, self.screen(), others + self.prompt.room)
        if drawing is not None:
            return lines
        told = told_by_server(self.table.client, self.table.game)
        return [*map(harmless, told.splitlines()), *lines]

    def _do(self, line: str) -> None:
        self.confirmed = self.confirmed if line == self.confirmed else ""
        word, _, rest = line.partition(" ")
        listed = any(each.partition(" ")[0] == word for each in self.table.notations)
        if line.startswith("/") or (word in words_of(SLASH) and not listed):
            self._command(word.removeprefix("/"), rest.strip())
        else:
            self._move(self.chosen(line))

    def _command(self, word: str, rest: str) -> None:
        if command := SLASH.get(f"/{word}"):
            command.run(self, rest)
        else:
            self.refuse(f"There is no command /{word}; /help lists them")

    def _move(self, typed: str) -> None:
        if typed.casefold() == "resign" and not self.confirms("resign"):
            return
        self.table.move(typed)
        self.refresh()

    def _refused(self, error: ApiError) -> None:
        if isinstance(error, Stale):
            self.say("Somebody has moved first.", "yellow")
            self.refresh()
            return
        if self.as_json:
            print(json.dumps({"error": error.code, "detail": error.detail}), flush=True)  # noqa: T201
        self.refuse(error.detail + (f" (rule {error.rule})" if error.rule else ""))

    def _lines(self) -> list[str]:
        return [*self.table.notations, *SLASH]

    def _pairs(self) -> list[_Aim]:
        return list(zip(self.table.moves, self.table.facts, strict=False))

    def _news(self) -> list[str]:
        news, columns = self.table.news(), self.screen().columns
        more = len(news) - _MOST_NEWS
        told = [cut(event_line(event, self.table.view), columns) for event in news[-_MOST_NEWS:]]
        return [f"… and {more} more before: /log", *told] if more > 0 else told

    def _hint(self, columns: int) -> list[str]:
        if self.table.is_over:
            return [cut(f"The game is {status(self.table.view)}", columns)]
        notations = [each for each in self.table.notations if each != "resign"]
        if not notations:
            return [cut(waiting(self.table.view), columns)]
        return [cut(f"You can: {harmless(kinds(notations))}. /moves, /help", columns)]
