"""The patient bot leaves room to others, and its games end all the same."""

from random import Random

import pytest

from clients.bots import bot_named
from clients.bots.patient import choose
from domain.kernel.rulesets import ruleset_named
from tests.clients.bots.settlers.table import steps

END, ROLL, RESIGN = {"type": "end_turn"}, {"type": "roll"}, {"type": "resign"}
EARLY, LATE = {"turn": 1}, {"turn": 41}
LEVY = {"type": "levy_taxes", "card": "lyre"}


def chosen(*moves: dict, view: dict = EARLY) -> dict:
    return choose(view, list(moves), Random(0))


def test_it_ends_its_turn_rather_than_score():
    assert chosen(RESIGN, LEVY, END) == END


def test_it_marches_the_shortest_way():
    short, long = ({"type": "march", "path": [[0, 0]] * n} for n in (2, 3))
    assert chosen(long, short, RESIGN) == short


def test_it_robs_nobody_if_it_can():
    robs, spares = ({"type": "move_robber", "hex": [0, 0], "victim": n} for n in (1, None))
    assert chosen(spares, robs, RESIGN) == spares
    assert chosen(robs, RESIGN) == robs


def test_it_accepts_an_offer_and_passes_in_an_auction():
    yes, no = ({"type": "answer_trade", "accept": accept} for accept in (True, False))
    assert chosen(no, yes, RESIGN) == yes
    assert chosen({"type": "bid", "bid": 1}, {"type": "pass"}, RESIGN) == {"type": "pass"}


def test_it_rolls_before_it_plays_a_knight():
    assert chosen({"type": "play_knight", "hex": [0, 0], "victim": None}, ROLL, RESIGN) == ROLL


def test_it_resigns_only_when_it_can_do_nothing_else():
    assert chosen(LEVY, RESIGN) == LEVY
    assert chosen(RESIGN) == RESIGN


def test_luck_does_not_matter_while_it_is_patient():
    moves = [{"type": "build_settlement", "corner": n} for n in range(9)]
    assert {choose(EARLY, moves, Random(n))["corner"] for n in range(20)} == {8}


def test_it_ends_no_turn_early_once_it_has_lost_patience():
    assert chosen(END, LEVY, view=LATE) == LEVY


@pytest.mark.parametrize(
    ("ruleset", "board", "seats"),
    [
        ("alexandros", "tiny", 2),
        ("settlers", "first_island", 2),
        ("alexander_the_great", "campaign", 3),
    ],
)
def test_a_game_of_patient_bots_alone_ends(ruleset: str, board: str, seats: int):
    bots = [bot_named(ruleset, "patient")] * seats
    *_, last = steps(ruleset, 1, bots, board)
    outcome = ruleset_named(ruleset).situation(last.after).outcome
    assert outcome is not None
    assert outcome.reason != "resignation"
