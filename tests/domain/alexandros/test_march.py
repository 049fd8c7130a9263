"""The march: cards, free and closest spaces, ways, walls and jokers (A1 to A8)."""

import pytest

from domain.record.visibility import Viewer
from tests.domain.alexandros.given import (
    END_TURN,
    FROM_SUPPLY,
    display,
    given,
    hand,
    march,
    with_walls_left,
)
from tests.domain.alexandros.maps import AT_START, IN_THE_MIDDLE, STRIP, edited


def choosing(text: str = AT_START, **more):
    return given(text, phase="choose_card", **more)


def marching(symbol: str, text: str = AT_START, **more):
    return given(text, phase="march", marching=symbol, **more)


def targets(scene) -> set[tuple[int, int]]:
    return {move.space for move in scene.legal("march")}


# A1
def test_a_display_card_goes_to_the_hand_and_its_slot_is_refilled_at_once_a1():
    after = choosing(shown="TL", supply="SH").when(display(1))
    after.then("card_chosen", slot=1, card="lyre", joker=None, refill="soldier")
    assert after.view()["display"] == ["temple", "soldier"]
    assert after.view(Viewer(0))["seats"][0]["hand"]["lyre"] == 1
    assert after.view()["marching"] == {"symbol": "lyre", "joker": False}
    assert after.view()["supply"] == 1


def test_the_special_march_discards_a_hand_card_and_leaves_the_display_a1():
    after = choosing(shown="T-", hands=("L",)).when(hand("lyre"))
    assert after.view()["display"] == ["temple", None]
    assert after.view()["discard"]["lyre"] == 1
    assert after.view()["seats"][0]["cards"] == 0
    assert after.view()["marching"] == {"symbol": "lyre", "joker": False}


def test_an_empty_slot_cannot_be_chosen_a1():
    refusal = choosing(shown="T-").when(display(1)).then_refused("display_slot_empty")
    assert "the display shows: temple." in str(refusal)


def test_a_card_one_does_not_hold_cannot_be_chosen_a1():
    refusal = choosing(hands=("TT", "L")).when(hand("lyre")).then_refused("card_not_in_hand")
    assert "2 temple" in str(refusal)


def test_first_a_card_then_one_march_then_actions_a1():
    scene = choosing(shown="TL")
    scene.when(march((0, 1), (0, 0))).then_refused("card_not_chosen")
    scene.when(FROM_SUPPLY).then_refused("march_first")
    scene.when(END_TURN).then_refused("march_first")
    chosen = scene.when(display(0))
    chosen.when(display(1)).then_refused("card_already_chosen")
    assert "a temple space" in str(chosen.when(END_TURN).then_refused("march_first"))
    marched = chosen.when(march((0, 1), (0, 0)))
    marched.when(display(0)).then_refused("march_over")
    marched.when(march((0, 1), (0, 0))).then_refused("march_over")


# A2
@pytest.mark.parametrize(
    ("mark", "why"),
    [
        ((".   H   .   L", ". / H   .   L"), "a wall stands on its side [[5, 1], [6, 0]]"),
        (("H   .   L", "H1  .   L"), "a governor of seat 1 stands on it"),
        (("H   .   L", "H0  .   L"), "a governor of seat 0 stands on it"),
        ((" H   .   L", "*H   .   L"), "Alexander occupies it"),
    ],
)
def test_a_space_is_free_without_wall_governor_and_alexander_a2(mark, why):
    scene = marching("horse", edited(IN_THE_MIDDLE, mark))
    refusal = scene.when(march((0, 6), (5, 1))).then_refused("space_not_free")
    assert why in str(refusal)
    assert targets(scene) == {(2, 2)}


def test_a_wall_that_touches_only_a_point_does_no_harm_a2():
    scene = marching("horse", edited(IN_THE_MIDDLE, ("@       +", "@       +-------")))
    assert targets(scene) == {(0, 6)}


def test_alexander_blocks_only_the_space_he_marched_to_a2():
    text = edited(IN_THE_MIDDLE, (" A   .   .   .\n", "*A   .   .   .\n"))
    assert targets(marching("amphora", text)) == {(0, 3)}
    assert targets(marching("horse", text)) == {(0, 6)}


def test_the_coast_is_no_wall_until_one_is_laid_on_it_a2():
    assert targets(marching("temple")) == {(0, 1)}
    walled = edited(AT_START, ("@       +", "@-------+"))
    assert targets(marching("temple", walled)) == {(1, 3)}


# A3, A4
def test_only_closest_spaces_may_be_marched_to_a4():
    scene = marching("horse")
    refusal = scene.when(march((0, 6), (0, 0), (2, 0), (4, 0), (6, 0))).then_refused(
        "space_not_closest"
    )
    assert refusal.rule == "A4"
    assert "is 3 sides away" in str(refusal)
    assert "[2, 2], at 2" in str(refusal)


def test_distance_runs_from_alexanders_point_to_the_nearest_point_and_may_be_0_a3():
    scene = marching("horse", IN_THE_MIDDLE)
    assert targets(scene) == {(0, 6)}


def test_walls_and_governors_do_not_lengthen_distances_a3():
    barred = edited(AT_START, (".   T   .   A", ". \\ T1/ .   A"))
    assert targets(marching("horse", barred)) == {(2, 2)}


def test_the_player_chooses_among_equally_close_spaces_a4():
    assert targets(marching("lyre", IN_THE_MIDDLE)) == {(0, 8), (2, 5)}


def test_any_of_the_three_points_may_be_marched_to_a4():
    ends = {move.path[-1] for move in marching("temple").legal("march")}
    assert ends == {(0, 0), (1, 1), (2, 0)}


def test_a_march_of_length_0_lays_no_wall_a4():
    after = marching("temple").when(march((0, 1), (0, 0)))
    after.then("marched", path=[[0, 0]], black_walls=[], red_walls=[])
    assert after.view()["alexander"] == {"point": [0, 0], "space": [0, 1]}


def test_every_shortest_way_to_that_point_may_be_taken_a4():
    ways = [m.path for m in marching("amphora").legal("march") if m.path[-1] == (3, 1)]
    assert sorted(ways) == [((0, 0), (1, 1), (3, 1)), ((0, 0), (2, 0), (3, 1))]


@pytest.mark.parametrize(
    ("code", "path"),
    [
        ("path_starts_elsewhere", [(2, 0), (3, 1)]),
        ("path_ends_elsewhere", [(0, 0), (1, 1)]),
        ("path_broken", [(0, 0), (3, 1)]),
        ("path_broken", [(0, 0), (0, 0), (2, 0)]),
        ("path_not_shortest", [(0, 0), (1, 1), (2, 0)]),
        ("path_not_shortest", [(0, 0), (2, 0), (3, 1), (4, 0)]),
        ("no_such_point", [(0, 0), (50, 50)]),
    ],
)
def test_a_path_leads_step_by_step_the_shortest_way_to_the_space_a4(code, path):
    marching("amphora").when(march((0, 3), *path)).then_refused(code)


def test_a_space_of_another_symbol_or_none_is_refused_a4():
    scene = marching("amphora")
    assert "shows temple" in str(
        scene.when(march((0, 1), (0, 0))).then_refused("space_not_of_symbol")
    )
    assert "an open space" in str(
        scene.when(march((0, 2), (0, 0))).then_refused("space_not_of_symbol")
    )
    scene.when(march((9, 9), (0, 0))).then_refused("no_such_space")


# A5
def test_walls_go_on_every_side_of_the_way_coast_included_but_those_that_have_one_a5():
    walled = edited(AT_START, ("@       +", "@-------+"))
    after = marching("amphora", walled).when(march((0, 3), (0, 0), (2, 0), (4, 0)))
    after.then("marched", black_walls=[[[2, 0], [4, 0]]], red_walls=[])
    assert after.view()["walls"] == [
        {"side": [[0, 0], [2, 0]], "colour": "black"},
        {"side": [[2, 0], [4, 0]], "colour": "black"},
    ]
    assert after.view()["walls_left"] == {"black": 63, "red": 10}


# A6
NO_HORSE = edited(IN_THE_MIDDLE, ("H   .   L", "H1  .   L"), (".   H   .   .", ".   H2  .   ."))


def test_a_display_card_without_a_free_space_is_a_joker_a6():
    scene = choosing(NO_HORSE, shown="HL")
    named = [move.joker.value for move in scene.legal("choose_card") if move.slot == 0]
    assert named == ["temple", "amphora", "lyre", "soldier"]
    after = scene.when(display(0, "temple"))
    after.then("card_chosen", card="horse", joker="temple")
    assert after.view()["marching"] == {"symbol": "temple", "joker": True}
    assert targets(after) == {(1, 3)}


def test_a_joker_names_a_symbol_that_has_a_free_space_a6():
    scene = choosing(NO_HORSE, shown="HL")
    refusal = scene.when(display(0)).then_refused("joker_needed")
    assert "temple, amphora, lyre, soldier" in str(refusal)
    scene.when(display(0, "horse")).then_refused("joker_symbol_unreachable")


def test_a_card_with_a_free_space_is_no_joker_a6():
    choosing(NO_HORSE, shown="HL").when(display(1, "temple")).then_refused("joker_not_due")


def test_a_hand_card_is_never_a_joker_a6():
    scene = choosing(NO_HORSE, hands=("HT",))
    refusal = scene.when(hand("horse")).then_refused("hand_card_useless")
    assert refusal.rule == "A6"
    assert str(refusal).endswith("are of: temple.")


def test_with_the_option_any_a_joker_leads_to_any_free_space_of_its_symbol_a6():
    scene = choosing(NO_HORSE, shown="HL", options={"joker": "any"})
    assert targets(scene.when(display(0, "temple"))) == {(1, 3), (0, 1)}
    assert targets(scene.when(display(0, "soldier"))) == {(1, 0), (2, 8)}


def test_the_option_any_leaves_other_cards_to_the_closest_space_a6():
    scene = choosing(NO_HORSE, shown="TL", options={"joker": "any"}).when(display(0))
    assert targets(scene) == {(1, 3)}
    scene.when(march((0, 1), (5, 1), (3, 1), (1, 1))).then_refused("space_not_closest")


# A7
def test_red_walls_complete_a_march_and_make_this_the_last_turn_a7():
    scene = with_walls_left(marching("amphora"), black=1)
    after = scene.when(march((0, 3), (0, 0), (2, 0), (3, 1)))
    after.then("marched", black_walls=[[[0, 0], [2, 0]]], red_walls=[[[2, 0], [3, 1]]])
    assert (after.state.pieces.black_left, after.state.pieces.red_left) == (0, 9)
    assert after.state.turn.last == "last_wall"
    ended = after.when(FROM_SUPPLY, FROM_SUPPLY, END_TURN)
    assert ended.outcome.reason == "last_wall"


def test_laying_exactly_the_last_black_wall_ends_nothing_a7():
    scene = with_walls_left(marching("amphora"), black=2)
    after = scene.when(march((0, 3), (0, 0), (2, 0), (3, 1)))
    assert after.state.pieces.black_left == 0
    assert after.state.turn.last is None
    assert after.when(END_TURN).outcome is None


# A8
COASTAL_WALL = edited(AT_START, ("@       +       +       +", "@-------+-------+-------+"))


def test_only_ways_that_can_be_paid_for_are_legal_a8():
    scene = with_walls_left(marching("soldier"), black=0, red=1)
    assert {move.path[-1] for move in scene.legal("march")} == {(-1, 1), (1, 1)}
    refusal = scene.when(march((1, 0), (0, 0), (1, 1), (0, 2))).then_refused("not_enough_walls")
    assert "needs 2 new walls, but only 1" in str(refusal)


def test_of_equally_short_ways_only_the_payable_ones_are_legal_a8():
    walled = edited(AT_START, ("@       +", "@-------+"))
    scene = with_walls_left(marching("amphora", walled), black=0, red=1)
    ways = [[(0, 0), (2, 0)], [(0, 0), (2, 0), (3, 1)], [(0, 0), (2, 0), (4, 0)]]
    assert set(scene.legal("march")) == {march((0, 3), *way) for way in ways}
    scene.when(march((0, 3), (0, 0), (1, 1), (3, 1))).then_refused("not_enough_walls")


def test_the_next_closest_space_that_can_be_paid_for_takes_the_place_of_the_closest_a8():
    scene = with_walls_left(marching("horse", COASTAL_WALL), black=0, red=0)
    only = march((0, 6), (0, 0), (2, 0), (4, 0), (6, 0))
    assert scene.legal("march") == [only]
    refusal = scene.when(march((2, 2), (0, 0), (1, 1), (2, 2))).then_refused("space_not_payable")
    assert refusal.rule == "A8"
    assert "[0, 6]" in str(refusal)
    scene.when(only).then("marched", black_walls=[], red_walls=[])


def test_a_symbol_that_cannot_be_paid_for_makes_its_display_card_a_joker_a8():
    scene = with_walls_left(choosing(shown="LT", hands=("L",)), black=0, red=0)
    assert scene.legal("choose_card") == [display(0, "temple"), display(1)]
    scene.when(display(0, "amphora")).then_refused("joker_symbol_unreachable")
    scene.when(hand("lyre")).then_refused("hand_card_useless")
    assert targets(scene.when(display(0, "temple"))) == {(0, 1)}


def test_a_joker_of_the_option_any_leads_to_payable_spaces_only_a8():
    scene = choosing(shown="ST", text=COASTAL_WALL, options={"joker": "any"})
    scene = with_walls_left(scene, black=0, red=0)
    named = {move.joker.value for move in scene.legal("choose_card") if move.joker}
    assert named == {"horse"}
    assert targets(scene.when(display(0, "horse"))) == {(0, 6)}


def test_if_nothing_can_be_paid_for_the_march_is_skipped_a8():
    scene = with_walls_left(given(edited(STRIP, (" T   A   H", "*T   A1  H")), shown="SL"), 0, 0)
    scene.when(END_TURN).then("turn_ended", march_skipped=True, next_seat=1)
