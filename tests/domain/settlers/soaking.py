"""Random games to the end, of settlers and of its scenarios, with a look at every position."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from domain.kernel.audit import audit
from domain.kernel.decider import Ruleset
from tests.domain.recorded_game import Recorded
from tests.domain.settlers.random_games import Wanderer

LEAVING = (0.0, 0.0, 0.001, 0.01)
"""The chances that the seats of a game resign."""
AUDITED = 5
"""One game of so many is recomputed from its record, too."""

Look = Callable[[Any], None]
Follow = Callable[[Any, Any, Any], None]


def soaked(recorded: Recorded, wanderer: Wanderer, sound: Look, follows: Follow) -> Recorded:
    """The game, played to its end: ``sound`` sees every position, ``follows`` every event between
    the positions before and after it."""
    sound(recorded.game.state)
    while recorded.game.outcome is None:
        before = recorded.game.state
        recorded.move(*wanderer.choose(before))
        last, after = recorded.events[-1], recorded.game.state
        sound(after)
        follows(before, wanderer.rules.wire.events.read(last.type, last.data), after)
    return recorded


def ruleset_of(number: int, versions: Sequence[Ruleset[Any, Any, Any]]) -> Ruleset[Any, Any, Any]:
    """The newest rules, but for every fourth game, which runs by the oldest."""
    return versions[0 if number % 4 == 3 else -1]


def ends(numbers: Iterable[int], play: Callable[[int, Random], Recorded]) -> set[str]:
    """Return the end reasons of these games; some are audited."""
    found = set()
    for n, number in enumerate(numbers):
        recorded = play(number, Random(number))
        assert recorded.game.outcome is not None
        found.add(recorded.game.outcome.reason)
        if n % AUDITED == 0:
            assert audit(recorded.events).reason is None
    return found
