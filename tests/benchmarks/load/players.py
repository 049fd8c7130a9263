"""Players at tables: each act is a request or two, and the games go by a script."""

from collections.abc import Callable
from queue import Queue
from random import Random
from typing import Any

from tests.benchmarks.load.lines import Failed, Lines
from tests.benchmarks.load.plans import Plan, Step, Table

Tell = Callable[[str, str], object]


class Players:
    """The players of a plan's tables; ``errors`` receives failures outside an act.

    A table whose command has failed is left, as nobody knows whether it was recorded.
    """

    def __init__(self, plan: Plan, lines: Lines, spawn: Callable[..., object], errors: Tell):
        self._plan, self._lines, self._spawn, self._errors = plan, lines, spawn, errors
        self._luck = Random(plan.seed)
        self._idle: Queue[Table] = Queue()
        self.renewed = 0
        self.events = 0
        for table in plan.tables:
            self._idle.put(table)
        self._acts: dict[str, Callable[[], object]] = {
            "move": self._move,
            "undo": self._undo,
            "view": self._view,
            "moves": self._moves,
            "lobby": lambda: lines.get("/games?status=live"),
            "mine": lambda: lines.get("/me/games", self._any().tokens[0]),
        }

    def act(self, kind: str) -> str | None:
        """Do one act; return the name of the error if it fails."""
        try:
            self._acts[kind]()
        except Failed as error:
            return str(error)
        return None

    def _view(self) -> None:
        table = self._any()
        self._lines.get(f"/games/{table.game}", table.tokens[1])

    def _moves(self) -> None:
        """List the legal moves with the view, as the page does before a turn."""
        table = self._any()
        seat = self._next(table).seat
        self._lines.get(f"/games/{table.game}/moves?view=true", table.tokens[seat])

    def _move(self) -> None:
        table = self._idle.get()
        step = self._next(table)
        self._command(table, "moves", step.move, step.seat)
        table.before, table.head = table.head, table.version
        table.made += 1
        if table.made < len(self._plan.script):
            self._idle.put(table)
        else:
            self._spawn(self._renew, table)

    def _undo(self) -> None:
        """Take the newest move back, and make it again."""
        table = self._idle.get()
        if table.made:
            seat = self._plan.script[table.made - 1].seat
            self._command(table, "undo", {"to": table.before}, seat)
            self._command(table, "redo", {}, seat)
        self._idle.put(table)

    def _command(self, table: Table, name: str, body: Any, seat: int) -> None:
        path = f"/games/{table.game}/{name}"
        answer = self._lines.post(path, body, table.tokens[seat], table.version)
        table.version = answer["version"]
        self.events += 1

    def _renew(self, table: Table) -> None:
        """Resign, and sit down at a new game."""
        try:
            self._command(table, "moves", {"type": "resign"}, 0)
            seat_down(self._lines, table, self._plan.terms)
        except Failed as error:
            self._errors("renew", str(error))
            return
        self.renewed += 1
        self._idle.put(table)

    def _next(self, table: Table) -> Step:
        return self._plan.script[min(table.made, len(self._plan.script) - 1)]

    def _any(self) -> Table:
        return self._luck.choice(self._plan.tables)


def seat_down(lines: Lines, table: Table, terms: dict[str, Any]) -> None:
    """Make a new game of the table's players. Raises Failed."""
    made = lines.post("/games", terms, table.tokens[0])
    seated = lines.post(f"/games/{made['game_id']}/seats", {}, table.tokens[1])
    table.game, table.version, table.made = made["game_id"], seated["version"], 0
    table.head = table.before = table.version


def new_table(lines: Lines, terms: dict[str, Any]) -> Table:
    """Return two new players at a new game. Raises Failed."""
    tokens = [lines.post("/players", {"name": name})["token"] for name in ("Ada", "Bob")]
    table = Table(tokens, "", 0, 0)
    seat_down(lines, table, terms)
    return table
