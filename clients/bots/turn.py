"""A bot's turn: read, choose, move, and go on from the answer while it is the seat's turn."""

import random
from collections.abc import Generator, Mapping
from typing import Any, Final, Protocol

from clients.bots.bot import Bot
from clients.bots.patience import awaits_answers
from clients.bots.registry import bot_named
from clients.bots.uniform import uniform
from clients.python.errors import Forbidden, Invalid, Refused, Stale
from clients.python.shapes import JsonObject

# Attempts on a game that keeps moving on; the worker then tries the turn again later.
_READINGS: Final = 5

# After this many refusals the moves are not to blame.
_REFUSALS: Final = 10

_BY_LOT: Final = uniform(last=("end_turn",))
"""Plays listed moves, for a bot whose own form of a move was refused."""


class Seated(Protocol):
    """A client of the API that plays a seat; `Anabasis` is one."""

    def position(self, game: str) -> Mapping[str, Any]:
        """Return the seat's legal moves and, as ``view``, its view at the same version."""
        ...  # pragma: no cover

    def play(self, game: str, move: JsonObject, version: int) -> Mapping[str, Any]:
        """Make a move at ``version`` and return the position after it, as ``position`` does."""
        ...  # pragma: no cover


def take_turn(
    client: Seated, game: str, luck: random.Random, bot: Bot | None = None
) -> JsonObject | None:
    """Make one move for the client's seat and return it, None if there is none to make.

    There is none while others have still to answer the seat's offer, or if the game's record is
    broken. Without ``bot`` the seat's own bot plays, by its name in the view. Raises ApiError when
    the service refuses or is away, UnknownBot when no bot has that name.
    """
    return next(take_turns(client, game, luck, bot), None)


def take_turns(
    client: Seated, game: str, luck: random.Random, bot: Bot | None = None
) -> Generator[JsonObject, None, bool]:
    """Make and yield the moves of the client's seat until there is none to make.

    Each move is chosen in the position that came with the answer to the one before; the game is
    read again only if it has moved on. Returns True if the seat waits for answers to its offer.
    Raises the same as ``take_turn``.
    """
    position, readings = None, 0
    while readings < _READINGS:
        position = position or _position(client, game)
        if position is None or not _is_asked(position):
            return False
        if awaits_answers(position["view"], position["moves"]):
            return True
        try:
            move, position = _play(client, position, bot or _bot_in(position["view"]), luck)
        except Stale:
            position, readings = None, readings + 1
            continue
        yield move
        readings = 0
    return False


def _position(client: Seated, game: str) -> Mapping[str, Any] | None:
    """Return the position; None if the client lost the seat, as when its player came back."""
    try:
        return client.position(game)
    except Forbidden:
        return None


def _is_asked(position: Mapping[str, Any]) -> bool:
    """True if the seat has a move to make, now or once its offer is answered."""
    view, moves = position["view"], position["moves"]
    return view["viewer"]["seat"] in view["to_act"] and "broken" not in view and bool(moves)


def _play(
    client: Seated, position: Mapping[str, Any], bot: Bot, luck: random.Random
) -> tuple[JsonObject, Mapping[str, Any]]:
    """Make the first choice that the game accepts; return it and the position after it.

    A refused move is not tried again. Raises Refused or Invalid when the game accepts none, Stale
    when it has moved on.
    """
    view, moves, refusals = position["view"], list(position["moves"]), 0
    while True:
        move = bot(view, moves, luck)
        try:
            return move, client.play(view["game_id"], move, view["version"])
        except (Refused, Invalid):  # against the rules, or no move at all
            refusals += 1
            if move in moves:
                moves.remove(move)
            else:
                # The bot chose a move that is not listed, and would only choose it again.
                bot = _BY_LOT
            if not moves or refusals == _REFUSALS:
                raise


def _bot_in(view: JsonObject) -> Bot:
    return bot_named(view["ruleset"], bot_of(view, view["viewer"]["seat"]))


def bot_of(view: JsonObject, seat: int) -> str:
    """Return the bot that plays a seat: its own, or one for an absent player."""
    # A service of an earlier release lists no stand-ins.
    listed = view.get("stand_ins", ())
    stand_ins = (each["bot"] for each in listed if each["seat"] == seat)
    bot: str = view["seats"][seat]["bot"] or next(stand_ins, None) or view["deadline"]["bot"]
    return bot
