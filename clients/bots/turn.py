"""A bot at a seat: read, choose, move, and read again when the game went on meanwhile."""

import random
from typing import Final

from clients.bots.bot import Bot
from clients.bots.patience import awaits_answers
from clients.bots.registry import bot_named
from clients.bots.uniform import uniform
from clients.python.client import Anabasis
from clients.python.errors import Refused, Stale
from clients.python.shapes import JsonObject

_READINGS: Final = 5
"""Attempts on a game that keeps moving on, before the turn is left for later."""

_REFUSALS: Final = 10
"""Refusals after which the fault is not the move's."""

_BY_LOT: Final = uniform(last=("end_turn",))
"""Plays listed moves, for a bot whose own wording of a move was refused."""


def take_turn(
    client: Anabasis, game: str, luck: random.Random, bot: Bot | None = None
) -> JsonObject | None:
    """Make one move for the client's seat and return it, None if there is none to make.

    There is none while others have still to answer the seat's offer, or if the game's record is
    broken. Without ``bot`` the seat's own bot plays, by its name in the view. Raises ApiError when
    the service refuses or is away, UnknownBot when no bot has that name.
    """
    for _ in range(_READINGS):
        view = client.view(game)
        seat = view["viewer"]["seat"]
        if seat not in view["to_act"] or "broken" in view:
            return None
        try:
            return _move(client, view, bot or _bot_at(view, seat), luck)
        except Stale:
            continue
    return None


def _move(client: Anabasis, view: JsonObject, bot: Bot, luck: random.Random) -> JsonObject | None:
    """Make the bot's choice. Raises Stale when the game has moved on, Refused as ``_play``."""
    listed = client.moves(view["game_id"])
    if listed["version"] != view["version"]:
        raise Stale(412, {"code": "stale_version"})
    moves = list(listed["moves"])
    if not moves or awaits_answers(view, moves):
        return None
    return _play(client, view, moves, bot, luck)


def _play(
    client: Anabasis, view: JsonObject, moves: list[JsonObject], bot: Bot, luck: random.Random
) -> JsonObject:
    """Make the first choice that the game accepts and return it.

    A refused move is not tried again. Raises Refused when the game accepts none.
    """
    refusals = 0
    while True:
        move = bot(view, moves, luck)
        try:
            client.move(view["game_id"], move, view["version"])
        except Refused:
            refusals += 1
            if move in moves:
                moves.remove(move)
            else:
                bot = _BY_LOT
            if not moves or refusals == _REFUSALS:
                raise
        else:
            return move


def _bot_at(view: JsonObject, seat: int) -> Bot:
    """Return the seat's bot, or the one that plays for a player whose time was up."""
    name = view["seats"][seat]["bot"] or view["deadline"]["bot"]
    return bot_named(view["ruleset"], name)
