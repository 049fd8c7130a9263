"""The random bot: a type of move by lot, then a move of that type by lot."""

import random
from collections.abc import Collection

from clients.bots.bot import Bot
from clients.python.shapes import JsonObject


def uniform(last: Collection[str] = ()) -> Bot:
    """Return a bot that draws evenly among the types of moves, then among the moves of the type.

    Moves of the types ``last`` are made only if no others are left, and it resigns only after
    those. So a turn of bounded actions is used up and every game ends.
    """

    def choose(
        view: JsonObject,  # noqa: ARG001
        moves: list[JsonObject],
        luck: random.Random,
    ) -> JsonObject:
        # By type first: a trade has hundreds of forms, and would crowd out all other moves.
        by_type = _by_type(moves)
        types = [kind for kind in by_type if kind not in (*last, "resign")]
        types = types or [kind for kind in by_type if kind != "resign"] or list(by_type)
        return luck.choice(by_type[luck.choice(types)])

    return choose


def _by_type(moves: list[JsonObject]) -> dict[str, list[JsonObject]]:
    by_type: dict[str, list[JsonObject]] = {}
    for move in moves:
        by_type.setdefault(move["type"], []).append(move)
    return by_type
