"""The queue of reports, for hosts and moderators."""

from typing import Any

from flask import Response
from msgspec import UNSET

from domain.kernel.game import Game
from domain.record.visibility import Viewer
from projections.answers.games import View
from projections.view import encoded_board, view
from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.host_rights import acting_as
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref
from service.http.reading.host_schemas import NewResolution, ReportsQuery
from service.http.reading.parsing import Resource, read
from service.http.resources.host_acts import shown_act
from service.moderation.answers import ReportedPlayer, ReportInFull, ReportQueue
from service.moderation.reports import (
    check_may_resolve,
    last_resolution,
    report_about,
    resolve,
    seen_by,
    shown_lines,
)
from service.people.reports import Target

RESOLUTION = NewResolution()

blp = Resource("host_reports", __name__, description="The queue of reports, for moderators.")


@blp.get("/host/reports")
@blp.doc(operationId="list_reports", security=TOKEN)
@blp.arguments(ReportsQuery(), location="query")
@blp.response(200, ref("ReportQueue"), description="A page of the queue.")
def list_reports(query: dict[str, Any]) -> Response:
    """List what was reported and not resolved, one line a target.

    A line ends by itself 90 days after its last report. Moderators do not see those about
    themselves.
    """
    actor = acting_as("moderator")
    page, per_page = query["page"], query["per_page"]
    own = services()
    lines, total = own.reports.page((page - 1) * per_page, per_page)
    shown = shown_lines(own, seen_by(own, actor, lines))
    return answer(ReportQueue(shown, page, per_page, total))


@blp.get("/host/reports/<report_id>")
@blp.doc(operationId="read_report", security=TOKEN)
@blp.response(200, ref("ReportInFull"), description="The line, and what was reported.")
def read_report(report_id: str) -> Response:
    """Read a line of the queue with what was reported and its surroundings.

    The game is shown as to the public, also if it is unlisted: no hidden hand, no secret link.
    """
    actor, own = acting_as("moderator"), services()
    line = report_about(own, actor, report_id)
    game = None if line.target.kind == "player" else own.cache.current(line.target.id).game
    before = last_resolution(own, report_id)
    names = own.names.of([] if before is None else [before.by])
    return answer(
        ReportInFull(
            report=shown_lines(own, [line])[0],
            player=_player(line.about),
            text=None if game is None else _text(line.target, game),
            game=UNSET if game is None else _as_public(line.target.id, game),
            earlier=None if before is None else shown_act(before, names.get(before.by)),
        )
    )


@blp.post("/host/reports/<report_id>/resolution")
@blp.doc(operationId="resolve_report", security=TOKEN)
@blp.body(RESOLUTION)
@blp.response(204, description="The line is out of the queue, and the log says how.")
def resolve_report(report_id: str) -> Response:
    """Resolve all reports of a target: `acted`, or there was `nothing` to do.

    It changes nothing else: act first, by `POST /host/acts`. Only a host resolves reports of a
    player who has a role (403, `no_right`).
    """
    actor, own = acting_as("moderator"), services()
    line = report_about(own, actor, report_id)
    check_may_resolve(own, actor, line)
    body: dict[str, Any] = read(RESOLUTION)
    resolve(own, report_id, body["outcome"], body["reason"], actor.id)
    return Response(status=204)


def _player(player: str) -> ReportedPlayer:
    own = services()
    name = own.names.of([player])[player]
    handle = None if name is None else own.handles.of(player).handle
    return ReportedPlayer(name, own.players.own_name(player), handle)


def _text(target: Target, game: Game) -> str | None:
    text: str | None = game.terms.title if target.kind == "title" else None
    return game.terms.board.get("title") if target.kind == "board" else text


def _as_public(game_id: str, game: Game) -> View:
    """Return the view of a game as everybody sees it; in a study hands stay hidden, too."""
    as_public = Viewer(None, over=game.status == "finished")
    names = services().names.in_game(game)
    return view(game_id, game, as_public, names.__getitem__, encoded_board)
