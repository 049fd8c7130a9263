"""Reports to the host: of a game, a player, a game's title, or its board."""

from typing import Any

from flask import Response

from domain.errors import Malformed, UnknownName
from domain.kernel.game import Game
from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.access import visible
from service.http.asking.allowances import spend
from service.http.asking.auth import player_id
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref, response_ref
from service.http.reading.host_schemas import NewReport
from service.http.reading.parsing import Resource, read
from service.http.resources.handles import player_of
from service.moderation.answers import Reported
from service.people.player import ID
from service.people.reports import Target

NEW_REPORT = NewReport()

blp = Resource("reports", __name__, description="Reports to the host.")


@blp.post("/reports")
@blp.doc(security=TOKEN, responses={404: response_ref("Refused404")})
@blp.body(NEW_REPORT)
@blp.response(201, ref("Reported"), description="The host has the report.")
def report() -> Response:
    """Report a game, a player, a title or a board to the host of this service.

    You must be able to see it. Moderators see what you report, your name and your text; nobody else
    does. Of each target one report of yours counts until it is resolved, and repeating it is safe.
    """
    reporter = player_id()
    body: dict[str, Any] = read(NEW_REPORT)
    target, about = _target(body, reporter)
    spend("reports")
    services().reports.add(target, about, reporter, body["reason"], body["text"])
    return answer(Reported(target.kind, target.id), 201)


def _target(body: dict[str, Any], reporter: str) -> tuple[Target, str]:
    """Return what a report is about, and the player whom it concerns.

    Raises UnknownName, GameUnknown, Malformed.
    """
    if body["target"] == "player":
        player = _player(body["id"])
        if player == reporter:
            raise Malformed({"id": ["is you yourself."]})
        return Target("player", player), player
    game = visible(body["id"], body["join_code"]).game
    if body["target"] == "board" and game.terms.board.get("id") is not None:
        raise Malformed({"target": ["is a board of this service, not a player's own."]})
    return Target(body["target"], body["id"]), _maker(game)


def _player(text: str) -> str:
    if not ID.fullmatch(text):
        return player_of(text.removeprefix("@"), "id")
    if services().names.of([text])[text] is None:
        raise UnknownName("reported player", text, [], "id")
    return text


def _maker(game: Game) -> str:
    """Return the player who answers for a game here: its maker elsewhere is nobody here."""
    return game.terms.creator if game.origin is None else game.origin.by
