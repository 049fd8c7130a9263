"""A seat's knowledge is what it was shown: its own cards, and of others no more than must be."""

from typing import Any

import pytest

from domain.kernel.counting import Known
from domain.kernel.rulesets import rulesets
from domain.planning.levels import Level
from domain.planning.planner import Knowledge, ledger, plan, planned_game
from domain.record.chance import Chance
from domain.record.visibility import Viewer
from service.clients.planners.levels import PLANNED
from tests.domain.planning.shown import events_of, view_of
from tests.domain.playing import GAMES, chance_of, steps
from tests.domain.twin_lines import twin_line

RULESETS = [rulesets()[name] for name in PLANNED]
EASY = Level(30)
FEW, MANY = 6, 300
each_ruleset = pytest.mark.parametrize("rules", RULESETS, ids=PLANNED)


def known_of(position: Any) -> Known:
    known: Known = position.known
    return known


def whole(position: Any) -> Any:
    """The position in the rules' own form; the scenario's stands on one of settlers."""
    return getattr(position, "whole", position.state)


def hands_of(state: Any) -> Any:
    return getattr(state, "base", state).cards.hands


@each_ruleset
def test_a_position_read_from_a_view_looks_the_same_to_its_seat(rules: Any):
    game = planned_game(rules.id)
    for number in GAMES[:2]:
        played = steps(rules, number)
        line = [step.before for step in played]
        for viewer in range(line[0].table.seats):
            told = ledger(rules.id, line[0].table.seats, viewer)
            events = list(events_of(rules, played, line, viewer))
            for n in range(0, len(line), 5):
                told.read(events[:n])
                view = view_of(rules, line[n], viewer, n)
                position = game.position(view, told.beliefs, chance_of(n))
                sight = Viewer(viewer)
                assert rules.wire.view(whole(position), sight) == rules.wire.view(line[n], sight)


@each_ruleset
def test_a_hand_holds_at_least_what_is_known_of_it(rules: Any):
    game, found = planned_game(rules.id), 0
    for number in GAMES:
        played = steps(rules, number)
        line = [step.before for step in played]
        told = ledger(rules.id, line[0].table.seats, 0)
        events = list(events_of(rules, played, line, 0))
        for n in range(0, len(line), 7):
            told.read(events[:n])
            view = view_of(rules, line[n], 0, n)
            position = game.position(view, told.beliefs, chance_of(n))
            for known, hand, dealt in zip(
                known_of(position),
                hands_of(line[n]),
                position.state.cards.hands,
                strict=True,
            ):
                assert all(least <= held for least, held in zip(known, hand, strict=False))
                assert sum(dealt) == sum(hand)
                found += sum(known)
    assert found > 100


@each_ruleset
@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_worlds_that_look_the_same_to_a_seat_bring_the_same_move(rules: Any, most: int):
    compared = 0
    for number in range(most):
        if compared >= most:
            break
        compared += _compare(rules, number, most - compared)
    assert compared >= most


def _compare(rules: Any, number: int, most: int) -> int:
    """Compare the moves in a game with those in its twins; return in how many pairs."""
    played = steps(rules, number)
    line, compared = [step.before for step in played], 0
    for viewer in range(line[0].table.seats):
        start = rules.imagined(line[0], viewer, chance_of(number + 7))
        twin = twin_line(rules, played, viewer, start, number)
        events = list(events_of(rules, played, line, viewer))
        for n, (one, other) in enumerate(zip(line, twin, strict=False)):
            is_asked = viewer in rules.situation(one).to_act
            if one == other or not is_asked or n % 4 or compared >= most:
                continue
            moves = [_move(rules, state, viewer, events[:n]) for state in (one, other)]
            assert moves[0] == moves[1]
            compared += 1
    return compared


def _move(rules: Any, state: Any, viewer: int, events: list[Any]) -> Any:
    told = ledger(rules.id, state.table.seats, viewer)
    told.read(events)
    view = view_of(rules, state, viewer, len(events))
    return plan(Knowledge(view, told.beliefs), viewer, EASY, "twins")


@each_ruleset
def test_every_planned_move_is_legal(rules: Any):
    for number in GAMES:
        played = steps(rules, number)
        for n in range(0, len(played), 23):
            step = played[n]
            line = [each.before for each in played[:n]]
            events = list(events_of(rules, played, line, step.seat))
            move = rules.wire.moves.read(_move(rules, step.before, step.seat, events).move)
            rules.decide(step.before, step.seat, move, Chance(bytes(32)))
