"""A bot's turn, taken through the public API without a network."""

import random
import traceback
from collections.abc import Callable

import httpx
from flask import Flask

from projections.bots_waiting import BotWaiting
from service.clients import Anabasis, Patience, take_turn
from service.context import Services
from service.http.plumbing.auth import bot_token
from service.run.outcomes import Ended

ClientFor = Callable[[str, int], Anabasis]
"""The client that plays a bot's seat of a game."""


def in_process(app: Flask) -> ClientFor:
    """Return bots' clients that drive an app, with tokens made by the key it knows."""
    public = Anabasis(transport=httpx.WSGITransport(app), patience=Patience(retries=0))
    own: Services = app.extensions["anabasis"]
    return lambda game_id, seat: public.with_token(bot_token(own.key, game_id, seat))


def play(client_for: ClientFor, turn: BotWaiting, luck: random.Random) -> Ended:
    """Make one move for a bot, if it has one to make."""
    try:
        move = take_turn(client_for(turn.game_id, turn.seat), turn.game_id, luck)
    except Exception:
        return Ended(moved=False, fault=traceback.format_exc())
    return Ended(moved=move is not None)
