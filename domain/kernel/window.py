"""Games without their older moments, to keep many of them or to fold long records."""

from msgspec import structs

from domain.kernel.game import Game, evolve_recorded
from domain.kernel.undo import LONGEST_RECORD
from domain.record.record import Event


def trimmed(game: Game) -> Game:
    """Return the game with the newest moments of its line alone."""
    line = game.timeline and game.timeline.trimmed()
    return game if line is game.timeline else structs.replace(game, timeline=line)


def at_head(game: Game) -> Game:
    """Return the game without any moment but its present one: enough to be looked at."""
    line = game.timeline and game.timeline.at_head()
    return game if line is game.timeline else structs.replace(game, timeline=line)


def evolve_long(game: Game | None, event: Event) -> Game:
    """Return the game after an event of a record, trimmed once no undo can go back any more.

    Raises RecordBroken like ``evolve_recorded``.
    """
    return within_reach(evolve_recorded(game, event))


def within_reach(game: Game) -> Game:
    """Return the game of a record, trimmed if that is too long for an undo."""
    return game if game.version <= LONGEST_RECORD else trimmed(game)
