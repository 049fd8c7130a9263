"""The games of a course in a file, a line each: a course that was stopped goes on from there."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from domain.record.visibility import JsonObject

Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]


class PlayedMove(NamedTuple):
    """A move, and the win chance that its search expected; None without a search."""

    move: JsonObject
    expected: float | None = None


class KeptGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game by its luck, and by the rules and weights that it was played by, with its moves.

    ``expected[n]`` is the win chance of ``moves[n]``, 0 to 1; it is empty if no seat searched.
    """

    ruleset: str
    luck: str
    stamp: str
    moves: Sequence[JsonObject]
    expected: Sequence[Chance | None] = ()


START = b'{"ruleset":'
"""The beginning of each line."""


class NotKeptGames(ValueError):
    """A file holds something else than the games of a course: it is left as it is."""

    def __init__(self, path: Path, number: int) -> None:
        super().__init__(
            f"Line {number} of {path} is no game of a course: give another file by --kept."
        )


class KeptGames:
    """The games of a file; without one, none are kept. Raises NotKeptGames."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        games = [] if path is None or not path.exists() else _read(path)
        self._games = {(each.ruleset, each.luck, each.stamp): each for each in games}

    def moves(
        self, ruleset: str, luck: str, stamp: str, *, has_search: bool
    ) -> Sequence[PlayedMove]:
        """Return the moves of a game; none if it is not there, or not with its searches."""
        game = self._games.get((ruleset, luck, stamp))
        # Files of earlier versions have games without them: other lessons would follow.
        if game is None or bool(game.expected) != has_search:
            return ()
        expected = game.expected or [None] * len(game.moves)
        return [*map(PlayedMove, game.moves, expected)]

    def add(self, ruleset: str, luck: str, stamp: str, moves: Sequence[PlayedMove]) -> None:
        """Keep a game."""
        if self._path is not None:
            made, expected = [each.move for each in moves], [each.expected for each in moves]
            has_search = any(each is not None for each in expected)
            game = KeptGame(ruleset, luck, stamp, made, expected if has_search else ())
            line = msgspec.json.encode(game)
            with self._path.open("ab") as file:
                file.write(line + b"\n")


def _read(path: Path) -> list[KeptGame]:
    """Return the games of a file, and cut off half a line: its writer was stopped."""
    content = path.read_bytes()
    end = content.rfind(b"\n") + 1
    lines, rest = content[:end].splitlines(), content[end:]
    games = []
    for number, line in enumerate(lines, 1):
        try:
            game = msgspec.json.decode(line, type=KeptGame)
        except msgspec.MsgspecError as error:
            raise NotKeptGames(path, number) from error
        if game.expected and len(game.expected) != len(game.moves):
            raise NotKeptGames(path, number)
        games.append(game)
    if not (rest.startswith(START) or START.startswith(rest)):
        raise NotKeptGames(path, len(lines) + 1)
    if rest:
        os.truncate(path, end)
    return games
