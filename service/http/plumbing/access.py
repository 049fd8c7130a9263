"""Access: the games an asker may know of, and the views they get."""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeGuard

import msgspec
from flask import Response, request
from werkzeug.datastructures import Headers
from werkzeug.http import quote_etag

from domain.kernel.game import Game, viewer_of
from domain.kernel.rematch import kept_free
from domain.record.record import Event
from domain.record.visibility import JsonObject, Viewer
from projections.encoded import encoded_board
from projections.redact import redact, undone_test
from projections.text.position import lines, player_name
from projections.view import players_of, view
from service.context import services
from service.game.commands import VersionMissing
from service.game.repeats import Accepted, Command
from service.game.state_cache import GameUnknown, History
from service.http.plumbing.auth import NoSeat, asker, known_asker
from service.http.plumbing.bodies import body
from service.http.plumbing.breaks import flag_break, notice
from service.http.plumbing.closed_games import closed, mark, with_time_back
from service.present import present_request
from service.texts.telling import Teller

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

KEY_LENGTH = 200
VERSION = r'(W/)?"(0|[1-9][0-9]{0,10})(-n[0-9a-f]{8})?"|0|[1-9][0-9]{0,10}'
"""A version as `If-Match` names it: an ETag, or its number alone."""
_VERSION = re.compile(VERSION)
NAMES = "-n"
"""Before the mark of names and kept seats in an ETag."""

VARY = ("Authorization", "Cookie")
VARY_PRIVATE = (*VARY, "Accept-Encoding")
KEPT_PRIVATE, NOT_KEPT = "private, no-cache", "private, no-store"
PRIVATE = (
    ("Content-Type", "application/json"),
    ("Vary", ", ".join(VARY_PRIVATE)),
)


class HeaderInvalid(Exception):
    """A header of no use; the case names it, the gaps tell its value and one that would do."""

    def __init__(self, case: str, **gaps: object) -> None:
        self.gaps = gaps
        super().__init__(case)


def visible(game_id: str, join_code: str | None = None) -> History:
    """Return the newest history of a game that the asker may see, as far as its record is sound.

    Raises TokenUnknown, GameUnknown, or RecordBroken where not even the first event is sound.
    """
    asker()
    history = services().cache.current(game_id)
    if not may_see(game_id, history.game, join_code):
        raise GameUnknown(game_id)
    return flag_break(history)


def seated(game_id: str) -> tuple[History, int]:
    """Return the game that a command is for, as ``played`` has it, and the asker's seat there.

    Raises TokenMissing, TokenUnknown, then GameUnknown, then NoSeat.
    """
    who = known_asker()
    history = played(game_id)
    seat = who.seat(game_id, history.game)
    if seat is None:
        raise NoSeat
    return history, seat


def played(game_id: str) -> History:
    """Return a game that a command is for, as far as this process knows it. Raises GameUnknown.

    The seats of a started game never change, but for a study, whose owner sits where it is to
    move; the rest is decided on the newest state. An asker without a seat in it is looked for in
    the newest state, too: after a roll-back of the store others may sit there.
    """
    history = services().cache.known(game_id)
    game = history.game
    may_change = game.status == "open" or game.terms.study is not None
    if may_change or asker().seat(game_id, game) is None:
        history = services().cache.current(game_id)
    if not may_see(game_id, history.game, None):
        raise GameUnknown(game_id)
    return flag_break(history)


def may_see(game_id: str, game: Game, join_code: str | None) -> bool:
    """True if the asker may know of a game: it is listed, theirs, or they have its code."""
    return game.terms.listed or is_inside(game_id, game) or has_code(game, join_code)


def is_inside(game_id: str, game: Game) -> bool:
    """True if the asker sits in the game or made it."""
    who = asker()
    made_it = who.player is not None and who.player == game.terms.creator
    return made_it or who.seat(game_id, game) is not None


def has_code(game: Game, join_code: str | None) -> bool:
    """True if this is the game's join code."""
    return join_code is not None and hmac.compare_digest(join_code.encode(), code_of(game).encode())


def code_of(game: Game) -> str:
    """Return the join code: it follows from the secret, so that it need not be kept anywhere."""
    return hmac.digest(game.secret, b"anabasis join code 1", "sha256").hex()[:16]


def viewer(game_id: str, game: Game) -> Viewer:
    """Return the asker as a viewer of a game."""
    return viewer_of(game, asker().seat(game_id, game))


def shown(
    game_id: str, game: Game, as_viewer: Viewer, kept: Mapping[int, str] | None = None
) -> JsonObject:
    """Return the view, with the join code for those inside an unlisted game; to be encoded.

    ``kept`` names the players that seats are kept for, where the game is not its newest state.
    """
    kept = kept_in(game_id, game) if kept is None else kept
    names = services().names.of(players_of(game).union(kept.values()))
    body = view(game_id, game, as_viewer, names.__getitem__, encoded_board)
    unlisted = not game.terms.listed and is_inside(game_id, game)
    body["join_code"] = code_of(game) if unlisted else None
    body["kept"] = kept_json(kept, names)
    body |= closed(game_id)
    return with_time_back(game_id, body)


def kept_in(game_id: str, game: Game) -> dict[int, str]:
    """Return the players that free seats of an open game are kept for, by seat."""
    if game.status != "open":
        return {}
    return kept_free(game, services().invitations.kept(game_id))


def kept_json(kept: Mapping[int, str], names: Mapping[str, str | None]) -> list[JsonObject]:
    """Return the kept seats as views and rows tell of them."""
    return [
        {"seat": seat, "player_id": player, "name": names[player]} for seat, player in kept.items()
    ]


def shown_at(game_id: str, history: History, version: int) -> JsonObject:
    """Return the view as of an event; everything is open once the game is over now."""
    return shown_then(game_id, history, history.at(version))


def shown_then(game_id: str, history: History, game: Game) -> JsonObject:
    """Return the view of a game as it once was; everything is open once it is over now."""
    kept = kept_in(game_id, history.game)
    body = shown(game_id, game, _viewer_then(game_id, history, game), kept)
    return body | notice(history.broken)


def read_at(game_id: str, history: History, version: int, language: str) -> str:
    """Return the view as of an event as text in a language."""
    view = shown_at(game_id, history, version)
    teller = Teller(language, list(map(player_name, view["seats"])))
    game = history.at(version)
    return teller.told(lines(game, view, _viewer_then(game_id, history, game)))


def _viewer_then(game_id: str, history: History, game: Game) -> Viewer:
    as_viewer = viewer(game_id, game)
    return Viewer(as_viewer.seat, as_viewer.over or history.game.status == "finished")


def redacted(game_id: str, history: History, after: int, until: int) -> Iterator[JsonObject]:
    """Yield the events after ``after`` up to ``until`` as the asker may see them now."""
    return map(redaction(game_id, history), history.each(after, until))


def redaction(game_id: str, history: History) -> Callable[[Event], JsonObject]:
    """Return a function that shows an event as the asker may see it now."""
    show = partial(redact, history.game, viewer=viewer(game_id, history.game))
    is_undone = undone_test(history.game)
    return lambda event: show(event, undone=is_undone(event))


def accepted(
    game_id: str, done: Accepted, status: int = 201, *, next_moves: list[JsonObject] | None = None
) -> Response:
    """Return the answer to a command: its event, the view just after it, moves if there are any."""
    as_viewer = viewer(game_id, done.game)
    body = {
        "version": done.event.version,
        "latest": done.latest,
        "events": [redact(done.game, done.event, as_viewer)],
        "view": shown(game_id, done.game, as_viewer),
    }
    if next_moves is not None:
        body["moves"] = next_moves
    return answer(body, status, etag=str(done.event.version))


def answer(body: Any, status: int = 200, *, etag: str | None = None) -> Response:
    """Return a JSON response; private to its asker, and to be asked for again each time.

    With an ``etag`` it is a game's, as the asker may see it.
    """
    marked = [("ETag", quote_etag(etag))] if etag is not None else ()
    kept = KEPT_PRIVATE if etag is None else _keeping()
    headers = [*PRIVATE, ("Cache-Control", kept), *marked]
    return Answer(msgspec.json.encode(body), status, headers)


class Answer(Response):
    """A response that needs no last look at its headers: it has a body, and its length."""

    def get_wsgi_headers(self, environ: "WSGIEnvironment") -> Headers:  # noqa: ARG002 - werkzeug's
        """Return the headers as they are."""
        return self.headers


def unchanged(etag: str) -> Response:
    """Return the 304 for an asker who has the newest of a game."""
    return shown_to_asker(Response(status=304), etag)


def shown_to_asker(response: Response, etag: str | None) -> Response:
    """Return a response with a game as the asker may see it; only anonymous ones may be kept."""
    kept_private(response, etag).headers["Cache-Control"] = _keeping()
    return response


def _keeping() -> str:
    """Return the Cache-Control of a game as the asker may see it.

    The ETag is the version, whoever asks. A browser that kept a player's view would send it with
    the next player's token too, and at a 304 show them the first one's hand.
    """
    return NOT_KEPT if asker().is_known else KEPT_PRIVATE


def etag_of(game_id: str, history: History, version: int | None = None) -> str | None:
    """Return the ETag of a version; None if the record breaks or the game is closed, so that the
    notice is always sent.

    Names, kept seats and times for which the game was closed are not part of the record: once there
    are any, or a player has taken another name, it marks them, too.
    """
    if history.broken is not None or services().closings.of(game_id) is not None:
        return None
    marked = _mark(history.game, kept_in(game_id, history.game), mark(game_id))
    return f"{version or history.version}{NAMES if marked else ''}{marked}"


def _mark(game: Game, kept: Mapping[int, str], times: str) -> str:
    """Return a mark of names, kept seats and times; empty while there is nothing to mark."""
    names = services().names.mark(players_of(game).union(kept.values()))
    if not kept and not times:
        return names
    marked = (names, sorted(kept.items()), times) if times else (names, sorted(kept.items()))
    return hashlib.sha256(repr(marked).encode()).hexdigest()[:8]


def is_known(etag: str | None) -> TypeGuard[str]:
    """True if the asker has the version of this ETag."""
    return etag is not None and request.if_none_match.contains_weak(etag)


def kept_private(response: Response, etag: str | None = None) -> Response:
    """Return the response, kept by its asker's cache alone and checked each time."""
    response.headers["Cache-Control"] = KEPT_PRIVATE
    response.vary.update(VARY_PRIVATE)
    if etag is not None:
        response.set_etag(etag)
    return response


def command_of(game: Game, seat: int) -> Command:
    """Return the command of a request's body and Idempotency-Key, for any version."""
    scope = f"seat {seat}" if game.terms.study is None else "study"
    name = present_request().path.rsplit("/", 1)[-1]
    return Command.of([name, body()], scope=scope, key=idempotency_key())


def idempotency_key() -> str | None:
    """Return the request's Idempotency-Key, None where it has none. Raises HeaderInvalid."""
    key: str | None = present_request().environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not 0 < len(key) <= KEY_LENGTH:
        raise HeaderInvalid("idempotency_key", limit=KEY_LENGTH, length=len(key))
    return key


def expected_version(*, required: bool) -> int | None:
    """Return the version named by If-Match, None for ``*`` or where it may be left out and is.

    Raises VersionMissing, or HeaderInvalid if the header names no single version.
    """
    header: str | None = present_request().environ.get("HTTP_IF_MATCH")
    if header is None:
        if required:
            raise VersionMissing
        return None
    if header.strip() == "*":
        return None
    if not _VERSION.fullmatch(header.strip()):
        raise HeaderInvalid("if_match", given=repr(header[:80]))
    return int(header.strip().removeprefix("W/").strip('"').partition(NAMES)[0])
