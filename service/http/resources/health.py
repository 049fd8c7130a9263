"""Health: the process is alive, and the event store can be written."""

from collections.abc import Mapping

from flask import Response
from msgspec import UNSET, UnsetType

from service.context import services
from service.http.answering.private_answers import answer
from service.http.answers import BrokenGames, Health
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource
from service.store.broken_games import Mark

# Probes ask every few seconds, so their answers stay short.
NAMED = 100
"""The most broken games that are named; `anabasis doctor` names them all."""

blp = Resource("health", __name__, description="Health, for operators.")


@blp.get("/livez")
@blp.response(200, ref("Health"), description="The process answers.")
def livez() -> Response:
    """Check that the process answers.

    `readyz` checks that it can do its work.
    """
    return answer(Health("alive"))


@blp.get("/readyz")
@blp.response(200, ref("Health"), description="The event store can be written.")
def readyz() -> Response:
    """Check that the event store can be reached and written.

    If not, the answer is 503, and moves are refused with `store_unavailable`. `broken` lists games
    whose records are broken: these are closed, and all others go on. `appendfsync` is present if
    the store's server accepts moves before it writes them to its disk.
    """
    store = services().store
    store.check()
    instance, late = store.instance() or UNSET, store.late_sync or UNSET
    return answer(Health("ready", instance, late, _broken(services().breaks.marks())))


def _broken(marks: Mapping[str, Mark]) -> BrokenGames | UnsetType:
    """Return the broken records, if any, without the ids of unlisted games."""
    # A disputed record is broken by this release's rules alone, and its game goes on.
    broken = {game: mark for game, mark in marks.items() if not mark.disputed}
    is_open = services().config.watching == "open"
    removed_of = services().removals.marks.of
    listed = [
        game
        for game, mark in sorted(broken.items())
        if mark.listed and is_open and not removed_of(game).board
    ]
    return BrokenGames(len(broken), listed[:NAMED]) if broken else UNSET
