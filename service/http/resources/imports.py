"""Importing finished games that were exported elsewhere, and the list of one's own imports."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from flask import Response, url_for

from domain.errors import RecordBroken
from domain.kernel.game import Game
from domain.record.origin import Origin
from projections.answers.lists import ImportedRow, ImportProgress, Imports
from projections.import_reading import ImportRefused
from service.context import services
from service.game.imports import CheckedGame, check_export
from service.game.state_cache import GameUnknown
from service.http.answering.headers import MADE
from service.http.answering.private_answers import answer
from service.http.answering.shown_games import view_for_asker
from service.http.asking.access import code_of, is_listed, viewer
from service.http.asking.allowances import spend
from service.http.asking.auth import address, player_id
from service.http.document.describing import scoped
from service.http.document.shapes import ref
from service.http.reading.bodies import long_body
from service.http.reading.parsing import Resource
from service.http.reading.schemas import check_board_texts
from service.machine import clock
from service.redis.errors import StoreUnavailable
from service.settings.config import IMPORT_BYTES
from service.store.imported_games import MOST, MOST_BYTES, GameIdTaken, ImportCheck
from service.texts.visible_text import TextRefused

EVERY_SECONDS = 0.3
"""Seconds between two notes of how far a check has come."""

blp = Resource("imports", __name__, description="Finished games that were played elsewhere.")


@blp.post("/games/import")
@blp.doc(
    security=scoped("play"),
    requestBody={"required": True, "content": {"application/json": {"schema": ref("Export")}}},
)
@blp.response(201, ref("View"), description="The imported game.", headers=MADE)
@blp.alt_response(200, schema=ref("View"), description="The game, which is here already.")
def import_game() -> Response:
    """Import a finished game: the document that `GET /games/{game_id}/export` of a server gives.

    It may have 8 MiB. Hashes, commitments, chance and every decision are recomputed, and a document
    that does not hold is refused (`import_refused`) with the `reason` and the number of the
    `event`, if it is one. The game keeps its id. If it is here already, that one is the answer
    (200): the same document can be sent again safely. If another game has this id, it is refused
    (`game_id_taken`). A long game takes a while: `checking` of `GET /me/imports` says how far the
    check has come.

    You may import 20 games an hour, keep 100 of them, and delete them (`DELETE /games/{game_id}`);
    `GET /me/imports` lists them. Nothing proves who played: players are named as in the document,
    and nobody here has a seat. So the game is in no list of theirs, has no rematch, and its head is
    not signed. `imported` in its views and its export says where it came from.
    """
    player = player_id()
    services().players.check_may_publish(player)
    spend("imports")
    # Within each other, so that no more documents than places for uploads lie in memory.
    with services().uploads.of(address()):
        document = long_body(IMPORT_BYTES)
        with services().long_answers.of(address()):
            with _noted_progress(player) as note:
                given = check_export(document, note)
            _check_board(given)
            game, is_new = _imported(given, player)
    made = answer(
        view_for_asker(given.game_id, game, viewer(given.game_id, game)),
        201 if is_new else 200,
        etag=str(game.version),
    )
    made.headers["Location"] = _place(given.game_id, game)
    return made


@contextmanager
def _noted_progress(player: str) -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that notes, once in a while, how far a check has come."""
    due, imported = monotonic() + EVERY_SECONDS, services().imported

    def note(game_id: str, checked: int, events: int) -> None:
        nonlocal due
        if monotonic() < due:
            return
        due = monotonic() + EVERY_SECONDS
        # Only shown: the check goes on without it.
        with suppress(StoreUnavailable):
            imported.note_check(player, ImportCheck(game_id, checked, events))

    try:
        yield note
    finally:
        with suppress(StoreUnavailable):
            imported.end_check(player)


def _check_board(given: CheckedGame) -> None:
    """Raise ImportRefused if a text of a drawn board has a fault."""
    try:
        check_board_texts(given.game.terms.board)
    except TextRefused as error:
        raise ImportRefused("; ".join(error.errors["board"]), 1) from error


def _imported(given: CheckedGame, player: str) -> tuple[Game, bool]:
    """Return the game as it is here, and whether it was imported just now."""
    # Only now, after all checks: the answer for a game that is here, listed or not, reveals nothing
    # to those who do not have its whole record.
    if (present := _present(given)) is not None:
        return present, False
    services().store.check()
    terms = given.game.terms
    origin = Origin(player, clock.now(), given.names)
    names = terms.ruleset, terms.title
    is_new = services().imported.keep(given.game_id, given.entries, origin, *names)
    services().cache.forget(given.game_id)
    present = _present(given)
    if present is None:  # deleted at the same time
        raise GameUnknown(given.game_id)
    return present, is_new


def _present(given: CheckedGame) -> Game | None:
    """Return the game that is here with this record, None without one. Raises GameIdTaken."""
    if not services().store.exists(given.game_id):
        return None
    try:
        game = services().cache.current(given.game_id).game
    except GameUnknown:
        return None
    except RecordBroken as error:
        raise GameIdTaken from error
    if game.hash != given.game.hash:
        raise GameIdTaken
    return game


def _place(game_id: str, game: Game) -> str:
    """Return the game's address; who has its record could derive the code of an unlisted one."""
    code = None if is_listed(game_id, game) else code_of(game)
    return url_for("games.read_game", game_id=game_id, join_code=code)


@blp.get("/me/imports")
@blp.doc(operationId="list_my_imports", security=scoped("read"))
@blp.response(200, ref("Imports"), description="The imported games, the newest first.")
def my_imports() -> Response:
    """List the games that this player has imported.

    `DELETE /games/{game_id}` deletes one of them. `checking` is one that is being imported.
    """
    player, own = player_id(), services()
    listed, check = own.imported.of(player), own.imported.check_under_way(player)
    rows = [
        ImportedRow(
            game, e.ruleset, own.removals.stored_title(game, e.ruleset, e.title), e.at, e.bytes
        )
        for game, e in listed.items()
    ]
    under_way = None
    if check is not None:
        under_way = ImportProgress(check.game_id, check.checked, check.events)
    return answer(Imports(rows, MOST, MOST_BYTES, under_way))
