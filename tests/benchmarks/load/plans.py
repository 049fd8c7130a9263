"""Plans that a generator is given, and the reports that it gives back, as JSON."""

from typing import Any

from msgspec import Struct

SCRIPT_EVENTS = 200
"""Events of a game before it ends by a resignation."""


class Step(Struct, array_like=True):
    """A move of the script, and the seat that makes it."""

    seat: int
    move: dict[str, Any]


class Table(Struct):
    """Two players and the game they are in; ``head`` is the event of the present position.

    ``before`` is the event of the position before the newest move; ``made`` counts the script's
    moves that were made.
    """

    tokens: list[str]
    game: str
    version: int
    head: int
    before: int = 0
    made: int = 0


class Plan(Struct):
    """Load for some ``seconds``: ``rates`` a second of each kind of act, over so many ``lanes``.

    The ``ports`` are those of all machines, which are asked in turn. ``streams`` are open for each
    table. ``terms`` are those of new games.
    """

    host: str
    ports: list[int]
    rates: dict[str, float]
    seconds: float
    tables: list[Table]
    script: list[Step]
    terms: dict[str, Any]
    seed: int = 1
    lanes: int = 128
    streams: int = 0


class Report(Struct):
    """Encoded latencies by kind, errors, and the tables as they are left.

    ``cpu`` are the generator's own seconds in ``wall`` seconds.
    """

    corrected: dict[str, str]
    naive: dict[str, str]
    lag: str
    errors: dict[str, int]
    tables: list[Table]
    wall: float
    cpu: float
    games: int = 0
    events: int = 0
