"""Records that break: the notice and the header of every answer about one."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from domain.record.visibility import JsonObject
from projections.broken import Broken
from service.game.state_cache import History
from service.http.document.describing import BROKEN_HEADER
from service.webprocess.present import present_request

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BROKEN = "anabasis.broken"


def flag_break(history: History) -> History:
    """Return the history; if its record breaks, the answer's header will say where."""
    present_request().environ[BROKEN] = history.broken
    return history


def notice(broken: Broken | None) -> JsonObject:
    """Return the answer's field that tells of a break, nothing if the record is sound."""
    return {} if broken is None else {"broken": asdict(broken)}


def marks(environ: "WSGIEnvironment") -> Sequence[tuple[str, str]]:
    """Return the header of an answer about a broken record, which says where that breaks."""
    broken: Broken | None = environ.get(BROKEN)
    return () if broken is None else ((BROKEN_HEADER, str(broken.version)),)
