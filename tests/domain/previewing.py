"""Previews, in positions that look the same to a seat."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from domain.errors import Refused
from domain.kernel.decider import Ruleset
from domain.kernel.game import Game
from domain.kernel.play import NothingToPreview, preview
from domain.kernel.timeline import Timeline
from domain.record.visibility import Viewer
from tests.domain.cards import terms
from tests.domain.playing import chance_of, every_step, listed, setup_of

Rules = Ruleset[Any, Any, Any]


def game_at(rules: Rules, state: Any) -> Game:
    """A live game that stands at a position; its terms are those of a toy."""
    seats = len(rules.wire.view(state, Viewer())["state"]["seats"])
    return Game(
        ruleset=rules,
        terms=terms(seats=seats),
        setup=setup_of(rules),
        created_at="",
        updated_at="",
        version=1,
        hash="",
        seats=(None,) * seats,
        timeline=Timeline.opened(1, state),
        chance=chance_of(99),
    )


def ends_of_games(
    rules: Rules, nearly_won: Callable[[Any, random.Random], Iterable[Any]], nth: int
) -> Iterator[Any]:
    """Positions close to the end, made of every ``nth`` position of all games."""
    for n, step in enumerate(every_step(rules)):
        if n % nth == 0:
            yield from nearly_won(step.before, random.Random(n))


def told(rules: Rules, state: Any, seat: int, move: Any) -> Any:
    """The preview of a move as its seat sees it, or the code of the refusal."""
    try:
        after = preview(game_at(rules, state), seat, move)
    except Refused as refusal:
        return refusal.code
    return rules.wire.view(after, Viewer(seat))


def twins(rules: Rules, state: Any, seat: int, number: int = 3) -> Iterator[Any]:
    """Positions that differ from this one in what a seat does not see alone."""
    return (rules.imagined(state, seat, chance_of(n)) for n in range(1, number + 1))


def sampled(moves: Sequence[Any], most: int = 30) -> list[Any]:
    """About so many of the moves, and the last two: the end of a turn and a resignation."""
    return [*moves[: -2 : 1 + len(moves) // most], *moves[-2:]]


def check_every_seat(rules: Rules, states: Iterable[Any]) -> tuple[int, int]:
    """Check the previews of every seat in these positions; how many are shown, and are not."""
    shown = hidden = 0
    for state in states:
        for seat in rules.situation(state).staying:
            counts = check_previews(rules, state, seat)
            shown, hidden = shown + counts[0], hidden + counts[1]
    return shown, hidden


def check_previews(rules: Rules, state: Any, seat: int) -> tuple[int, int]:
    """Preview moves of a seat, in this position and its twins; how many are shown, and are not.

    All positions answer the same, and each position shown is the one that the move leads to.
    """
    shown = hidden = 0
    others = list(twins(rules, state, seat))
    for move in sampled(listed(rules, state, seat)):
        answer = told(rules, state, seat, move)
        for other in others:
            assert told(rules, other, seat, move) == answer, move
        if answer == NothingToPreview.code:
            hidden += 1
            continue
        assert not isinstance(answer, str), (answer, move)
        event = rules.decide(state, seat, move, chance_of(0))
        assert answer == rules.wire.view(rules.evolve(state, event), Viewer(seat)), move
        shown += 1
    return shown, hidden
