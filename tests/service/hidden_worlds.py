"""Worlds whose games differ in the hidden cards of one seat, the same to all others at the start.

Two worlds have the same secrets and clock. A swap in a shuffle, another place of a theft: that is
all their luck differs by, and commitments are ideal ones, which say nothing of a value.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from domain.record import record
from domain.record.chance import Chance, NotedChance
from tests.service import worlds_with_orders
from tests.service.surfaces import FixedSecrets, fixed_luck_and_time

PRIVATE = worlds_with_orders.PRIVATE
DEALT = 5
"""The cards that each seat of the scenario is dealt."""

Orders = list[tuple[str, dict[str, Any]]]
Arrange = Callable[[list[Any]], None]
"""Moves items of a shuffle about."""


@dataclass(frozen=True)
class Luck:
    """Luck that is fixed: changes of shuffles by label, and the n-th draws of a name."""

    arranged: dict[str, Arrange] = field(default_factory=dict)
    drawn: dict[str, Callable[[int], int]] = field(default_factory=dict)


class World(worlds_with_orders.World):
    """A service of its own, with a game of three in which the last seat has orders."""

    def __init__(
        self, steps: worlds_with_orders.Steps, orders: Orders, terms: dict[str, Any]
    ) -> None:
        self.orders = orders
        self._has_orders = False
        super().__init__(steps, **terms)

    @property
    def view(self) -> Any:
        """The public view: a script of moves may depend only on it."""
        return self.api.view(self.game)

    def give_orders(self) -> None:
        self._tell()
        for code, values in self.orders:
            self.order(code, values)
        self._has_orders = True

    def act(self, seat: int, type_: str, **fields: Any) -> None:
        """Make a move of a seat, and send notices once there are orders."""
        self._made(seat, {"type": type_, **fields})

    def act_first(self, seat: int, *types: str) -> None:
        """Make the first listed move of these types, or of any."""
        moves = self.api.moves(self.game, self.people[seat])
        move = next(m for m in moves if m["type"] in types or (not types and m["type"] != "resign"))
        self._made(seat, move)

    def _made(self, seat: int, move: Any) -> None:
        self._move(self.people[seat], move)
        if self._has_orders:
            self._tell()

    def asks(self, seat: int, phase: str) -> bool:
        view = self.view
        return bool(view["phase"] == phase and seat in view["to_act"])

    def may(self, seat: int, type_: str) -> bool:
        """True if a seat may make a move of a type."""
        moves = self.api.moves(self.game, self.people[seat], type=type_)
        return bool(moves)

    def answered(self) -> list[str]:
        """The codes of the orders that the private seat's events followed from."""
        own = self.api.get(f"/games/{self.game}/orders", self.people[PRIVATE])
        return [each["code"] for each in own["answered"]]


@contextmanager
def a_world(
    orders: Orders, luck: Luck, terms: dict[str, Any], dealt: int = DEALT
) -> Iterator[World]:
    """A world with a game that has just begun."""
    steps, ideal = worlds_with_orders.Steps(), lambda salt, _: hashlib.sha256(salt).hexdigest()
    with ExitStack() as stack:
        for each in (
            fixed_luck_and_time(FixedSecrets(), steps),
            patch.object(record, "commit", ideal),
            patch.object(Chance, "shuffled", _shuffled(luck)),
            patch.object(Chance, "below", _below(luck)),
            patch("domain.alexander_the_great.turns.DRAWN_AT_FIRST", dealt),
        ):
            stack.enter_context(each)
        yield World(steps, orders, terms)


def _shuffled(luck: Luck) -> Any:
    real = Chance.shuffled

    def shuffled(self: Chance, label: str, items: Any) -> Any:
        order = list(real(self, label, range(len(items))))
        if label in luck.arranged:
            places = [items[place] for place in order]
            luck.arranged[label](moved := list(zip(places, order, strict=True)))
            order = [place for _, place in moved]
            if isinstance(self, NotedChance):
                self.luck[-1]["result"] = order
        return tuple(items[place] for place in order)

    return shuffled


def _below(luck: Luck) -> Any:
    real = Chance.below

    def below(self: Chance, label: str, n: int) -> int:
        result: int = real(self, label, n)
        name, _, number = label.partition(":")
        if name in luck.drawn:
            result = luck.drawn[name](int(number)) % n
            if isinstance(self, NotedChance):
                self.luck[-1]["result"] = result
        return result

    return below


def with_items(first: int, *items: Any) -> Arrange:
    """Put items to places from the first one on, each in exchange for a last one of its kind."""

    def arrange(order: list[Any]) -> None:
        for place, item in enumerate(items, first):
            if order[place][0] != item:
                other = max(n for n, (each, _) in enumerate(order) if each == item)
                order[place], order[other] = order[other], order[place]

    return arrange
