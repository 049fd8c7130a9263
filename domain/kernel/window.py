"""Long records, folded without the older moments of their games."""

from domain.kernel.game import Game, evolve_recorded
from domain.kernel.undo import LONGEST_RECORD
from domain.record.record import Event


def evolve_long(game: Game | None, event: Event) -> Game:
    """Return the game after an event of a record, trimmed once no undo can go back any more.

    Raises RecordBroken like ``evolve_recorded``.
    """
    return within_reach(evolve_recorded(game, event))


def within_reach(game: Game) -> Game:
    """Return the game of a record, trimmed if the record is too long for an undo."""
    # Below that length an undo may still go back to any moment.
    return game if game.version <= LONGEST_RECORD else game.trimmed()
