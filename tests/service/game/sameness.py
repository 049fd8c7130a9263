"""Games that are the same in all that they hold."""

from domain.kernel.game import Game


def same(one: Game, other: Game) -> bool:
    """True if two games have the same position, with any moments kept."""
    seen = [(each.hash, each.head, each.state, each.seats, each.clock) for each in (one, other)]
    runs = [each.timeline and list(each.timeline.runs()) for each in (one, other)]
    return seen[0] == seen[1] and runs[0] == runs[1]
