"""The index of the API: where a program that knows the address alone begins."""

from urllib.parse import urljoin

from flask import Response, request

from service.context import services
from service.http.answering.private_answers import answer
from service.http.answers import Index
from service.http.asking.registration import door
from service.http.document.document import SETTINGS
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource

LINKS = {
    "openapi": "openapi.json",
    "documentation": "../../docs",
    "rulesets": "rulesets",
    "players": "players",
    "games": "games",
    "me": "me",
    "my_games": "me/games",
}
"""The addresses of the index, from its own."""

blp = Resource("index", __name__, description="The index of the API.")


@blp.get("/", strict_slashes=False)  # a redirect would name the host that the client named
@blp.response(200, ref("Index"), description="The index.")
def index() -> Response:
    """List where to begin.

    `links` lead to the description, the games, and your account. `registration` says who may make
    one, `watching` who may see listed games.
    """
    here = request.script_root + request.path.rstrip("/") + "/"
    links = {name: urljoin(here, path) for name, path in LINKS.items()}
    config = services().config
    return answer(
        Index(
            name=SETTINGS["API_TITLE"],
            version=SETTINGS["API_VERSION"],
            links=links,
            registration=door(config),
            invitations=config.invitations,
            mail_domains=[*config.mail_domains],
            watching=config.watching,
        )
    )
