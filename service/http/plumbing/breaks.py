"""Records that break: the notice and the header of every answer about one."""

from dataclasses import asdict

from flask import Response, g

from domain.record.visibility import JsonObject
from projections.broken import Broken
from service.game.state_cache import History

HEADER = "Record-Broken"
DESCRIBED: JsonObject = {
    HEADER: {
        "schema": {"type": "integer"},
        "description": "Only where the game's record breaks: the first version that is not sound. "
        "The answer goes up to the event before it, and nothing more is recorded in the game.",
    }
}


def flag_break(history: History) -> History:
    """Return the history; if its record breaks, the answer's header will say where."""
    g.broken = history.broken
    return history


def notice(broken: Broken | None) -> JsonObject:
    """Return the answer's field that tells of a break, nothing if the record is sound."""
    return {} if broken is None else {"broken": asdict(broken)}


def marked(response: Response) -> Response:
    """Return the response; if it is about a broken record, a header says where that breaks."""
    broken = g.pop("broken", None)
    if broken is not None:
        response.headers[HEADER] = str(broken.version)
    return response
