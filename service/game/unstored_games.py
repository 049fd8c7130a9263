"""Games of bots alone that no store holds: for pictures of boards, and for matches of bots."""

from collections.abc import Sequence

from domain.kernel.game import Game, Seat, evolve, sealed_creation
from domain.kernel.rulesets import ruleset_named
from domain.kernel.seating import take_seat
from domain.kernel.terms import ChanceTerms, Created
from domain.record import chance
from domain.record.record import Event

LONG_AGO = "2026-01-01T00:00:00.000Z"
"""The time of every event, in place of a clock."""
CREATOR = "sample"


def dealt_game(ruleset: str, board: str, bots: Sequence[str], secret: bytes) -> tuple[Game, Event]:
    """Return a game with default options as it is dealt to its bots, and its last event.

    Seat 0 has the first turn. Equal arguments give equal games. Raises UnknownName.
    """
    event = sealed_creation(_terms(ruleset, board, len(bots), secret), LONG_AGO, "1")
    game = evolve(None, event)
    for number, bot in enumerate(bots):
        event = game.seal(take_seat(game, Seat(None, bot, None), None), LONG_AGO, f"{number}")
        game = evolve(game, event)
    return game, event


def _terms(ruleset: str, board: str, seats: int, secret: bytes) -> Created:
    rules = ruleset_named(ruleset)
    boards, options = rules.wire.boards, rules.wire.options
    return Created(
        ruleset=ruleset,
        rules_version=rules.rules_version,
        board=boards.json(boards.read(board)),
        options=options.json(options.read({})),
        seats=seats,
        first_seat=0,
        undo="off",
        title="",
        listed=False,
        deadline=None,
        creator=CREATOR,
        chance=ChanceTerms(chance.VERSION, chance.commitment(secret), fair=False),
        secret=secret.hex(),
    )
