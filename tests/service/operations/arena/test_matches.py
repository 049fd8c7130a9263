"""A game in the arena is a whole game by the rules, the same each time, and fair to each bot."""

from collections import Counter

import pytest

from domain.kernel.rulesets import rulesets
from domain.planning import planner
from domain.planning.levels import LEVELS, Level
from domain.planning.planner import Plan
from service.clients import Bot
from service.operations.arena import matches
from service.operations.arena.matches import Seating, play, rotations


def table(ruleset: str, *bots: str, luck: str = "1") -> Seating:
    return Seating(ruleset, rulesets()[ruleset].wire.boards.ids[-1], bots, luck)


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_a_game_is_played_to_its_end_and_equal_tables_give_equal_games(ruleset: str):
    seats = rulesets()[ruleset].seat_counts[0]
    terms = table(ruleset, "greedy", *["random"] * (seats - 1))
    played = play(terms)
    assert played.winners
    assert played == play(terms)
    assert played.refusals == {"greedy": 0, "random": 0}


def test_other_luck_gives_another_game():
    events = {play(table("alexandros", "random", "random", luck=str(n))).events for n in range(6)}
    assert len(events) > 1


def test_each_bot_sees_its_own_seats_view(monkeypatch: pytest.MonkeyPatch):
    seen: Counter[int] = Counter()

    def watching(ruleset: str, name: str) -> Bot:
        bot = original(ruleset, name)

        def choose(view, moves, luck):
            seen[view["viewer"]["seat"]] += 1
            hands = [seat.get("hand") for seat in view["state"]["seats"]]
            others = [hand for n, hand in enumerate(hands) if n != view["viewer"]["seat"]]
            assert all(hand is None for hand in others)
            return bot(view, moves, luck)

        return choose

    original = matches.bot_named
    monkeypatch.setattr(matches, "bot_named", watching)
    play(table("alexandros", "random", "patient"))
    assert seen.keys() == {0, 1}


def test_a_choice_that_is_no_legal_move_is_replaced_and_counted(monkeypatch: pytest.MonkeyPatch):
    random = matches.bot_named("alexandros", "random")
    choices = iter([{"type": "nonsense"}, {"type": "occupy", "province": [0, 0], "governors": []}])
    monkeypatch.setattr(
        matches, "bot_named", lambda *_: lambda *asked: next(choices, None) or random(*asked)
    )
    played = play(table("alexandros", "random", "patient"))
    assert sum(played.refusals.values()) == 2
    assert played.winners


def test_a_game_without_an_end_is_cut(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(matches, "MOST_EVENTS", 10)
    played = play(table("settlers", "random", "patient"))
    assert (played.winners, played.events) == ((), 10)


@pytest.mark.parametrize(
    ("name", "percent", "budget"),
    [
        ("hard", 100, LEVELS["hard"].budget),
        ("hard", 25, LEVELS["hard"].budget // 4),
        ("medium", 25, LEVELS["medium"].budget // 4),
        ("easy", 1, 1),
    ],
)
def test_a_planner_has_a_percentage_of_its_budget_and_is_otherwise_the_same(
    monkeypatch: pytest.MonkeyPatch, name: str, percent: int, budget: int
):
    levels = set[Level]()

    def recorded_plan(knowledge, seat, level, seed, **more) -> Plan:
        levels.add(level)
        return planned(knowledge, seat, level._replace(budget=1), seed, **more)

    planned = planner.plan
    monkeypatch.setattr(planner, "plan", recorded_plan)
    play(table("alexandros", name, "random")._replace(board="tiny", budget=percent))
    assert levels == {LEVELS[name]._replace(budget=budget)}


def test_a_round_seats_every_bot_everywhere_once():
    assert rotations("ab") == [("a", "b"), ("b", "a")]
    assert rotations("abbb") == [tuple("abbb"), tuple("bbba"), tuple("bbab"), tuple("babb")]
    assert rotations("abab") == [tuple("abab"), tuple("baba")]
    assert rotations("aaaa") == [tuple("aaaa")]
