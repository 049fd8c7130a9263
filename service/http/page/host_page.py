"""The page of hosts and moderators: for everybody else there is none."""

from flask import Blueprint, Response, abort

from service.http.asking.auth import NoRight, TokenMissing, TokenUnknown, player
from service.http.page.web import HEADERS, HTML, rendered
from service.people.player import PlayerUnknown

blp = Blueprint("host_page", __name__)


@blp.get("/host")
def host() -> Response:
    """The page of hosts and moderators; its parts want a sign-in of the last hour."""
    if not _has_role():
        abort(404)
    headers = {**HEADERS, "Cache-Control": "no-store"}
    return Response(rendered("host", ""), 200, headers, content_type=f"{HTML}; charset=utf-8")


def _has_role() -> bool:
    try:
        return player().role is not None
    except (TokenMissing, TokenUnknown, NoRight, PlayerUnknown):
        return False
