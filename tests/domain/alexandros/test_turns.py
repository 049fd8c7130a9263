"""Deal, skipped marches, cards, the turn's passing, end and resignation (A9 to A11, A19 to A23)."""

import pytest
from msgspec import structs

from domain.alexandros import RULESET
from domain.alexandros.board import SYMBOLS
from domain.alexandros.cards import DECK
from domain.record.chance import game_chance
from domain.record.visibility import Viewer
from tests.domain.alexandros.given import (
    END_TURN,
    FROM_SUPPLY,
    RESIGN,
    at,
    counts_of,
    display,
    given,
    given_deal,
    hand,
    levy,
    march,
    recall,
    take,
)
from tests.domain.alexandros.maps import AT_START, FULL_STRIP, TWO_HALVES, edited

WIRE = RULESET.wire

ONE_LEFT = edited(FULL_STRIP, ("S2", "S "))


# The deal
def test_the_deal_can_be_recomputed_from_the_secret_by_strangers():
    scene = given_deal(7, seats=4)
    chance = game_chance((7).to_bytes(32, "big"), [None] * 4)
    deck = chance.shuffled("supply:0", [s for s in SYMBOLS for _ in range(11)])
    event = WIRE.events.json(scene.event)
    assert event["first_seat"] == chance.below("first_seat", 4)
    assert event["hands"] == [card.value for card in deck[:4]]
    assert event["display"] == [card.value for card in deck[4:6]]
    assert event["supply"] == [card.value for card in deck[6:]]
    assert len(DECK) == 55


def test_the_host_may_choose_the_first_seat():
    assert {given_deal(seed, first_seat=2).state.turn.seat for seed in range(5)} == {2}


def test_every_seat_begins_with_four_governors_no_point_and_one_card():
    view = given_deal(seats=2).view()
    assert [seat["score"] for seat in view["seats"]] == [0, 0]
    assert [seat["governors_left"] for seat in view["seats"]] == [4, 4]
    assert [seat["cards"] for seat in view["seats"]] == [1, 1]
    assert view["alexander"]["space"] is None
    assert view["walls_left"] == {"black": 65, "red": 10}


# A9
def test_a_march_may_be_skipped_on_the_very_first_turn_a9():
    far = {"rows": ["." * 160 + "TAHLS"], "start": [0, 0]}
    scene = given_deal(board=far)
    scene.then("dealt", march_skipped=True)
    assert scene.state.turn.phase.value == "actions"
    scene.when(display(0)).then_refused("march_skipped")
    assert scene.view()["actions_left"] == 2


def test_without_a_free_space_the_turn_begins_with_the_actions_a9():
    after = given(FULL_STRIP, hands=("T",)).when(END_TURN)
    after.then("turn_ended", next_seat=1, march_skipped=True, last_turn=False)
    assert after.state.turn.phase.value == "actions"
    refusal = after.when(march((0, 0), (0, 0))).then_refused("march_skipped")
    assert refusal.rule == "A9"
    assert after.view()["seats"][1]["cards"] == 0


def test_when_every_seat_has_skipped_in_succession_the_last_of_these_turns_is_the_last_a9():
    first = given(FULL_STRIP).when(END_TURN)
    second = first.when(END_TURN)
    assert [scene.state.turn.last for scene in (first, second)] == [None, None]
    third = second.when(END_TURN)
    third.then("turn_ended", next_seat=0, march_skipped=True, last_turn=True)
    assert third.view()["last_turn"] is True
    ended = third.when(FROM_SUPPLY, FROM_SUPPLY, END_TURN)
    ended.then("turn_ended", next_seat=None, refilled=[None, None])
    assert ended.outcome.reason == "no_march"


def test_a_march_in_between_breaks_the_succession_a9():
    scene = given(FULL_STRIP, seats=3).when(END_TURN, recall((0, 2)), END_TURN)
    scene.then("turn_ended", march_skipped=False)
    assert scene.state.turn.skipped == 0
    assert scene.state.turn.phase.value == "choose_card"


def test_with_no_card_to_choose_the_march_is_skipped_a9():
    empty = {"shown": "--", "supply": ""}
    skipped = given(ONE_LEFT, **empty).when(END_TURN)
    skipped.then("turn_ended", march_skipped=True)
    useless = given(ONE_LEFT, hands=("", "TTA"), **empty).when(END_TURN)
    useless.then("turn_ended", march_skipped=True)
    usable = given(ONE_LEFT, hands=("", "S"), **empty).when(END_TURN)
    usable.then("turn_ended", march_skipped=False)
    assert usable.legal("choose_card") == [hand("soldier")]


def test_a_seat_that_leaves_can_complete_the_succession_of_the_others_a9():
    scene = given(FULL_STRIP).when(END_TURN)
    scene.when(RESIGN, seat=0).then("resigned", last_turn=False)
    after = scene.when(END_TURN).when(RESIGN, seat=0)
    after.then("resigned", next_seat=None, last_turn=True, result=None)
    assert after.state.turn.last == "no_march"
    assert after.when(END_TURN).outcome.reason == "no_march"


# A10, A11
def test_a_card_is_taken_from_the_supply_unseen_or_from_the_display_a10():
    scene = given(AT_START, shown="TL", supply="SHA")
    after = scene.when(FROM_SUPPLY, take(1))
    assert after.state.cards.hands[0] == counts_of("SL")
    assert after.view()["display"] == ["temple", None]
    assert after.view()["actions_left"] == 0
    scene.when(FROM_SUPPLY).then("card_taken", card=None, drawn="soldier", slot=None)
    scene.when(take(1)).then("card_taken", card="lyre", drawn=None, slot=1)


def test_an_emptied_slot_is_refilled_only_when_the_turn_ends_a10():
    scene = given(AT_START, shown="TL", supply="SHA").when(take(1))
    scene.when(take(1)).then_refused("display_slot_empty")
    after = scene.when(take(0), END_TURN)
    after.then("turn_ended", refilled=["soldier", "horse"])
    assert after.view()["display"] == ["soldier", "horse"]


def test_an_empty_supply_is_made_of_the_shuffled_discard_when_a_card_is_wanted_a11():
    scene = given(AT_START, shown="TL", supply="S", discard="TTAAHHLLSS")
    drawn = scene.when(FROM_SUPPLY)
    drawn.then("card_taken", reshuffled=False, supply=None)
    assert drawn.view()["supply"] == 0
    assert drawn.view()["discard"]["temple"] == 2
    again = drawn.when(FROM_SUPPLY)
    order = [card.value for card in scene.chance.shuffled("supply:1", list(_cards("TTAAHHLLSS")))]
    again.then("card_taken", reshuffled=True, supply=order, drawn=order[0])
    assert again.view()["supply"] == 9
    assert set(again.view()["discard"].values()) == {0}
    assert again.state.cards.shuffles == 1


def _cards(letters: str):
    return (next(s for s in SYMBOLS if s.letter == letter) for letter in letters)


def test_each_reshuffle_of_a_line_has_its_own_luck_a11():
    scene = given(AT_START, shown="T-", supply="", discard="TTAAHHLLSS")
    later = at(structs.replace(scene.state, cards=structs.replace(scene.state.cards, shuffles=4)))
    again = later.when(FROM_SUPPLY)
    order = scene.chance.shuffled("supply:5", list(_cards("TTAAHHLLSS")))
    again.then("card_taken", supply=[card.value for card in order])
    assert again.state.cards.shuffles == 5


def test_a_refill_takes_the_last_of_the_supply_and_then_of_the_reshuffled_discard_a11():
    scene = given(AT_START, shown="--", supply="S", discard="TT")
    after = scene.when(END_TURN)
    after.then("turn_ended", refilled=["soldier", "temple"], reshuffled=True)
    assert after.view()["supply"] == 1


def test_with_supply_and_discard_empty_there_is_nothing_to_take_or_refill_a11():
    scene = given(AT_START, shown="T-", supply="")
    scene.when(FROM_SUPPLY).then_refused("supply_exhausted")
    after = scene.when(take(0), END_TURN)
    after.then("turn_ended", refilled=[None, None], reshuffled=False)
    assert after.view()["display"] == [None, None]


def test_the_slot_chosen_from_is_refilled_at_once_if_it_can_be_and_no_other_a11():
    scene = given(AT_START, phase="choose_card", shown="T-", supply="", discard="S")
    after = scene.when(display(0))
    after.then("card_chosen", refill="soldier", reshuffled=True)
    assert after.view()["display"] == ["soldier", None]
    dry = given(AT_START, phase="choose_card", shown="T-", supply="").when(display(0))
    assert dry.view()["display"] == [None, None]


def test_the_same_move_after_an_undo_meets_the_same_card_a11():
    scene = given(AT_START, shown="TL", supply="", discard="TTAAHHLLSS")
    assert scene.when(FROM_SUPPLY).event == scene.when(FROM_SUPPLY).event


# A19
def test_the_turn_passes_clockwise_and_may_end_before_both_actions_are_used_a19():
    scene = given(AT_START, seats=3, seat=2, levied=True, actions_left=1, turn=6)
    after = scene.when(END_TURN)
    assert RULESET.situation(after.state).to_act == (0,)
    assert WIRE.view(after.state, Viewer())["turn"] == 7
    assert (after.view()["actions_left"], after.view()["levied"]) == (2, False)


def test_only_the_acting_seat_may_move_a19():
    refusal = given(AT_START, seat=1).when(END_TURN, seat=0).then_refused("not_your_turn")
    assert "seat 1's turn" in str(refusal)
    assert given(AT_START, seat=1).legal(seat=0) == [RESIGN]


def test_there_are_two_actions_a_turn_a19():
    scene = given(AT_START).when(FROM_SUPPLY, FROM_SUPPLY)
    scene.when(FROM_SUPPLY).then_refused("no_actions_left")
    assert scene.legal() == [END_TURN, RESIGN]


# A20 to A22
GOVERNED_HALF = edited(TWO_HALVES, ("T   .   A", "T0  .   A"), ("H   .   L", "H1  .   L"))


def test_a_levy_that_brings_any_seat_to_the_target_ends_the_game_at_once_a20():
    scene = given(GOVERNED_HALF, hands=("T",), scores=(20, 90, 50))
    after = scene.when(levy("temple"))
    after.then(
        "taxes_levied",
        scores=[30, 100, 50],
        result={"winners": [1], "scores": [30, 100, 50], "reason": "target_score"},
    )
    assert RULESET.situation(after.state).to_act == ()
    view = WIRE.view(after.state, Viewer())
    assert view["phase"] == "over"
    assert view["state"]["seats"][0]["hand"] is not None


def test_one_point_short_of_the_target_the_game_goes_on_a20():
    after = given(GOVERNED_HALF, hands=("T",), scores=(20, 89, 50)).when(levy("temple"))
    assert after.outcome is None


@pytest.mark.parametrize(("target", "is_over"), [(101, False), (100, True), (60, True)])
def test_the_target_is_an_option_a20(target, is_over):
    scene = given(GOVERNED_HALF, hands=("T",), scores=(90, 0, 0), options={"target_score": target})
    assert (scene.when(levy("temple")).outcome is not None) == is_over


def test_the_last_turn_ends_the_game_without_a_refill_a21():
    scene = given(AT_START, last="last_wall", shown="T-", scores=(3, 7, 7))
    after = scene.when(END_TURN)
    after.then("turn_ended", refilled=[None, None], next_seat=None)
    assert after.outcome.winners == (1, 2)
    assert after.view()["display"] == ["temple", None]
    assert after.legal() == []


def test_the_target_can_be_reached_in_the_last_turn_a20():
    scene = given(GOVERNED_HALF, hands=("T",), scores=(95, 0, 0), last="last_wall")
    assert scene.when(levy("temple")).outcome.reason == "target_score"


def test_most_points_win_and_a_tie_is_shared_a22():
    scene = given(GOVERNED_HALF, hands=("T",), scores=(95, 95, 104))
    assert scene.when(levy("temple")).outcome.winners == (0, 1)


# A23
def test_a_seat_that_resigns_takes_its_governors_home_and_discards_its_cards_a23():
    scene = given(GOVERNED_HALF, hands=("TT", "LLS"), scores=(5, 9, 2))
    after = scene.when(RESIGN, seat=1)
    after.then("resigned", seat=1, governors=[[0, 6]], next_seat=None, result=None)
    seat = after.view()["seats"][1]
    assert (seat["resigned"], seat["score"], seat["cards"]) == (True, 9, 0)
    assert (seat["governors"], seat["governors_left"]) == ([], 4)
    assert after.view()["discard"] == {
        "temple": 0, "amphora": 0, "horse": 0, "lyre": 2, "soldier": 1
    }  # fmt: skip
    assert RULESET.situation(after.state).to_act == (0,)
    assert RULESET.situation(after.state).staying == (0, 2)


def test_the_acting_seats_resignation_ends_its_turn_as_end_turn_does_a23():
    scene = given(AT_START, hands=("T",), shown="-L", supply="", turn=4)
    after = scene.when(RESIGN)
    after.then("resigned", refilled=["temple", None], reshuffled=True, next_seat=1)
    assert after.state.turn.number == 5
    assert after.view()["discard"]["temple"] == 0


def test_a_turn_passes_over_seats_that_have_left_a23():
    scene = given(AT_START, seats=4, seat=0).when(RESIGN, seat=1).when(END_TURN)
    assert RULESET.situation(scene.state).to_act == (2,)


def test_a_seat_may_resign_in_the_middle_of_its_march_a23():
    scene = given(AT_START, phase="march", marching="lyre").when(RESIGN)
    scene.then("resigned", next_seat=1, march_skipped=False)
    assert scene.view()["marching"] is None


def test_another_seats_resignation_leaves_the_turn_as_it_is_a23():
    scene = given(AT_START, phase="march", marching="lyre", shown="T-")
    after = scene.when(RESIGN, seat=2)
    assert after.state.turn == scene.state.turn
    assert after.view()["display"] == ["temple", None]


def test_with_one_seat_left_the_game_ends_before_anything_else_a23():
    scene = given(AT_START, seats=2, scores=(50, 3), shown="--", last="last_wall")
    after = scene.when(RESIGN)
    after.then("resigned", refilled=[None, None], next_seat=None)
    assert (after.outcome.reason, after.outcome.winners) == ("resignation", (1,))
    assert after.outcome.scores == (50, 3)


def test_a_resigned_seats_score_stands_but_cannot_win_a23():
    scene = given(AT_START, scores=(90, 10, 20), last="last_wall").when(RESIGN, seat=1)
    ended = given(AT_START, scores=(90, 10, 20), seat=1, last="last_wall")
    ended = ended.when(RESIGN, seat=0).when(END_TURN)
    assert ended.outcome.winners == (2,)
    assert ended.outcome.scores == (90, 10, 20)
    assert scene.when(END_TURN).outcome.winners == (0,)


def test_resigning_in_the_last_turn_ends_the_game_with_it_a23():
    after = given(AT_START, scores=(90, 10, 20), last="last_wall", shown="--").when(RESIGN)
    assert (after.outcome.reason, after.outcome.winners) == ("last_wall", (2,))
    after.then("resigned", refilled=[None, None])


def test_nobody_resigns_twice_a23():
    scene = given(AT_START, resigned=(1,))
    refusal = scene.when(RESIGN, seat=1).then_refused("already_resigned")
    assert "0, 2" in str(refusal)
    assert scene.legal(seat=1) == []


def test_a_governor_that_leaves_frees_its_space_for_the_next_march_a23():
    scene = given(FULL_STRIP, seats=3).when(RESIGN, seat=2).when(END_TURN)
    scene.then("turn_ended", march_skipped=False)
    assert scene.legal("choose_card")
