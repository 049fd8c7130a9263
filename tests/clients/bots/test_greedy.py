"""The greedy bot makes good moves, sees the spaces a march encloses, and comes to an end."""

from itertools import pairwise
from random import Random

from clients.bots.alexandros.board import board_of, side_between
from clients.bots.alexandros.greedy import choose
from clients.bots.alexandros.ground import ground_of
from clients.bots.alexandros.position import position_of
from tests.clients.bots.boards import SMALL, standing, view

STRIP = ("...T...H..",)
END, RESIGN = {"type": "end_turn"}, {"type": "resign"}
SUPPLY = {"type": "take_card", "from": "supply"}


def cut(*columns: int) -> list:
    """Walls across a strip of one row, each to the right of a column."""
    board = board_of(STRIP)
    right = {shut.east: side for side, shut in board.inner.items()}
    return [right[board.bit((0, column))] for column in columns]


def levy(card: str) -> dict:
    return {"type": "levy_taxes", "card": card}


def occupy(column: int, *governors: int) -> dict:
    return {
        "type": "occupy",
        "province": [0, column],
        "governors": [[0, c] for c in governors or (column,)],
    }


def chosen(seen: dict, *moves: dict, luck: int = 0) -> dict:
    return choose(seen, [*moves, END, RESIGN], Random(luck))


def two(score=0, mine=(), cards=None, theirs=(), rival_score=0) -> list:
    return [standing(score, mine, cards or {}), standing(rival_score, theirs)]


def test_it_levies_when_it_gains_more_than_the_others():
    seats = two(mine=[(0, 3)], cards={"temple": 1})
    seen = view(STRIP, seats, cut(5), actions_left=1)
    assert chosen(seen, levy("temple"), SUPPLY) == levy("temple")


def test_it_does_not_levy_for_others():
    seats = two(mine=[(0, 7)], cards={"horse": 1}, theirs=[(0, 3)])
    seen = view(STRIP, seats, cut(5), actions_left=1)
    assert chosen(seen, levy("horse"), SUPPLY) == SUPPLY


def test_it_levies_to_win_however_much_the_others_gain():
    seats = two(score=98, mine=[(0, 7)], cards={"horse": 1}, theirs=[(0, 3)], rival_score=40)
    seen = view(STRIP, seats, cut(5), actions_left=1)
    assert chosen(seen, levy("horse"), SUPPLY) == levy("horse")


def test_it_does_not_end_a_game_that_it_would_lose():
    seats = two(score=80, mine=[(0, 3)], cards={"temple": 1}, theirs=[(0, 7)], rival_score=97)
    seen = view(STRIP, seats, cut(5), actions_left=1)
    assert chosen(seen, levy("temple"), SUPPLY) == SUPPLY


def test_it_occupies_the_province_that_yields_most():
    seen = view(STRIP, two(cards={}), cut(5), actions_left=1)
    assert chosen(seen, occupy(7), occupy(3), SUPPLY) == occupy(3)


def test_it_occupies_before_it_levies():
    seats = two(cards={"temple": 1})
    seen = view(STRIP, seats, cut(5))
    assert chosen(seen, occupy(3), SUPPLY) == occupy(3)


def test_it_recalls_a_governor_too_many():
    seats = two(mine=[(0, 3), (0, 7)])
    seen = view(STRIP, seats, actions_left=1)
    recall = {"type": "recall", "space": [0, 3]}
    assert chosen(seen, recall, {"type": "recall", "space": [0, 7]})["type"] == "recall"


def test_it_takes_over_when_that_swings_the_lead():
    seats = two(cards={"temple": 2}, theirs=[(0, 3)])
    seen = view(STRIP, seats, cut(5), actions_left=1)
    take_over = {**occupy(3), "type": "take_over"}
    assert chosen(seen, take_over, SUPPLY) == take_over


def test_it_takes_the_card_that_it_can_levy_with():
    seats = two(mine=[(0, 3)])
    seen = view(STRIP, seats, cut(5), actions_left=1, display=["temple", "lyre"])
    temple, lyre = ({"type": "take_card", "from": "display", "slot": n} for n in (0, 1))
    assert chosen(seen, lyre, temple) == temple


def march(*path: tuple[int, int]) -> dict:
    return {"type": "march", "space": [0, 3], "path": [list(point) for point in path]}


def test_it_marches_where_a_province_is_made_that_it_can_occupy():
    seen = view(("...T...H.A.L.S.",), two(), point=(5, 1), phase="march")
    across, along = march((5, 1), (6, 0)), march((5, 1), (7, 1))
    assert choose(seen, [along, across, RESIGN], Random(0)) == across


def test_late_in_the_game_it_lays_walls_so_that_they_run_out():
    walls = [side_between(a, b) for a, b in pairwise([(0, 0), (2, 0), (4, 0)])]
    seen = view(STRIP, two(), walls, phase="march", turn=200)
    old, new = march((0, 0), (2, 0), (4, 0)), march((0, 0), (1, 1), (3, 1))
    assert all(choose(seen, [old, new, RESIGN], Random(n)) == new for n in range(9))


def test_it_chooses_the_card_with_the_best_march():
    seen = view(SMALL, two(), phase="choose_card", display=["lyre", "temple"], point=(2, 0))
    cards = [{"type": "choose_card", "from": "display", "slot": n} for n in (0, 1)]
    assert choose(seen, [*cards, RESIGN], Random(0)) in cards


def test_a_joker_and_a_card_from_the_hand_are_choices_too():
    seats = two(cards={"horse": 1})
    seen = view(SMALL, seats, phase="choose_card", display=["lyre", None])
    joker = {"type": "choose_card", "from": "display", "slot": 0, "joker": "temple"}
    special = {"type": "choose_card", "from": "hand", "card": "horse"}
    assert choose(seen, [special, joker, RESIGN], Random(0)) in (special, joker)


def test_it_resigns_only_when_there_is_nothing_else():
    assert choose(view(), [RESIGN], Random(0)) == RESIGN
    assert choose(view(), [RESIGN, END], Random(0)) == END


def test_it_plays_on_when_the_others_have_resigned_in_a_game_of_three():
    gone = {**standing(), "resigned": True}
    seats = [standing(mine := 0, [(0, 3)], {"temple": 1}), gone, standing(mine)]
    seen = view(STRIP, seats, cut(5), actions_left=1)
    assert position_of(seen).rivals == (2,)
    assert chosen(seen, levy("temple"), SUPPLY) == levy("temple")


def test_the_moves_it_is_given_are_left_as_they_were():
    moves = [END, SUPPLY, RESIGN]
    choose(view(), moves, Random(3))
    assert moves == [END, SUPPLY, RESIGN]


def test_equal_luck_makes_equal_choices():
    seen = view(SMALL, two(), phase="march", point=(2, 0))
    paths = ground_of(seen).paths(3, 9)
    moves = [{"type": "march", "space": [0, 5], "path": [list(p) for p in path]} for path in paths]
    assert choose(seen, moves, Random(5)) == choose(seen, moves, Random(5))
