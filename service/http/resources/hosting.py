"""Hosting an open game: cancelling it, freeing its seats, listing its visitors."""

import hashlib
import hmac
from contextlib import suppress
from typing import Any

from flask import Response
from msgspec.structs import replace

from domain.errors import Malformed
from domain.kernel.game import Game
from domain.kernel.seating import cancel, free_seat
from domain.record.record import Draft
from domain.record.times import moment
from projections.answers.games import Accepted, Visit, Visits
from service.context import services
from service.game.commands import Decide, StaleVersion
from service.game.repeats import Command
from service.http.answering.headers import ETAG, IDEMPOTENCY_KEY, IF_MATCH
from service.http.answering.private_answers import answer
from service.http.answering.shown_games import accepted, kept_seats_of, view_for_asker
from service.http.asking.access import is_owner, viewer, visible
from service.http.asking.auth import NoRight, address, asker, player_id
from service.http.document.describing import scoped, scoped_or_none
from service.http.document.shapes import ref
from service.http.reading.command_headers import expected_version, idempotency_key
from service.http.reading.parsing import Resource, read
from service.http.reading.queries import CodeQuery
from service.http.reading.schemas import Nothing
from service.store.imported_games import NotImported

NOTHING = Nothing()
AT_ANY_VERSION = {**IF_MATCH, "required": False}

blp = Resource("hosting", __name__, description="The host of an open game: seats and visitors.")


@blp.delete("/games/<game_id>")
@blp.doc(security=scoped("play"))
@blp.headers(AT_ANY_VERSION, IDEMPOTENCY_KEY)
@blp.response(200, ref("Accepted"), description="The event and the view.", headers=ETAG)
@blp.alt_response(204, description="The imported game is deleted.")
def cancel_game(game_id: str) -> Response:
    """Cancel an open game, which only its host may; or delete a game that you have imported.

    The record of a cancelled game stays, its status becomes `cancelled`, and no list shows it. A
    game that has started is refused (`game_not_open`). An imported game is deleted with its record;
    studies of it stay.
    """
    host = player_id()
    game = visible(game_id).game
    if game.origin is not None:
        return _deleted(game_id, game, host)
    if game.terms.creator != host:
        raise NoRight("cancel")
    return _performed(game_id, _command(host, ["cancel"]), cancel)


def _deleted(game_id: str, game: Game, player: str) -> Response:
    if not is_owner(player, game):
        raise NoRight("delete_import")
    with suppress(NotImported):  # it was deleted at the same time
        services().imported.delete(player, game_id)
    services().cache.forget(game_id)
    return Response(status=204)


@blp.delete("/games/<game_id>/seats/<seat>")
@blp.doc(security=scoped("play"))
@blp.headers(AT_ANY_VERSION, IDEMPOTENCY_KEY)
@blp.response(200, ref("Accepted"), description="The event, if any, and the view.", headers=ETAG)
def leave_seat(game_id: str, seat: str) -> Response:
    """Give your seat back before the start; the host may remove any player or bot.

    The host may also free a seat of a rematch that is kept for an invited player: it is then free
    for anybody, and nothing is recorded. A game that has started is refused (`game_not_open`):
    resign there instead.
    """
    asking = player_id()
    command = _command(asking, ["free", seat])
    # An unknown game is refused first, as for all commands.
    services().cache.current(game_id)
    # Looked up before the rights: a player who has left may repeat this, but has no seat any more.
    done = services().commands.answered(game_id, command)
    return _freed(game_id, asking, seat, command) if done is None else accepted(game_id, done, 200)


def _freed(game_id: str, asking: str, seat: str, command: Command) -> Response:
    game = visible(game_id).game
    number = _seat_number(game, seat)
    _removes_another(game, asking, number)
    if number in kept_seats_of(game_id, game):
        return _freed_for_anybody(game_id, game, number)

    def decide(newest: Game) -> Draft:
        # Checked again: somebody else may sit there by now, or nobody if this was sent twice.
        is_taken = newest.seats[number] is not None
        removed = is_taken and _removes_another(newest, asking, number)
        return free_seat(newest, number, removed=removed)

    freed = _performed(game_id, command, decide)
    # A seat that its player has left is kept for nobody any more.
    services().invitations.free(game_id, number)
    return freed


def _freed_for_anybody(game_id: str, game: Game, seat: int) -> Response:
    expected = expected_version(required=False)
    if expected not in (None, game.version):
        raise StaleVersion(expected, game.version)
    services().invitations.free(game_id, seat)
    view = view_for_asker(game_id, game, viewer(game_id, game))
    return answer(Accepted(game.version, game.version, [], view), etag=str(game.version))


def _seat_number(game: Game, seat: str) -> int:
    last = len(game.seats) - 1
    # Compared as text, since int() also takes blanks, signs and the digits of other alphabets.
    if seat not in map(str, range(last + 1)):
        raise Malformed({"seat": [f"must be one of 0 to {last}, not {seat[:80]!r}."]})
    return int(seat)


def _removes_another(game: Game, asking: str, seat: int) -> bool:
    """Return True if the host frees another's seat, False for one's own. Raises NoRight."""
    occupant = game.seats[seat]
    if occupant is not None and occupant.player == asking:
        return False
    if game.terms.creator != asking:
        raise NoRight("free_seat")
    return True


def _performed(game_id: str, command: Command, decide: Decide) -> Response:
    commands = services().commands
    done = commands.answered(game_id, command)
    if done is None:
        command = replace(command, expected=expected_version(required=False))
        done = commands.submit(game_id, decide, command)
    return accepted(game_id, done, 200)


def _command(player: str, body: list[Any]) -> Command:
    return Command.of(body, scope=f"player {player}", key=idempotency_key())


@blp.post("/games/<game_id>/visits")
@blp.doc(operationId="visit_game", security=scoped_or_none("play"))
@blp.arguments(CodeQuery(), location="query")
@blp.body(NOTHING)
@blp.response(204, description="The visit is noted for the host, if the game is open.")
def visit(query: dict[str, Any], game_id: str) -> Response:
    """Let the host know that you have opened the invitation.

    The visit is not part of the record, and is forgotten after a week. Without a token it counts as
    a visit by somebody unknown. A visit by the host, or by a player in the game, is not noted.
    """
    game = visible(game_id, query["join_code"]).game
    read(NOTHING)
    player = asker().player
    is_guest = player is None or (player != game.terms.creator and game.seat_of(player) is None)
    # A request of its own, so that reading a game writes nothing.
    if game.status == "open" and is_guest:
        services().visits.add(game_id, player, _stranger(game_id))
    return Response(status=204)


def _stranger(game_id: str) -> str:
    """Return a mark of the asker's address, different in each game."""
    # Keyed, as all IPv4 addresses could be tried; and by game, so that nobody can be followed from
    # one game to another.
    source = f"visit {game_id} {address()}".encode()
    return hmac.digest(services().key, source, hashlib.sha256).hex()[:16]


@blp.get("/games/<game_id>/visits")
@blp.doc(operationId="list_visits", security=scoped("read"))
@blp.response(200, ref("Visits"), description="The visitors; only the host sees them.")
def list_visits(game_id: str) -> Response:
    """List who opened the invitation and has not sat down, for the host alone.

    These are at most 30 of the last seven days; strangers have no name.
    """
    host = player_id()
    game = visible(game_id).game
    if not is_owner(host, game):
        raise NoRight("visits")
    players, others = services().visits.of(game_id)
    names = services().names.of(player for player, _ in players)
    visits = [
        Visit(player, name, moment(at))
        for player, at in players
        if (name := names[player]) is not None and game.seat_of(player) is None
    ]
    return answer(Visits(visits, others))
