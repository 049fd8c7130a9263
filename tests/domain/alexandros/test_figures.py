"""The rulebooks' worked examples (figures 4 to 12), on boards of our own with their numbers."""

import pytest

from tests.domain.alexandros.given import (
    given,
    hand,
    levy,
    march,
    occupy,
    take_over,
)

PLAIN = """\
    start: 8 0
        +       +       +       +       +       +       +       +       +
        .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
    +       +       +       +       +       +       +       +       +
        T   .   .   .   .   .   .   S   .   .   .   .   .   .   .   A
        +       +       +       +       +       +       +       +       +
        .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
    +       +       +       +       +       +       +       +       +
        .   .   .   .   .   .   .   .   .   .   .   .   S   .   .   .
        +       +       +       +       @       +       +       +       +
        .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
    +       +       +       +       +       +       +       +       +
        H   .   .   .   .   .   .   .   .   .   .   .   .   .   .   L
        +       +       +       +       +       +       +       +       +
        .   .   .   .   .   .   .   .   .   S   .   .   .   .   .   .
    +       +       +       +       +       +       +       +       +
        .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
        +       +       +       +       +       +       +       +       +
    """


def walled(text: str, *walls: tuple[int, int, str]) -> str:
    """The board with walls drawn behind the spaces of these rows and columns."""
    lines = text.splitlines(keepends=True)
    for row, column, wall in walls:
        line, place = lines[2 + 2 * row], 10 + 4 * column
        lines[2 + 2 * row] = line[:place] + wall + line[place + 1 :]
    return "".join(lines)


ONE_WALL = walled(PLAIN, (3, 7, "\\"))
WALLED_WAY = walled(PLAIN, (2, 8, "\\"), (3, 8, "/"))


def test_figure_4_three_soldier_spaces_at_distance_2_offer_nine_points():
    marches = given(PLAIN, phase="march", marching="soldier").legal("march")
    targets = {(move.space, move.path[-1]) for move in marches}
    assert {space for space, _ in targets} == {(1, 7), (3, 12), (6, 9)}
    assert len(targets) == len({point for _, point in targets}) == 9


def test_figure_5_of_three_ways_two_run_over_a_wall_and_need_but_two_more():
    scene = given(ONE_WALL, phase="march", marching="soldier")
    ways = [move for move in scene.legal("march") if move.path[-1] == (7, 1)]
    laid = [len(scene.when(way).view()["walls"]) - 1 for way in ways]
    assert sorted(laid) == [2, 2, 3]


def test_figure_6_a_march_along_existing_walls_lays_none():
    scene = given(WALLED_WAY, phase="march", marching="soldier")
    ways = [move for move in scene.legal("march") if move.path[-1] == (8, 2)]
    assert len(ways) == 2
    after = scene.when(march((1, 7), (8, 4), (9, 3), (8, 2)))
    after.then("marched", black_walls=[], red_walls=[])
    assert after.view()["walls"] == scene.view()["walls"]


SIX_SYMBOLS = """\
    start: 0 0
        @       +       +       +       +
        T   .   .   A   . \\ .   .   .
    +       +       +       +       +
        .   H   .   L   . / .   A   .
        +       +       +       +       +
        S   .   .   T   . \\ H   .   .
    +       +       +       +       +
    """


def test_figure_7_six_symbol_spaces_cost_two_governors_and_four_cards():
    scene = given(SIX_SYMBOLS, hands=("ALTS",))
    after = scene.when(occupy((0, 1), (0, 0), (1, 1)))
    paid = {"temple": 1, "amphora": 1, "horse": 0, "lyre": 1, "soldier": 1}
    after.then("province_occupied", paid=paid)
    assert after.province((0, 0))["yield"] == 9
    assert after.province((0, 0))["governors"] == [[0, 0], [1, 1]]
    assert after.view()["seats"][0]["cards"] == 0
    assert after.view()["discard"] == paid


@pytest.mark.parametrize("more", ["T", "H"])
def test_figure_7_a_further_temple_or_horse_card_saves_a_governor(more):
    symbol_space = (1, 1) if more == "T" else (0, 0)
    scene = given(SIX_SYMBOLS, hands=("ALTS" + more,))
    assert len(scene.when(occupy((0, 0), symbol_space)).province((0, 0))["governors"]) == 1
    given(SIX_SYMBOLS, hands=("ALTS",)).when(occupy((0, 0), symbol_space)).then_refused(
        "cards_missing"
    )


ELEVEN_OPEN = """\
    start: 0 0
        +       +       +       +       +
        T   .   .   S   .   A / .   .
    +       +       +       +       +
        .   A   .   .   H1  . \\ .   S
        +       +       +       +       +
        .   .   L   .   .   T / .   .
    +       +       @       +       +
    """


def test_figures_8_and_9_a_march_splits_a_province_of_11_in_3_and_8():
    scene = given(ELEVEN_OPEN, phase="march", marching="soldier")
    assert scene.province((1, 4))["yield"] == 11
    after = scene.when(march((0, 3), (3, 3), (4, 2), (3, 1), (2, 0)))
    east, west = after.province((1, 4)), after.province((0, 0))
    assert (east["yield"], east["holder"]) == (3, 1)
    assert (west["yield"], west["holder"]) == (8, None)


def test_figure_10_a_governor_on_the_soldier_space_keeps_alexander_out():
    governed = ELEVEN_OPEN.replace("S   .   A /", "S1  .   A /").replace("H1", "H ")
    scene = given(governed, phase="march", marching="soldier")
    refusal = scene.when(march((0, 3), (3, 3), (4, 2), (3, 1))).then_refused("space_not_free")
    assert refusal.rule == "A2"
    assert "a governor of seat 1" in str(refusal)
    assert {move.space for move in scene.legal("march")} == {(1, 7)}


def test_figure_10_the_special_march_with_a_horse_card_still_splits_it():
    governed = ELEVEN_OPEN.replace("S   .   A /", "S1  .   A /").replace("H1", "H ")
    scene = given(governed, phase="choose_card", hands=("H",)).when(hand("horse"))
    after = scene.when(march((1, 4), (3, 3), (4, 2), (5, 1)))
    assert after.province((0, 3))["holder"] == 1
    assert after.province((0, 3))["yield"] == 9


def test_figure_11_a_takeover_of_two_governors_plays_nine_cards_and_the_loser_gets_five():
    held = SIX_SYMBOLS.replace("T   .   .   A", "T0  .   .   A").replace("H   .   L", "H0  .   L")
    scene = given(held, seat=1, hands=("", "TTHHTTHSA"))
    gift = {"temple": 3, "horse": 2}
    after = scene.when(take_over((0, 0), (1, 3), compensation=gift))
    after.then("province_taken_over", loser=0, removed=[[0, 0], [1, 1]])
    assert after.province((0, 0))["holder"] == 1
    assert [seat["cards"] for seat in after.view()["seats"]] == [5, 0, 0]
    assert [seat["governors_left"] for seat in after.view()["seats"]] == [4, 3, 4]
    assert sum(after.view()["discard"].values()) == 4


SIX_PROVINCES = """\
    start: 0 0
        @       +       +       +       +
        T0  .   .   .   .   .   .   .   .
    +-------+-------+-------+       +       +
        A0  .   .   .   .
        +-------+-------+       +       +       +
        S0  .   .   .   .   .   .   L0  .   .
    +-------+-------+-------+       +       +
        H1  .   .   .   .
        +-------+-------+       +
        L3  .   .   .   .   .   .
    +-------+-------+-------+-------+       +
        T2  .   .   .   .   .   .   .   .   .
        +       +       +       +       +       +
    """


def test_figure_12_a_levy_scores_every_seat_its_provinces_of_one_governor():
    scene = given(SIX_PROVINCES, seats=4, hands=("S",))
    assert scene.province((2, 0))["yield"] == 8
    after = scene.when(levy("soldier"))
    after.then("taxes_levied", gains=[12, 4, 9, 6], scores=[12, 4, 9, 6], result=None)
