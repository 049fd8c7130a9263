"""Games of a course, and their examples: the same each time, and with what searches expected."""

from typing import Any

import pytest

from domain.planning.planner import Plan, plan
from domain.planning.weights import weights_file
from service.operations.training import self_play
from service.operations.training.self_play import Lesson, Lessons, played

GREEDY = Lesson("settlers", "7", None)
PLANNED = Lesson("settlers", "1", weights_file("settlers").read_bytes())


def lessons(terms: Lesson) -> Lessons:
    found = played(terms)
    assert found is not None
    return found


def test_a_game_replayed_from_its_moves_gives_the_same_lessons():
    once = lessons(GREEDY)
    again = lessons(GREEDY._replace(moves=once.moves))
    assert (again.examples.features.seats == once.examples.features.seats).all()
    assert (again.examples.expected == once.examples.wins).all()
    assert (again.parts == once.parts).all()


def test_planners_play_and_what_their_searches_expected_is_replayed(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(self_play, "KEPT", 1.0)
    once = lessons(PLANNED)
    searched = sum(each.expected is not None for each in once.moves)
    assert searched
    wins, expected = once.examples.wins, once.examples.expected
    differing = (wins != expected).any(axis=1).sum()
    # Some are as sure as the result, some were noted as another seat saw them.
    assert 0.5 * searched < differing <= searched
    assert expected.sum(axis=1) == pytest.approx(1, abs=1e-5)
    monkeypatch.setattr(self_play, "plan", None)
    again = lessons(PLANNED._replace(moves=once.moves))
    assert (again.examples.expected == expected).all()
    assert (again.examples.features.seats == once.examples.features.seats).all()


@pytest.mark.parametrize(("ruleset", "has_policy"), [("settlers", True), ("alexandros", False)])
def test_only_where_search_alone_is_weak_do_planners_follow_greedy(
    monkeypatch: pytest.MonkeyPatch, ruleset: str, has_policy: bool
):
    policies = []

    def recorded_plan(*terms: Any, policy: Any, **more: Any) -> Plan:
        policies.append(policy)
        return plan(*terms, policy=policy, **more)

    monkeypatch.setattr(self_play, "plan", recorded_plan)
    lessons(Lesson(ruleset, "2", weights_file(ruleset).read_bytes()))
    assert {each is not None for each in policies} == {has_policy}


def test_a_position_is_noted_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(self_play, "KEPT", 1.0)
    noted = []
    original = self_play._Table._note

    def note(table: self_play._Table, *terms: object) -> None:
        noted.append(table.game.version)
        original(table, *terms)

    monkeypatch.setattr(self_play._Table, "_note", note)
    lessons(PLANNED)
    assert len(noted) == len({*noted}) > 100
