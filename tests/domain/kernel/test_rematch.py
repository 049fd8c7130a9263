"""Rematches: terms of any finished game once more, rotated seats, and seats kept for people."""

from pathlib import Path

import pytest

from domain.kernel.game import Game, Seat, evolve, fold, sealed_creation
from domain.kernel.play import GameNotOver
from domain.kernel.rematch import NoRematch, SeatKept, rematch_terms, rotated, seat_to_take
from domain.kernel.rulesets import ruleset_named
from domain.kernel.seating import take_seat
from domain.kernel.studies import branch
from tests import fixtures
from tests.domain.conftest import NOON, Table, seated

SECRET = bytes(range(32))


def again(game: Game) -> Game:
    terms = rematch_terms(game, "p0", SECRET)
    return evolve(None, sealed_creation(terms, NOON, "c1"))


@pytest.mark.parametrize("path", fixtures.fixtures(), ids=fixtures.name_of)
def test_every_finished_game_can_be_played_again_by_the_newest_rules(path: Path):
    old = fold(fixtures.events_of(fixtures.load(path)))
    new = again(old)
    for seat, occupant in enumerate(rotated(old)):
        assert occupant is not None
        taken = take_seat(new, Seat(occupant.player, occupant.bot, "ab" * 32), seat)
        new = evolve(new, new.seal(taken, NOON, f"c{seat}"))
    assert new.status == "live"
    assert new.ruleset is ruleset_named(old.ruleset.id)
    assert new.terms.board == old.terms.board
    assert new.terms.options.items() >= old.terms.options.items()
    kept = ("seats", "first_seat", "undo", "title", "listed")
    assert [getattr(new.terms, k) for k in kept] == [getattr(old.terms, k) for k in kept]
    assert new.terms.chance.fair, "whoever made the old game from a seed does not know the new luck"


def test_every_seat_moves_one_place_and_the_second_comes_first():
    players = [seat and seat.player for seat in rotated(seated(3).game)]
    assert players == ["p1", "p2", "p0"]


def test_a_game_that_goes_on_has_no_rematch_yet():
    with pytest.raises(GameNotOver):
        again(seated().game)


def test_a_study_has_no_rematch():
    table = seated()
    study = branch(table.game, "g", "p0", SECRET, finished=False)
    with pytest.raises(NoRematch):
        again(evolve(None, sealed_creation(study, NOON, "c1")))


# Kept seats: seat 0 is p0's, seat 2 kept for p2, seat 3 for p3, seat 1 for nobody.
KEPT = {0: "p0", 2: "p2", 3: "p3"}


@pytest.fixture
def table() -> Game:
    table = Table.open(seats=4)
    table.sit("p0")
    return table.game


@pytest.mark.parametrize(
    ("player", "wished", "seat"),
    [
        ("p2", None, 2),
        ("p3", None, 3),
        ("eve", None, 1),
        (None, None, 1),
        ("p2", 1, 1),
        ("p2", 2, 2),
        ("eve", 1, 1),
    ],
)
def test_a_player_gets_the_own_kept_seat_and_anybody_else_a_free_one(table, player, wished, seat):
    assert seat_to_take(table, KEPT, player, wished) == seat


@pytest.mark.parametrize(("player", "wished"), [("eve", 2), (None, 3), ("p2", 3)])
def test_a_seat_kept_for_another_is_refused(table, player, wished):
    with pytest.raises(SeatKept) as refused:
        seat_to_take(table, KEPT, player, wished)
    assert refused.value.parameters == {"seat": wished, "free": [1]}


def test_when_every_free_seat_is_kept_nobody_else_sits_down(table):
    with pytest.raises(SeatKept):
        seat_to_take(table, {**KEPT, 1: "p1"}, "eve", None)


def test_other_faults_are_for_taking_the_seat_to_refuse(table):
    assert seat_to_take(table, KEPT, "eve", 0) == 0, "taken"
    assert seat_to_take(table, KEPT, "p0", 2) == 2, "already seated"
    assert seat_to_take(seated().game, {}, "eve", None) is None, "not open"
