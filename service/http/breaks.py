"""Records that break: the notice and the header of every answer about one."""

from dataclasses import asdict

from flask import Flask, Response, g

from domain.visibility import JsonObject
from projections.contract import Broken
from service.state_cache import History

HEADER = "Record-Broken"
DESCRIBED: JsonObject = {
    HEADER: {
        "schema": {"type": "integer"},
        "description": "Only where the game's record breaks: the first version that is not sound. "
        "The answer goes up to the event before it, and nothing more is recorded in the game.",
    }
}


def heed(history: History) -> History:
    """Return the history, and have the answer's header say where its record breaks."""
    g.broken = history.broken
    return history


def notice(broken: Broken | None) -> JsonObject:
    """Return the member that tells a reader of a break; none where the record is sound."""
    return {} if broken is None else {"broken": asdict(broken)}


def register(app: Flask) -> None:
    """Have every answer about a broken record say so in its header."""
    app.after_request(_marked)


def _marked(response: Response) -> Response:
    broken = g.pop("broken", None)
    if broken is not None:
        response.headers[HEADER] = str(broken.version)
    return response
