"""Games for the benchmarks of a move: played over HTTP, lengthened or copied past it."""

import json
from dataclasses import dataclass, field
from typing import Any

from tqdm import tqdm

from domain.kernel.game import fold
from domain.record.record import GENESIS, decode
from service.store.contract import Append
from tests.benchmarks.long_game import TERMS
from tests.benchmarks.served import Side
from tests.service.long_record import lengthen

API = "/api/v1"
Script = list[tuple[int, dict[str, Any]]]


@dataclass(slots=True)
class Table:
    """A game played by a script; ``lead`` is its version less the number of moves made."""

    side: Side
    tokens: list[str]
    game: str
    lead: int
    moves: Script = field(repr=False)
    made: int = 0

    @property
    def version(self) -> int:
        """The version that the game has now."""
        return self.lead + self.made

    def play(self, count: int = 1) -> None:
        """Make the next moves."""
        for seat, move in self.moves[self.made : self.made + count]:
            path, body = f"{API}/games/{self.game}/moves", json.dumps(move).encode()
            self.side.send(path, body, self.tokens[seat], self.version)
            self.made += 1

    def look(self) -> None:
        """See the game, so that the process knows it."""
        self.side.get(f"{API}/games/{self.game}", self.tokens[0])

    def lengthened(self, name: str, events: int) -> "Table":
        """Return a copy at the same position, events later: its last move undone and redone."""
        copy = self.copied(name)
        record = fold(decode(self.side.store.read(self.game)))
        lengthen(self.side.store, copy.game, record, self.version + events)
        copy.lead += events
        return copy

    def copies(self, count: int) -> list["Table"]:
        """Return as many copies, written past the service through its store."""
        numbers = tqdm(range(count), unit="game", leave=False, disable=None)
        return [self.copied(f"copy-{number}") for number in numbers]

    def copied(self, name: str) -> "Table":
        """Return a copy of the game by another name, its record appended at once."""
        entries = tuple(self.side.store.read(self.game))
        self.side.store.append(Append(name, "", "", 1, GENESIS, entries))
        return Table(self.side, self.tokens, name, self.lead, self.moves, self.made)


def begun(side: Side, moves: Script) -> Table:
    """Two players who sit at a new game, which goes by a script."""
    tokens = [
        side.post(f"{API}/players", json.dumps({"name": name}).encode())["token"]
        for name in ("Ada", "Bob")
    ]
    terms = json.dumps({"ruleset": "alexandros", **TERMS}).encode()
    game = side.post(f"{API}/games", terms, tokens[0])["game_id"]
    seated = side.post(f"{API}/games/{game}/seats", b"{}", tokens[1])
    return Table(side, tokens, game, int(seated["version"]), moves)
