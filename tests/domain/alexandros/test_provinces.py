"""Provinces: occupying, taking over, compensation, taxes and recall (A12 to A18)."""

import pytest

from domain.record.visibility import Viewer
from tests.domain.alexandros.given import (
    END_TURN,
    FROM_SUPPLY,
    RESIGN,
    given,
    levy,
    march,
    occupy,
    recall,
    take_over,
)
from tests.domain.alexandros.maps import (
    AT_START,
    FULL_STRIP,
    IN_THE_MIDDLE,
    STRIP,
    TWO_HALVES,
    edited,
)

WEST, EAST = (0, 0), (0, 9)
HELD_WEST = edited(TWO_HALVES, ("T   .   A", "T1  .   A"))
TWICE_HELD_WEST = edited(HELD_WEST, ("H   .   . \\", "H1  .   . \\"))


# A12
def test_the_whole_unwalled_board_is_one_province_a12():
    provinces = given(AT_START).view()["provinces"]
    assert [len(province["spaces"]) for province in provinces] == [30]
    assert (provinces[0]["yield"], provinces[0]["holder"]) == (20, None)


def test_walls_and_the_boards_edge_bound_provinces_a12():
    scene = given(TWO_HALVES)
    west, east = scene.view()["provinces"]
    assert (west["spaces"][0], len(west["spaces"]), west["yield"]) == ([0, 0], 15, 10)
    assert (east["spaces"][0], len(east["spaces"]), east["yield"]) == ([0, 5], 15, 10)


def test_a_wall_that_encloses_nothing_makes_no_province_a12():
    lone = edited(AT_START, (".   T   .   A   .", ".   T   . / A   ."))
    assert len(given(lone).view()["provinces"]) == 1


# A13
def test_a_free_province_takes_a_governor_and_a_card_for_each_other_symbol_space_a13():
    scene = given(TWO_HALVES, hands=("ASTH",))
    after = scene.when(occupy(WEST, (0, 1)))
    paid = {"temple": 1, "amphora": 1, "horse": 1, "lyre": 0, "soldier": 1}
    after.then("province_occupied", paid=paid)
    assert after.province(WEST)["holder"] == 0
    assert after.province(WEST)["governors"] == [[0, 1]]
    assert after.view()["discard"] == paid
    assert after.view()["actions_left"] == 1


def test_further_governors_stand_in_for_cards_a13():
    after = given(TWO_HALVES, hands=("T",)).when(occupy(WEST, (0, 1), (0, 3), (1, 0), (2, 2)))
    assert after.province(WEST)["governors"] == [[0, 1], [0, 3], [1, 0], [2, 2]]
    assert after.view()["seats"][0]["governors_left"] == 0


def test_any_space_names_the_province_a13():
    scene = given(TWO_HALVES, hands=("ASTH",))
    states = {scene.when(occupy(space, (0, 1))).state for space in [(0, 0), (2, 2), (1, 3)]}
    assert len(states) == 1


def test_missing_cards_are_named_a13():
    refusal = (
        given(TWO_HALVES, hands=("AT",)).when(occupy(WEST, (0, 1))).then_refused("cards_missing")
    )
    assert refusal.rule == "A13"
    assert "lacks 1 horse, 1 soldier" in str(refusal)


def test_one_needs_as_many_governors_as_one_places_a13():
    held = edited(TWO_HALVES, ("H   .   L", "H0  .   L"), ("L   .   .   S", "L0  .   .   S"))
    scene = given(held, hands=("ASTHTTT",))
    refusal = scene.when(occupy(WEST, (0, 1), (0, 3), (1, 0))).then_refused("governors_missing")
    assert "takes 3 governors; seat 0 has 2" in str(refusal)


@pytest.mark.parametrize(
    ("code", "governor"),
    [
        ("governor_outside", (0, 6)),
        ("governor_on_open_space", (0, 0)),
        ("no_such_space", (7, 7)),
    ],
)
def test_governors_stand_on_symbol_spaces_of_the_province_a13(code, governor):
    given(TWO_HALVES, hands=("ASTHT",)).when(occupy(WEST, governor)).then_refused(code)
    given(TWO_HALVES, hands=("ASTHT",)).when(occupy(WEST, (0, 1), governor)).then_refused(code)


def test_a_province_without_symbol_space_cannot_be_occupied_a13():
    scene = given(edited(AT_START, ("L   .\n    +", "L \\ .\n    +")))
    assert scene.province((0, 9))["spaces"] == [[0, 9]]
    scene.when(occupy((0, 9), (0, 8))).then_refused("province_without_symbol")


def test_a_single_symbol_space_can_be_occupied_and_yields_nothing_a13():
    lone = edited(STRIP, ("T   A", "T \\ A"))
    after = given(lone).when(occupy((0, 0), (0, 0)))
    assert after.province((0, 0)) == {
        "spaces": [[0, 0]], "yield": 0, "holder": 0, "governors": [[0, 0]]
    }  # fmt: skip


def test_alexanders_own_space_takes_a_governor_or_a_card_like_any_other_a13():
    text = edited(TWO_HALVES, (" T   .   A", "*T   .   A"))
    assert given(text, hands=("ASTH",)).when(occupy(WEST, (0, 1))).province(WEST)["holder"] == 0
    assert given(text, hands=("STTH",)).when(occupy(WEST, (0, 3))).province(WEST)["holder"] == 0


def test_adding_governors_to_ones_own_province_is_no_action_a13():
    held = edited(TWO_HALVES, ("T   .   A", "T0  .   A"))
    scene = given(held, hands=("ASTHTT",))
    refusal = scene.when(occupy(WEST, (0, 3))).then_refused("province_held")
    assert "not an action" in str(refusal)
    scene.when(take_over(WEST, (0, 3))).then_refused("province_your_own")


def test_anothers_province_is_taken_over_not_occupied_a13():
    scene = given(HELD_WEST, hands=("ASTHTT",))
    assert "taken over" in str(scene.when(occupy(WEST, (0, 3))).then_refused("province_held"))


# A14
def test_a_takeover_costs_two_cards_for_each_governor_and_occupies_at_once_a14():
    scene = given(TWICE_HELD_WEST, hands=("TTHH" + "ASTH",))
    after = scene.when(take_over(WEST, (0, 1), compensation={"temple": 3, "horse": 1}))
    after.then("province_taken_over", loser=1, removed=[[0, 1], [2, 2]])
    assert after.province(WEST)["holder"] == 0
    assert [seat["governors_left"] for seat in after.view()["seats"]] == [3, 4, 4]
    assert after.view()["actions_left"] == 1


def test_the_vacated_spaces_are_occupied_too_a14():
    scene = given(HELD_WEST, hands=("TT" + "ASHT",))
    after = scene.when(take_over(WEST, (1, 3), compensation={"temple": 3}))
    assert after.province(WEST)["governors"] == [[1, 3]]
    scene.when(take_over(WEST, (0, 3), compensation={"temple": 3})).then_refused(
        "takeover_cards_missing"
    )


def test_a_takeover_is_all_or_nothing_a14():
    scene = given(TWICE_HELD_WEST, hands=("TTHASTH",))
    refusal = scene.when(take_over(WEST, (0, 1))).then_refused("takeover_cards_missing")
    assert refusal.rule == "A14"
    assert "lacks 1 horse" in str(refusal)


def test_the_takers_own_supply_must_hold_its_governors_a14():
    text = edited(
        HELD_WEST,
        ("H   .   L   .", "H0  .   L0  ."),
        ("A   .   .   .\n", "A0  .   .   .\n"),
        ("L   .   .   S", "L0  .   .   S"),
    )
    scene = given(text, hands=("TTASTHT",))
    scene.when(take_over(WEST, (0, 1))).then_refused("governors_missing")


def test_a_free_province_is_occupied_not_taken_over_a14():
    given(TWO_HALVES, hands=("ASTH",)).when(take_over(WEST, (0, 1))).then_refused(
        "province_not_held"
    )


# A15
def takeover_scene(**more):
    return given(HELD_WEST, hands=("TT" + "ASTH" + "L",), **more)


def test_the_loser_gets_half_of_all_cards_played_the_rest_is_discarded_a15():
    after = takeover_scene().when(take_over(WEST, (0, 1), compensation={"amphora": 1, "temple": 2}))
    hand = after.view(Viewer(1))["seats"][1]["hand"]
    assert (hand["amphora"], hand["temple"], sum(hand.values())) == (1, 2, 3)
    discard = after.view()["discard"]
    assert discard == {"temple": 1, "amphora": 0, "horse": 1, "lyre": 0, "soldier": 1}


@pytest.mark.parametrize(("rounding", "due"), [("up", 4), ("down", 3)])
def test_an_odd_number_is_rounded_by_option_a15(rounding, due):
    text = edited(HELD_WEST, ("A   . \\", "A1  . \\"))
    scene = given(text, hands=("TTAA" + "STH",), options={"compensation_rounding": rounding})
    move = take_over(WEST, (0, 1), (0, 3), compensation={"temple": 3, "amphora": 1})
    right = {"temple": 3, "amphora": due - 3}
    scene.when(take_over(WEST, (0, 1), (0, 3), compensation=right)).then("province_taken_over")
    if due == 3:
        scene.when(move).then_refused("compensation_wrong_number")


def test_a_due_compensation_must_be_given_with_the_move_a15():
    refusal = takeover_scene().when(take_over(WEST, (0, 1))).then_refused("compensation_missing")
    assert "Seat 1 is due 3 of the cards played (3 temple, 1 amphora" in str(refusal)


@pytest.mark.parametrize(
    ("code", "given_cards"),
    [
        ("compensation_wrong_number", {"temple": 2}),
        ("compensation_wrong_number", {"temple": 3, "amphora": 1}),
        ("compensation_wrong_number", {}),
        ("compensation_not_played", {"lyre": 1, "temple": 2}),
        ("compensation_not_played", {"temple": 4}),
    ],
)
def test_the_compensation_is_of_the_due_number_and_of_cards_played_a15(code, given_cards):
    takeover_scene().when(take_over(WEST, (0, 1), compensation=given_cards)).then_refused(code)


def test_with_two_seats_the_loser_gets_none_a15():
    scene = takeover_scene(seats=2)
    after = scene.when(take_over(WEST, (0, 1)))
    after.then("province_taken_over", compensation=None)
    assert after.view()["seats"][1]["cards"] == 0
    scene.when(take_over(WEST, (0, 1), compensation={"temple": 3})).then_refused(
        "compensation_not_due"
    )
    scene.when(take_over(WEST, (0, 1), compensation={})).then_refused("compensation_not_due")


def test_with_two_seats_compensation_is_an_option_a15():
    scene = takeover_scene(seats=2, options={"two_seat_compensation": True})
    scene.when(take_over(WEST, (0, 1))).then_refused("compensation_missing")
    after = scene.when(take_over(WEST, (0, 1), compensation={"temple": 3}))
    assert after.view()["seats"][1]["cards"] == 3


def test_two_seats_means_seats_at_the_start_a15():
    scene = takeover_scene(resigned=(2,))
    scene.when(take_over(WEST, (0, 1))).then_refused("compensation_missing")


def test_the_listed_takeover_names_a_lawful_compensation_a15():
    moves = takeover_scene().legal("take_over")
    assert {"temple": 3} in [move.compensation for move in moves]
    for move in moves:
        takeover_scene().when(move).then("province_taken_over")


# A16
TAXED = edited(TWO_HALVES, ("T   .   A", "T0  .   A"), ("H   .   L", "H1  .   L"))


TWICE_TAXED = edited(TWO_HALVES, ("T   .   A", "T1  .   A"), ("H   .   L", "H1  .   L"))


def test_a_levy_scores_every_seat_the_open_spaces_of_its_one_governor_provinces_a16():
    after = given(TAXED, hands=("T",), scores=(1, 2, 3)).when(levy("temple"))
    after.then("taxes_levied", gains=[10, 10, 0], scores=[11, 12, 3])
    assert after.view()["discard"]["temple"] == 1
    assert [seat["score"] for seat in after.view()["seats"]] == [11, 12, 3]


def test_taxes_are_levied_once_a_turn_a16():
    scene = given(TAXED, hands=("TT",)).when(levy("temple"))
    assert scene.view()["levied"] is True
    scene.when(levy("temple")).then_refused("already_levied")
    assert scene.legal("levy_taxes") == []


def test_the_card_matches_a_space_of_ones_own_governor_a16():
    scene = given(TAXED, hands=("TH",))
    refusal = scene.when(levy("horse")).then_refused("levy_card_unmatched")
    assert "stand on: 1 temple" in str(refusal)
    scene.when(levy("soldier")).then_refused("levy_card_missing")


def test_a_governor_in_a_province_that_yields_nothing_still_allows_a_levy_a16():
    twice = edited(TAXED, ("S   .   .   T", "S0  .   .   T"))
    after = given(twice, hands=("S",)).when(levy("soldier"))
    after.then("taxes_levied", gains=[0, 10, 0])


def test_without_a_governor_there_is_no_levy_a16():
    refusal = given(AT_START, hands=("T",)).when(levy("temple")).then_refused("levy_card_unmatched")
    assert "stand on: none" in str(refusal)


# A17
def test_a_governor_is_recalled_for_an_action_and_no_card_a17():
    after = given(TAXED).when(recall((0, 1)))
    assert after.province(WEST)["holder"] is None
    assert after.view()["seats"][0]["governors_left"] == 4
    assert after.view()["actions_left"] == 1


def test_the_province_stays_ones_own_while_another_governor_is_there_a17():
    twice = edited(TAXED, ("S   .   .   T", "S0  .   .   T"))
    after = given(twice).when(recall((1, 0)))
    assert after.province(WEST)["governors"] == [[0, 1]]


def test_only_ones_own_governor_is_recalled_a17():
    scene = given(TAXED)
    refusal = scene.when(recall((0, 6))).then_refused("governor_not_there")
    assert "stand on [0, 1]" in str(refusal)
    scene.when(recall((0, 0))).then_refused("governor_not_there")
    scene.when(recall((-1, 0))).then_refused("no_such_space")


# A18
HALF_CLOSED = edited(IN_THE_MIDDLE, (".   T   .   A   .   .", ".   T1  .   A   . \\ ."))


def test_a_part_without_governor_is_free_at_once_a18():
    scene = given(HALF_CLOSED, phase="march", marching="lyre")
    assert scene.province(EAST)["holder"] == 1
    after = scene.when(march((2, 5), (5, 1), (4, 2), (5, 3)))
    assert after.province(WEST)["holder"] == 1
    assert after.province(EAST)["holder"] is None


def test_two_governors_parted_make_two_provinces_both_taxable_a18():
    both = edited(HALF_CLOSED, ("H   .   L", "H1  .   L"))
    scene = given(both, phase="march", marching="lyre", hands=("T",))
    assert scene.province(WEST)["governors"] == [[0, 1], [0, 6]]
    after = scene.when(march((2, 5), (5, 1), (4, 2), (5, 3)))
    west, east = after.province(WEST), after.province(EAST)
    assert (west["governors"], east["governors"]) == ([[0, 1]], [[0, 6]])
    assert after.when(END_TURN).state.turn.seat == 1
    levied = given(TWICE_TAXED, hands=("", "T"), seat=1).when(levy("temple"))
    levied.then("taxes_levied", gains=[0, 20, 0])


def test_the_same_action_twice_is_allowed_but_for_the_levy():
    scene = given(FULL_STRIP, hands=("T",)).when(recall((0, 0)), recall((0, 1)))
    assert scene.legal() == [END_TURN, RESIGN]
    assert given(AT_START).when(FROM_SUPPLY, FROM_SUPPLY).view()["seats"][0]["cards"] == 2
