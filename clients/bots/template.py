"""A bot to begin with: copy this file, and choose better.

``python -m clients.bots.runner clients.bots.template:choose --owner Ada --token-file bot.token``
"""

import random

from clients.python.shapes import JsonObject


def choose(view: JsonObject, moves: list[JsonObject]) -> JsonObject:  # noqa: ARG001 - yours to use
    """Return one of ``moves``, which are legal and never empty, by the own seat's ``view``."""
    # `view["state"]` is the position as this seat may see it; /docs describes it by ruleset.
    going_on = [move for move in moves if move["type"] != "resign"]
    return random.choice(going_on or moves)
