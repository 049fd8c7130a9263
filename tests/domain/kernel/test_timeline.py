"""Undo, redo, consent and the undo floor."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.errors import Refused
from domain.kernel import undo
from domain.kernel.undo import Way, ways
from tests.domain.conftest import Table, seated

START = 3


def refused(code, act):
    with pytest.raises(Refused) as refusal:
        act()
    assert refusal.value.code == code


def test_an_undo_shows_the_earlier_position_and_deletes_nothing():
    table = seated().move(0, "show", "show")
    before = table.game
    table.undo(0, 4)
    assert table.game.state.shown == 1
    assert (table.game.version, table.game.head) == (6, 4)
    assert len(table.events) == before.version + 1


def test_undo_then_redo_is_the_identity():
    table = seated().move(0, "show", "show")
    state = table.game.state
    table.undo(0, START)
    table.redo(0)
    assert table.game.state is state
    assert table.game.head == 5


def test_each_redo_takes_back_the_latest_undo_not_yet_redone():
    table = seated().move(0, "show", "show", "show")
    table.undo(0, 5)
    table.undo(0, 4)
    table.redo(0)
    assert table.game.head == 5
    table.redo(0)
    assert table.game.head == 6
    refused("nothing_to_redo", lambda: table.redo(0))


def test_a_new_move_ends_the_redo():
    table = seated().move(0, "show", "show")
    table.undo(0, 4)
    table.move(0, "show")
    refused("nothing_to_redo", lambda: table.redo(0))


def test_the_same_draw_after_an_undo_meets_the_same_card():
    table = seated(undo="free").move(0, "draw")
    card = table.events[-1].data["card"]
    table.undo(0, START)
    assert table.move(0, "draw").events[-1].data["card"] == card


@pytest.mark.parametrize("to", [0, 1, 2, 6, 7, 99, -1])
def test_an_undo_names_an_event_of_the_present_line_from_the_start_to_before_the_head(to):
    table = seated().move(0, "show", "show", "show")
    refused("undo_target_unknown", lambda: table.undo(0, to))


def test_an_undone_event_and_an_undo_itself_cannot_be_gone_back_to():
    table = seated().move(0, "show", "show")
    undone = table.undo(0, 4)
    table.move(0, "show", "show")
    refused("undo_target_unknown", lambda: table.undo(0, 5))
    refused("undo_target_unknown", lambda: table.undo(0, undone.version))


def test_above_the_floor_the_acting_seat_undoes_freely_under_every_policy():
    for policy in ("free", "consent", "off"):
        table = seated(undo=policy).move(0, "draw", "show", "show")
        assert table.game.timeline.floor(0) == 4
        assert table.undo(0, 4).type == "undone"


def test_a_revelation_and_anothers_decision_are_floors():
    table = seated(undo="off").move(0, "show", "draw", "show")
    refused("undo_off", lambda: table.undo(0, 4))
    table.move(0, "pass").move(1, "show")
    assert table.game.timeline.floor(1) == 7
    refused("undo_off", lambda: table.undo(1, 6))


def test_a_seat_not_to_act_has_no_free_undo():
    table = seated(undo="off").move(0, "show", "pass")
    refused("undo_off", lambda: table.undo(0, 4))


def test_with_the_policy_free_any_seated_player_undoes_below_the_floor():
    table = seated(undo="free").move(0, "draw", "pass")
    assert table.undo(1, START).type == "undone"
    assert table.game.to_act == (0,)


def test_with_consent_every_other_human_seat_must_accept():
    table = seated(3).move(0, "draw")
    assert table.undo(0, 4).type == "undo_requested"
    assert table.game.timeline.request.to == 4
    assert table.answer(1, accept=True).type == "undo_accepted"
    assert table.game.state.pile == table.refolded().state.pile
    last = table.answer(2, accept=True)
    assert (last.type, last.data["to"], last.data["requested_by"]) == ("undone", 4, 0)
    assert table.game.head == 4
    assert table.game.timeline.request is None


def test_one_refusal_ends_the_request():
    table = seated(3).move(0, "draw")
    table.undo(0, 4)
    table.answer(2, accept=False)
    assert table.game.timeline.request is None
    refused("no_undo_requested", lambda: table.answer(1, accept=True))
    assert table.game.head == table.game.version


def test_bots_and_departed_seats_are_not_asked():
    table = Table.open(seats=2)
    table.sit("p0")
    table.sit(None, bot="greedy")
    table.move(0, "draw")
    assert table.undo(0, START).type == "undone"
    table = seated(3).move(2, "resign").move(0, "draw")
    table.undo(0, 5)
    assert table.answer(1, accept=True).type == "undone"


def against_bot(**terms):
    table = Table.open(seats=2, **terms)
    table.sit("p0")
    table.sit(None, bot="greedy")
    return table


@pytest.mark.parametrize("policy", ["by_seats", "drawn_stays"])
def test_against_bots_what_was_drawn_stays_drawn(policy):
    table = against_bot(undo=policy).move(0, "draw", "show")
    refused("drawn_stays", lambda: table.undo(0, START))
    assert table.undo(0, 4).type == "undone"


@pytest.mark.parametrize("policy", ["by_seats", "drawn_stays"])
def test_against_bots_ones_own_decision_and_their_answers_are_taken_back(policy):
    table = against_bot(undo=policy).move(0, "show", "pass").move(1, "show", "pass")
    assert table.game.facts.undo == "drawn_stays"
    assert ways(table.game, 0).back == Way(4, "free")
    assert table.undo(0, 4).type == "undone"


def test_a_card_that_a_bot_drew_stays_drawn():
    table = against_bot(undo="by_seats").move(0, "pass").move(1, "draw", "pass")
    refused("drawn_stays", lambda: table.undo(0, START))


def test_with_a_second_person_the_policy_by_seats_is_consent():
    table = Table.open(seats=3, undo="by_seats")
    table.sit("p0")
    table.sit(None, bot="greedy")
    assert table.game.facts.undo == "consent"
    table.sit("p1")
    assert table.game.facts.undo == "consent"
    table.move(0, "draw", "show")
    assert table.undo(0, 4).type == "undo_requested"


def test_when_the_other_people_have_left_what_was_drawn_stays_drawn():
    table = Table.open(seats=3, undo="by_seats")
    table.sit("p0")
    table.sit("p1")
    table.sit(None, bot="greedy")
    table.move(1, "resign").move(0, "draw", "show")
    refused("drawn_stays", lambda: table.undo(0, 5))
    assert table.undo(0, 6).type == "undone"


def test_a_seat_answers_once_and_never_for_itself():
    table = seated(3).move(0, "draw")
    table.undo(0, 4)
    refused("no_undo_requested", lambda: table.answer(0, accept=True))
    table.answer(1, accept=True)
    refused("no_undo_requested", lambda: table.answer(1, accept=True))


def test_a_seat_that_accepted_or_left_declines_for_nobody():
    table = seated(4).move(3, "resign").move(0, "draw")
    table.undo(0, 6)
    table.answer(1, accept=True)
    refused("no_undo_requested", lambda: table.answer(1, accept=False))
    refused("seat_left", lambda: table.answer(3, accept=False))
    assert table.game.timeline.request is not None


def test_a_seat_that_left_takes_nothing_back():
    table = seated(3, undo="free").move(2, "resign").move(0, "draw")
    refused("seat_left", lambda: table.undo(2, 5))
    table.undo(0, 5)
    refused("seat_left", lambda: table.redo(2))


def test_a_record_of_great_length_goes_only_forward(monkeypatch):
    table = seated(undo="free").move(0, "draw")
    monkeypatch.setattr(undo, "LONGEST_RECORD", table.game.version)
    refused("record_long", lambda: table.undo(0, START))
    assert table.move(0, "draw").game.version == 5


def test_the_requester_may_withdraw_and_a_second_request_waits():
    table = seated().move(0, "draw")
    table.undo(0, START)
    refused("undo_pending", lambda: table.undo(1, START))
    table.answer(0, accept=False)
    assert table.game.timeline.request is None


def test_a_move_voids_a_pending_request():
    table = seated().move(0, "draw")
    table.undo(0, START)
    table.move(0, "show")
    assert table.game.timeline.request is None


def test_outside_casual_play_only_the_seat_that_undid_may_redo():
    table = seated(undo="consent").move(0, "show", "show")
    table.undo(0, 4)
    refused("redo_not_yours", lambda: table.redo(1))
    table = seated(undo="free").move(0, "show", "show")
    table.undo(0, 4)
    assert table.redo(1).type == "redone"


def test_a_finished_game_cannot_be_undone():
    table = seated(undo="free").move(0, "show").move(1, "resign")
    refused("game_over", lambda: table.undo(0, START))


def test_an_open_game_cannot_be_undone():
    table = Table.open()
    table.sit("p0")
    refused("not_started", lambda: table.undo(0, 1))


acts = st.lists(
    st.tuples(
        st.sampled_from(["draw", "show", "pass", "undo", "redo", "answer"]), st.integers(0, 2)
    ),
    max_size=40,
)


@settings(max_examples=60)
@given(acts, st.sampled_from(["free", "consent", "off"]), st.integers(0, 10))
def test_the_fold_of_the_record_is_the_game_kept_step_by_step(acts, policy, back):
    table = seated(3, undo=policy)
    for act, seat in acts:
        try:
            match act:
                case "undo":
                    table.undo(seat, max(START, table.game.head - back))
                case "redo":
                    table.redo(seat)
                case "answer":
                    table.answer(seat, accept=bool(back % 2))
                case _:
                    table.move(seat, act)
        except Refused:
            continue
    folded = table.refolded()
    assert folded.state == table.game.state
    assert (folded.head, folded.hash) == (table.game.head, table.game.hash)
    assert [m.version for m in folded.timeline.moments()] == [
        m.version for m in table.game.timeline.moments()
    ]


def test_the_offered_undos_of_a_seat_are_those_its_commands_would_do():
    table = seated(3).move(0, "draw")
    assert ways(table.game, 0).back == Way(4, "consent")
    table = seated(3, undo="off").move(0, "draw")
    assert ways(table.game, 0).back == Way(4, None, "undo_off")
    table = seated(3, undo="free").move(0, "draw")
    assert ways(table.game, 1).back == Way(4, "free")
    assert ways(table.game, 0).redo == Way(None, None, "nothing_to_redo")
    table.undo(0, 4)
    assert ways(table.game, 0).redo == Way(5, "free")
    assert ways(table.game, 0).back == Way(None, None, "nothing_to_undo")


def test_a_request_stands_against_another_and_does_not_move_the_way_back():
    table = seated(3).move(0, "draw")
    table.undo(0, 4)
    assert ways(table.game, 1).back == Way(4, None, "undo_pending")
    assert ways(table.game, 0).restart == Way(4, None, "undo_pending")


def test_only_the_seat_to_act_has_a_turn_to_start_again():
    table = seated(undo="free").move(0, "draw", "draw")
    assert ways(table.game, 0).restart == Way(3, "free")
    assert ways(table.game, 1).restart == Way(None, None, "nothing_to_undo")


def test_the_way_back_leads_before_the_latest_decision_of_a_person():
    table = Table.open(seats=2, undo="free")
    table.sit("p0")
    table.sit(None, bot="greedy")
    table.move(0, "show", "pass").move(1, "show", "pass")
    assert ways(table.game, 0).back == Way(4, "free")
    table.undo(0, 4)
    assert ways(table.game, 0).back == Way(3, "free")
    table.undo(0, 3)
    assert ways(table.game, 0).back == Way(None, None, "nothing_to_undo")


def test_a_turn_restarts_after_another_seats_decision_in_it():
    table = seated(undo="free").move(0, "pass").move(1, "show", "show")
    assert ways(table.game, 1).restart == Way(4, "free")
    table.move(1, "pass")
    assert ways(table.game, 0).restart == Way(None, None, "nothing_to_undo")
