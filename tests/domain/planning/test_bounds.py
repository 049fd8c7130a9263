"""Bounds of hands that are larger than the hands themselves."""

from domain.planning.bounds import within_hands


def test_nothing_is_known_of_a_hand_smaller_than_its_bound():
    state = {"seats": [{"cards": 1}, {"cards": 2}]}
    assert within_hands(((2, 0), (1, 1)), state) == ((0, 0), (1, 1))
