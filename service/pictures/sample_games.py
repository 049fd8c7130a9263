"""Sample games: boards of rulesets as they lie dealt on the table, to be pictured."""

from functools import cache

from domain.kernel.game import Game, Seat, evolve, sealed_creation
from domain.kernel.rulesets import ruleset_named
from domain.kernel.seating import take_seat
from domain.kernel.terms import ChanceTerms, Created
from domain.record import chance
from domain.record.record import Event
from service.pictures.subjects import Look, Subject, subject_of

# Any will do; the same one gives the same picture in every process and release.
SEED = "07"
LONG_AGO = "2026-01-01T00:00:00.000Z"


@cache
def board_subject(ruleset: str, board: str, look: Look) -> Subject:
    """Return the subject of a board at the beginning of a game of the fewest seats."""
    game, event = _dealt(ruleset, board)
    return subject_of(board, game, event, lambda _: None, look)


def _dealt(ruleset: str, board: str) -> tuple[Game, Event]:
    terms = _terms(ruleset, board)
    event = sealed_creation(terms, LONG_AGO, "1")
    game = evolve(None, event)
    for seat in range(terms.seats):
        event = game.seal(take_seat(game, Seat(None, "sample", None), None), LONG_AGO, f"{seat}")
        game = evolve(game, event)
    return game, event


def _terms(ruleset: str, board: str) -> Created:
    rules = ruleset_named(ruleset)
    secret, boards, options = chance.secret_of_seed(SEED), rules.wire.boards, rules.wire.options
    return Created(
        ruleset=ruleset,
        rules_version=rules.rules_version,
        board=boards.json(boards.read(board)),
        options=options.json(options.read({})),
        seats=rules.seat_counts[0],
        first_seat=0,
        undo="off",
        title="",
        listed=False,
        deadline=None,
        creator="sample",
        chance=ChanceTerms(chance.VERSION, chance.commitment(secret), fair=False),
        secret=secret.hex(),
    )
