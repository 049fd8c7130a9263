"""Sample games: boards of rulesets as they lie dealt on the table, to be pictured."""

from functools import cache

from domain.kernel.rulesets import ruleset_named
from domain.record.chance import secret_of_seed
from service.game.unstored_games import CREATOR, dealt_game
from service.pictures.subjects import Look, Subject, subject_of

# Any will do; the same one gives the same picture in every process and release.
SEED = "07"


@cache
def board_subject(ruleset: str, board: str, look: Look) -> Subject:
    """Return the subject of a board at the beginning of a game of the fewest seats."""
    bots = [CREATOR] * ruleset_named(ruleset).seat_counts[0]
    game, event = dealt_game(ruleset, board, bots, secret_of_seed(SEED))
    return subject_of(board, game, event, lambda _: None, look)
