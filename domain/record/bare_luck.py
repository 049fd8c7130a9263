"""Luck without the orders of its shuffles, which follow from the secret and the contributions."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.record.chance import LUCK, VERSION, Chance, game_chance
from domain.record.visibility import JsonObject

Contributions = Mapping[int, str | None]
"""By seat its contribution (hex) to the game's chance."""
MOST_SEATS, MOST_DRAWS, MOST_ITEMS = 16, 64, 100
"""The most seats, draws per event and items per shuffle, so that no forged record takes long."""


def contributed(known: Contributions, data: JsonObject) -> Contributions:
    """Return the contributions after an event with these data."""
    seat, stated = data.get("seat"), data.get("contribution", 0)
    # 0 means that no contribution is stated, as null is a legal one.
    if isinstance(seat, int) and isinstance(stated, str | None) and len(known) < MOST_SEATS:
        return {**known, seat: stated}
    return known


def without_orders(data: JsonObject, secret: bytes, known: Contributions) -> JsonObject:
    """Return an event's data with empty orders where ``with_orders`` puts them back."""
    # A forged order stays as stated, so that an audit still finds it.
    return _changed(data, secret, known, lambda stated, order: [] if stated == order else stated)


def with_orders(data: JsonObject, secret: bytes, known: Contributions) -> JsonObject:
    """Return an event's data with the orders of their shuffles in the place of empty ones."""
    return _changed(data, secret, known, lambda stated, order: stated or order)


def _changed(
    data: JsonObject,
    secret: bytes,
    known: Contributions,
    change: Callable[[list[int], list[int]], list[int]],
) -> JsonObject:
    """Return the data with changed orders.

    ``change`` takes the stated order and the one that follows from the game's chance.
    """
    luck = data.get(LUCK)
    # Most events have no shuffle, and then no chance is made for them.
    if not luck or len(luck) > MOST_DRAWS or not any(map(_is_shuffle, luck)):
        return data
    chance = game_chance(secret, [known[seat] for seat in sorted(known)], VERSION)
    draws = [
        {**draw, "result": change(draw["result"], _order(draw, chance))}
        if _is_shuffle(draw)
        else draw
        for draw in luck
    ]
    return {**data, LUCK: draws}


def _is_shuffle(draw: Mapping[str, Any]) -> bool:
    # An order of one item or none is as short as an empty one.
    return isinstance(draw["result"], list) and 1 < draw["below"] <= MOST_ITEMS


def _order(draw: Mapping[str, Any], chance: Chance) -> list[int]:
    return list(chance.shuffled(draw["label"], range(draw["below"])))
