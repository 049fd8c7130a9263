"""The search thinks a seat's own turn through, within its budget, and averages over chance."""

from collections.abc import Sequence

import numpy as np
import pytest

from domain.planning.arrays import Array
from domain.planning.search import Branches, Outcomes, Search


class Tree:
    """A game as a tree: inner positions are words, their moves lead to longer words."""

    extra = 0

    def __init__(self, tree: dict[str, dict[str, Outcomes[str]]], worth: dict[str, float]) -> None:
        self._tree, self._worth = tree, worth
        self.judged = list[str]()

    def branches(self, position: str, width: int) -> Branches[str, str]:
        return Branches(list(self._tree[position].items()), complete=True)

    def goes_on(self, position: str) -> bool:
        return position in self._tree

    def chances(self, positions: Sequence[str]) -> Array:
        self.judged += positions
        return np.array([[self._worth[each], 1 - self._worth[each]] for each in positions])


def sure(position: str) -> Outcomes[str]:
    return [(1.0, position)]


def moves_of(tree: Tree, budget: int = 100, seat: int = 0) -> list[str]:
    return [each.move for each in Search(tree, seat, budget).choices("")]


DEEP = {"": {"a": sure("a"), "b": sure("b")}, "b": {"c": sure("bc")}}


def test_a_move_is_worth_what_the_best_end_of_the_turn_is_worth():
    tree = Tree(DEEP, {"a": 0.5, "b": 0.4, "bc": 0.9})
    assert moves_of(tree) == ["b", "a"]


def test_each_seat_chooses_by_its_own_chance():
    tree = Tree(DEEP, {"a": 0.5, "b": 0.4, "bc": 0.9})
    assert moves_of(tree, seat=1) == ["a", "b"]


def test_what_chance_may_bring_is_averaged():
    gamble = [(0.5, "win"), (0.5, "lose")]
    tree = Tree({"": {"a": sure("a"), "g": gamble}}, {"a": 0.55, "win": 0.9, "lose": 0.1})
    assert moves_of(tree) == ["a", "g"]


def test_no_position_is_judged_twice():
    tree = Tree(DEEP, {"a": 0.5, "b": 0.4, "bc": 0.9})
    moves_of(tree)
    assert len(tree.judged) == len(set(tree.judged)) == 3


@pytest.mark.parametrize("budget", [1, 2, 3, 4, 100])
def test_the_budget_is_kept_but_for_one_look_at_each_move(budget: int):
    tree = Tree(DEEP, {"a": 0.5, "b": 0.4, "bc": 0.9})
    search = Search(tree, 0, budget)
    assert {each.move for each in search.choices("")} == {"a", "b"}
    assert search.used <= max(2, budget)


def test_ways_that_meet_again_are_one_position():
    meeting = {"": {"a": sure("x"), "b": sure("y")}, "x": {"c": sure("z")}, "y": {"d": sure("z")}}
    tree = Tree(meeting, {"x": 0.1, "y": 0.2, "z": 0.3})
    assert {each.chance for each in Search(tree, 0, 100).choices("")} == {0.3}
    assert tree.judged.count("z") == 1


def test_the_end_of_the_turn_is_always_weighed_against_going_on():
    # Each step of dallying looks better than the end, as the turn still goes on, and is worse.
    tree = Tree(
        {"": {"end": sure("e"), "dally": sure("d")}, "d": {"end": sure("de")}},
        {"e": 0.4, "d": 0.6, "de": 0.3},
    )
    assert moves_of(tree) == ["end", "dally"]


def test_a_move_that_was_not_followed_to_its_end_is_no_reason(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("domain.planning.search.BEAM", 0)
    tree = Tree(DEEP, {"a": 0.5, "b": 0.9, "bc": 0.1})
    assert Search(tree, 0, 3).choices("")[0].move == "a"
