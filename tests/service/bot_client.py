"""A bot's seat by the client that people's programs use: what its token may do, and no more."""

import httpx
from flask import Flask

from clients.python import Anabasis, Patience
from service.context import Services
from service.http.asking.auth import bot_token


def bot_client(app: Flask, game_id: str, seat: int) -> Anabasis:
    public = Anabasis(transport=httpx.WSGITransport(app), patience=Patience(retries=0))
    own: Services = app.extensions["anabasis"]
    return public.with_token(bot_token(own.key, game_id, seat))
