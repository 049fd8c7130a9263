"""The random bot draws by type first, does not dawdle and never resigns."""

from collections import Counter
from random import Random

from clients.bots.uniform import uniform

MARCHES = [{"type": "march", "path": [[0, 0], [n, n]]} for n in range(98)]
TAKE = {"type": "take_card", "from": "supply"}
END = {"type": "end_turn"}
RESIGN = {"type": "resign"}

choose = uniform(last=("end_turn",))


def test_types_are_drawn_evenly_however_many_moves_each_has():
    drawn = Counter(choose({}, [*MARCHES, TAKE], Random(n))["type"] for n in range(400))
    assert 150 < drawn["march"] < 250


def test_the_turn_ends_only_when_nothing_else_is_left():
    assert all(choose({}, [END, TAKE, RESIGN], Random(n)) == TAKE for n in range(50))
    assert choose({}, [RESIGN, END], Random(0)) == END


def test_without_a_last_type_ending_the_turn_is_one_choice_of_all():
    drawn = Counter(uniform()({}, [END, TAKE, RESIGN], Random(n))["type"] for n in range(100))
    assert set(drawn) == {"end_turn", "take_card"}


def test_it_resigns_only_when_it_can_do_nothing_else():
    assert choose({}, [RESIGN], Random(0)) == RESIGN


def test_equal_luck_makes_equal_choices():
    moves = [*MARCHES, TAKE, END]
    assert choose({}, moves, Random(7)) == choose({}, moves, Random(7))
