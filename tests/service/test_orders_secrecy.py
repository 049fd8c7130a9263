"""Twin worlds: another seat's orders that lead to the same answers leave no trace.

Two worlds play the same commands with the same secret and clock, and send their notices at the same
points. They differ in the standing orders of one seat, or that seat has none in one of them and
answers by hand. Any difference, to the byte, in what others see is a leak; only the time of an
answer is the clock's here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from tests.service.surfaces import FixedSecrets, fixed_luck_and_time
from tests.service.worlds_with_orders import PRIVATE, Steps, World


@contextmanager
def a_world(orders: list[tuple[str, dict[str, Any]]]) -> Iterator[World]:
    steps = Steps()
    with fixed_luck_and_time(FixedSecrets(), steps):
        world = World(steps)
        world.play(orders)
        yield world


TWINS = [
    [("bid_up_to", {"most": 3})],
    [("bid_up_to", {"most": 4})],
    [("bid_on", {"most": {"founding": 3, "hunger": 9}}), ("move_on", {})],
]


@pytest.fixture(scope="module")
def by_hand() -> dict[int | None, dict[str, bytes]]:
    """What everybody but the private seat hears if it answers by hand."""
    with a_world([]) as world:
        return {seat: world.told(seat) for seat in (None, 0, 1)}


@pytest.mark.parametrize("orders", TWINS, ids=lambda orders: orders[0][0] + str(orders[0][1]))
def test_orders_that_give_the_same_answers_leave_no_trace(
    orders: list[tuple[str, dict[str, Any]]], by_hand: dict[int | None, dict[str, bytes]]
):
    with a_world(orders) as world:
        for seat, said in by_hand.items():
            twin = world.told(seat)
            assert {path for path in said if said[path] != twin.get(path)} == set()
            assert twin.keys() == said.keys()


@pytest.mark.parametrize(("orders", "answers"), [([], 0), (TWINS[0], 2)])
def test_the_seat_itself_sees_its_answers_by_order(
    orders: list[tuple[str, dict[str, Any]]], answers: int
):
    """A check of the check: the worlds do differ."""
    with a_world(orders) as world:
        own = world.api.get(f"/games/{world.game}/orders", world.people[PRIVATE])
        assert len(own["answered"]) == answers


def test_the_others_get_notices_in_these_worlds(by_hand: dict[int | None, dict[str, bytes]]):
    """A check of the check: there is something to compare."""
    for seat in (0, 1):
        [*notices] = msgspec.json.decode(by_hand[seat]["notices"])
        assert "turn" in {notice["kind"] for notice in notices}
        assert b"<entry>" in by_hand[seat]["feeds"] or seat == 0
