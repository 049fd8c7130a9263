"""Two lines of a game that look the same to a viewer, and differ in cards that it does not see."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.errors import Refused
from domain.kernel.decider import Ruleset
from domain.record.visibility import Viewer, conceal, hidden_values
from tests.domain.playing import GAMES, Step, chance_of, steps

Rules = Ruleset[Any, Any, Any]
VIEWERS = (None, 0, 1, 2, 3)


def twin_line(
    rules: Rules, played: Sequence[Step], viewer: int, start: Any, number: int, luck: int = 0
) -> list[Any]:
    """The positions of the same moves from another start, by other luck where nobody can notice.

    ``number`` is that of the game's own luck. The line ends where a move is refused, or where the
    viewer would see a difference.
    """
    positions = [start]
    for step in played:
        event = twin_event(rules, step, viewer, positions[-1], (1000 + luck, number))
        if event is None or rules.situation(step.after).outcome is not None:
            break
        after, view = rules.evolve(positions[-1], event), rules.wire.view
        if view(after, Viewer(viewer)) != view(step.after, Viewer(viewer)):
            break
        positions.append(after)
    return positions


def twin_event(rules: Rules, step: Step, viewer: int, state: Any, numbers: tuple[int, ...]) -> Any:
    """The event of a step's move in another position, None if the viewer sees another one.

    The first luck counts that makes no difference to the viewer.
    """
    for number in numbers:
        try:
            event = rules.decide(state, step.seat, step.move, chance_of(number))
        except Refused:
            return None
        if seen(rules, event, step.seat, viewer) == seen(rules, step.event, step.seat, viewer):
            return event
    return None


def seen(rules: Rules, event: Any, seat: int, viewer: int) -> Any:
    """The type and data of a seat's event, as a viewer may see them."""
    type_, data = rules.wire.events.type(event), rules.wire.events.json(event)
    hidden = hidden_values(data, rules.visibility.get(type_, {}), seat)
    return type_, conceal(data, [each.path for each in hidden if each.owner != viewer])


def check_imagined_alike(
    rules: Rules, line: Sequence[Any], twin: Sequence[Any], viewer: int
) -> int:
    """Check that both lines are imagined as the same; return in how many positions they differ."""
    differing = 0
    for n, (one, other) in enumerate(zip(line, twin, strict=False)):
        if one != other and n % 2 == 0:
            imagined = rules.imagined(one, viewer, chance_of(n), line[:n])
            assert rules.imagined(other, viewer, chance_of(n), twin[:n]) == imagined
            differing += 1
    return differing


def check_lines_imagined_alike(
    rules: Rules, opening: Callable[[Any, int, random.Random], Any] = lambda state, *_: state
) -> None:
    """Check every game against its twins of four lucks, from the openings that a seat may take to
    be its own."""
    differing = 0
    for number in GAMES:
        played = steps(rules, number)
        line = [step.before for step in played]
        for viewer in range(line[0].table.seats):
            for luck in range(4):
                start = opening(line[0], viewer, random.Random(luck))
                twin = twin_line(rules, played, viewer, start, number, luck)
                differing += check_imagined_alike(rules, line, twin, viewer)
    assert differing > 50


def lines_seen(rules: Rules) -> Iterator[tuple[list[Any], int | None, Any]]:
    """Lines of every game, each with a viewer (None for a watcher) and its imagined end."""
    for number in GAMES:
        line = [step.before for step in steps(rules, number)]
        for n in range(0, len(line), 9):
            viewer = VIEWERS[n % (line[n].table.seats + 1)]
            yield line[: n + 1], viewer, rules.imagined(line[n], viewer, chance_of(n), line[:n])
