"""Shares, intervals, ratings and the sequential test, against values worked out elsewhere."""

import random

import pytest

from service.operations.arena.matches import Played
from service.operations.arena.standings import Standings, ratings, verdict, wilson


def standings_of(*games: tuple[str, tuple[int, ...]]) -> Standings:
    """A standings of games: the bots' letters by seat, and the winning seats."""
    standings = Standings()
    for bots, winners in games:
        standings.add(Played(tuple(bots), winners, 100, {}))
    return standings


def test_the_interval_is_wilsons():
    # Worked out with statsmodels' proportion_confint(…, method="wilson").
    assert wilson(18, 28) == pytest.approx((0.458, 0.793), abs=0.001)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=0.001)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_shared_win_is_counted_in_parts_and_an_unfinished_game_for_nobody():
    standings = standings_of(("ab", (0, 1)), ("ab", (0,)), ("ab", ()))
    assert standings.wins == {"a": 1.5, "b": 0.5}
    assert (standings.games["a"], standings.unfinished, standings.played) == (2, 1, 3)
    assert standings.share("a") == 0.75


def test_a_bot_on_several_seats_plays_one_game_and_may_win_it_on_any():
    standings = standings_of(("abbb", (3,)), ("babb", (1,)))
    assert (standings.games["b"], standings.wins["b"]) == (2, 1.0)


@pytest.mark.parametrize(
    ("wins", "games", "answer"),
    # The ratio's logarithm has to pass log 19 = 2.944: a win adds log (0.65 / 0.55) = 0.167, a
    # loss takes away log (0.45 / 0.35) = 0.251.
    [(17, 17, "open"), (18, 18, "reached"), (0, 11, "open"), (0, 12, "missed"), (60, 100, "open")],
)
def test_the_sequential_test_follows_wald(wins: int, games: int, answer: str):
    assert verdict(wins, games, 0.65) == answer


@pytest.mark.parametrize(("true", "wrong"), [(0.65, "missed"), (0.55, "reached")])
def test_the_sequential_test_errs_as_seldom_as_it_says(true: float, wrong: str):
    luck, trials = random.Random(7), 1_000
    errors = 0
    for _ in range(trials):
        wins = games = 0
        while (answer := verdict(wins, games, 0.65)) == "open":
            wins, games = wins + (luck.random() < true), games + 1
        errors += answer == wrong
    # Nearly as many as it allows: 45 to 51 in 1,000, over 4,000 trials with three seeds.
    assert errors <= trials * 0.065


def test_ratings_are_elos_between_two_bots():
    # Ten wins in eleven, and one game of which each won half: 10.5 to 1.5, 338 points.
    rated = ratings(standings_of(*[("ab", (0,))] * 10, ("ab", (1,))))
    assert rated["a"] - rated["b"] == pytest.approx(338, abs=0.5)
    assert rated["a"] == pytest.approx(-rated["b"])


def test_ratings_know_that_one_of_four_wins_a_quarter_among_equals():
    games = [("abbb", (0,)), ("babb", (0,)), ("bbab", (0,)), ("bbba", (0,))]
    rated = ratings(standings_of(*games * 50))
    assert rated["a"] == pytest.approx(rated["b"], abs=5)


def test_a_bot_alone_is_rated_average_even_without_a_finished_game():
    assert ratings(standings_of(("aa", (0,)), ("aa", (1,)))) == {"a": 0}
    assert ratings(standings_of(("aaa", ()))) == {"a": 0}


def test_a_bot_without_wins_has_a_finite_rating():
    rated = ratings(standings_of(*[("ab", (0,))] * 1_000))
    assert 1_000 < rated["a"] - rated["b"] < 2_000
