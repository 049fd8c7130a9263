"""Whole games of Alexandros in the kernel's hands: folded, audited, undone and redone."""

import json
import random
from functools import cache
from typing import Any

import pytest

from domain.alexandros import RULESET
from domain.alexandros.moves import LevyTaxes, Occupy, Resign, TakeOver
from domain.alexandros.state import State
from domain.kernel.audit import audit
from tests.domain.recorded_game import Recorded

OPTIONS = {"target_score": 30, "two_seat_compensation": True}


def choose(state: State, luck: random.Random) -> tuple[int, Any]:
    """A legal move of the acting seat; conquests and levies are liked."""
    seat = RULESET.situation(state).to_act[0]
    moves = RULESET.legal_moves(state, seat, 500, None).moves
    bold = [m for m in moves if isinstance(m, Occupy | TakeOver | LevyTaxes)]
    rest = [m for m in moves if not isinstance(m, Resign) or luck.random() < 0.02]
    return seat, luck.choice(bold if bold and luck.random() < 0.6 else rest)


def play_out(seed: int) -> Recorded:
    luck = random.Random(seed)
    recorded = Recorded(RULESET, f"{seed:04x}", 2 + seed % 3, "tiny", OPTIONS)
    return recorded.play_out(lambda state: choose(state, luck), luck)


played_out = cache(play_out)


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_audits_clean(seed):
    found = audit(played_out(seed).events)
    assert (found.valid, found.reason) == (True, None)


@pytest.mark.parametrize("seed", range(3))
def test_the_state_kept_step_by_step_is_the_fold_of_the_stored_record(seed):
    recorded = played_out(seed)
    again = recorded.reread()
    assert (again.state, again.outcome) == (recorded.game.state, recorded.game.outcome)


def test_every_kind_of_event_is_met_in_these_games():
    types = {event.type for seed in range(6) for event in played_out(seed).events}
    own = {"card_chosen", "marched", "card_taken", "province_occupied", "province_taken_over"}
    own |= {"taxes_levied", "governor_recalled", "turn_ended", "resigned"}
    assert own <= types


def test_the_same_seed_and_moves_give_the_same_record():
    one, other = played_out(1), play_out(1)
    assert [json.dumps(e.data) for e in one.events] == [json.dumps(e.data) for e in other.events]
