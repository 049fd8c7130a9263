"""Answers about finished games that caches may keep."""

from flask import Response

from service.game.state_cache import History
from service.http.asking.auth import asker


def is_settled(history: History) -> bool:
    """True if the game is finished: its record never changes."""
    return history.game.status == "finished" and history.broken is None


def kept(response: Response, history: History, seconds: int) -> Response:
    """Let a finished game be cached: anywhere if it is public, else by the viewer alone."""
    if is_settled(history):
        is_public = history.game.terms.listed and not asker().is_known
        scope = "public" if is_public else "private"
        response.headers["Cache-Control"] = f"{scope}, max-age={seconds}"
    return response
