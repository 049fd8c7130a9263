"""Orders of shuffles come back from the game's chance; forged ones cost no more than real ones."""

from typing import Any

import pytest

from domain.record.bare_luck import (
    MOST_DRAWS,
    MOST_ITEMS,
    MOST_SEATS,
    contributed,
    with_orders,
    without_orders,
)
from domain.record.chance import game_chance

SECRET, CONTRIBUTIONS = bytes(range(32)), {1: "b2", 0: "a1", 2: None}


def shuffle(number: int = 0, items: int = 5) -> dict[str, Any]:
    label = f"deck:{number}"
    order = game_chance(SECRET, ["a1", "b2", None], 2).shuffled(label, range(items))
    return {"label": label, "below": items, "result": list(order)}


def die() -> dict[str, Any]:
    return {"label": "die:0", "below": 6, "result": 3}


def left(draws: list[Any]) -> list[Any]:
    """The draws without the orders that follow; with these they are as they were."""
    data = {"dice": [4], "luck": draws, "more": 1}
    short = without_orders(data, SECRET, CONTRIBUTIONS)
    assert list(short) == list(data)
    assert with_orders(short, SECRET, CONTRIBUTIONS) == data
    found: list[Any] = short["luck"]
    return found


def test_an_order_that_follows_from_the_chance_is_left_out():
    assert left([die(), shuffle()]) == [die(), {**shuffle(), "result": []}]


def test_an_order_of_another_chance_stays():
    other = {**shuffle(), "result": [4, 3, 2, 1, 0]}
    assert left([other, shuffle(1)]) == [other, {**shuffle(1), "result": []}]


@pytest.mark.parametrize(
    "draws",
    [
        [],
        [die()],
        [{**shuffle(), "below": 1}],
        [shuffle(items=MOST_ITEMS + 1)],
        [shuffle(n) for n in range(MOST_DRAWS + 1)],
    ],
)
def test_draws_without_a_shuffle_and_costlier_ones_than_any_game_s_stay(draws: list[Any]):
    assert left(draws) == draws


def test_the_largest_shuffles_are_left_out():
    draws = [shuffle(n, MOST_ITEMS) for n in range(MOST_DRAWS)]
    assert not any(draw["result"] for draw in left(draws))


def test_the_contribution_of_each_seat_is_that_of_who_took_it_last():
    known = contributed({}, {"seat": 1, "contribution": "a1"})
    known = contributed(known, {"seat": 1, "contribution": None})
    assert contributed(known, {"seat": 0, "contribution": "b2"}) == {0: "b2", 1: None}


@pytest.mark.parametrize("data", [{}, {"seat": 0}, {"contribution": "a1"}, {"seat": "0"}])
def test_other_events_contribute_nothing(data: dict[str, Any]):
    assert contributed({}, data) == {}


def test_no_forged_record_has_more_seats_than_any_game():
    known: Any = {}
    for seat in range(MOST_SEATS + 5):
        known = contributed(known, {"seat": seat, "contribution": None})
    assert len(known) == MOST_SEATS
