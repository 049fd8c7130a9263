"""Whole games of Alexandros in the kernel's hands: folded, audited, undone and redone."""

import json
import random

import pytest

from domain.alexandros import RULESET
from domain.kernel.audit import audit
from domain.kernel.game import fold
from domain.kernel.undo import decide_redo, decide_undo
from domain.record import record
from tests.domain.recorded_game import Recorded

OPTIONS = {"target_score": 30, "two_seat_compensation": True}


def play(recorded: Recorded, luck: random.Random) -> None:
    seat = recorded.game.to_act[0]
    moves = RULESET.legal_moves(recorded.game.state, seat, 500, None).moves
    as_json = [RULESET.wire.moves.json(move) for move in moves]
    bold = [m for m in as_json if m["type"] in ("occupy", "take_over", "levy_taxes")]
    rest = [m for m in as_json if m["type"] != "resign" or luck.random() < 0.02]
    chosen = luck.choice(bold if bold and luck.random() < 0.6 else rest)
    recorded.move(seat, RULESET.wire.moves.read(chosen))


def played_out(seed: int) -> Recorded:
    luck = random.Random(seed)
    recorded = Recorded(RULESET, f"{seed:04x}", 2 + seed % 3, "tiny", OPTIONS)
    while recorded.game.outcome is None:
        play(recorded, luck)
        if luck.random() < 0.1 and recorded.game.outcome is None:
            undo_and_perhaps_redo(recorded, luck)
    return recorded


def undo_and_perhaps_redo(recorded: Recorded, luck: random.Random) -> None:
    game = recorded.game
    assert game.timeline is not None
    targets = [m.version for m in game.timeline.moments() if game.timeline.has(m.version)]
    before, seat = game.state, game.to_act[0]
    recorded.write(decide_undo(game, seat, luck.choice(targets[:6])))
    if luck.random() < 0.5:
        recorded.write(decide_redo(recorded.game, seat))
        assert recorded.game.state == before


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_audits_clean(seed):
    recorded = played_out(seed)
    found = audit(recorded.events)
    assert (found.valid, found.reason) == (True, None)


@pytest.mark.parametrize("seed", range(3))
def test_the_state_kept_step_by_step_is_the_fold_of_the_stored_record(seed):
    recorded = played_out(seed)
    stored = [record.encode(event) for event in recorded.events]
    again = fold(record.decode(stored))
    assert again.state == recorded.game.state
    assert again.outcome == recorded.game.outcome


def test_every_kind_of_event_is_met_in_these_games():
    types = {event.type for seed in range(6) for event in played_out(seed).events}
    own = {"card_chosen", "marched", "card_taken", "province_occupied", "province_taken_over"}
    own |= {"taxes_levied", "governor_recalled", "turn_ended", "resigned"}
    assert own <= types


def test_the_same_seed_and_moves_give_the_same_record():
    one, other = played_out(1), played_out(1)
    assert [json.dumps(e.data) for e in one.events] == [json.dumps(e.data) for e in other.events]
