"""The games of a course in a file, a line each: a course that was stopped goes on from there."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from domain.record.visibility import JsonObject


class KeptGame(msgspec.Struct, frozen=True):
    """A game by its luck and by a hash of the weights that played in it, with its moves."""

    ruleset: str
    luck: str
    stamp: str
    moves: Sequence[JsonObject]


class KeptGames:
    """The games of a file; without one, none are kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        games = [msgspec.json.decode(line, type=KeptGame) for line in _whole_lines(path)]
        self._games = {(each.ruleset, each.luck, each.stamp): each.moves for each in games}

    def moves(self, ruleset: str, luck: str, stamp: str) -> Sequence[JsonObject]:
        """Return the moves of a game; none if it is not there."""
        return self._games.get((ruleset, luck, stamp), ())

    def add(self, ruleset: str, luck: str, stamp: str, moves: Sequence[JsonObject]) -> None:
        """Keep a game."""
        if self._path is not None:
            line = msgspec.json.encode(KeptGame(ruleset, luck, stamp, moves))
            with self._path.open("ab") as file:
                file.write(line + b"\n")


def _whole_lines(path: Path | None) -> list[bytes]:
    """Return the lines of a file, and cut off half a line: its writer was stopped."""
    if path is None or not path.exists():
        return []
    content = path.read_bytes()
    end = content.rfind(b"\n") + 1
    if end < len(content):
        path.write_bytes(content[:end])
    return content[:end].splitlines()
