"""Studies: what if, from any moment of any game that one may see."""

import secrets
from typing import Any

from flask import Response, url_for

from domain import chance
from domain.errors import Malformed
from domain.game import sealed_creation
from domain.studies import branch
from service import clock
from service.commands import Command, game_id_of, new_game_id
from service.context import services
from service.http.access import answer, idempotency_key, shown, viewer, visible
from service.http.auth import player_id
from service.http.parsing import Resource
from service.http.schemas import BranchPoint, CodeQuery

blp = Resource("studies", __name__, description="What if: studies branched off from games.")


@blp.post("/games/<game_id>/branches")
@blp.arguments(BranchPoint())
@blp.arguments(CodeQuery(), location="query")
@blp.response(201, description="The view of the study.")
def create_study(given: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Branch off a study, an unlisted game of one's own, from event `at`: all seats are yours.

    Of a finished game the very position goes on. Of a live one it holds what you can see; cards
    that you cannot see are drawn anew.
    """
    maker, key, at = player_id(), idempotency_key(), given["at"]
    history = visible(game_id, query["join_code"])
    if not 1 <= at <= history.version:
        message = f"Event {at} has not happened: name one from 1 to {history.version}."
        raise Malformed({"at": [message]})
    secret = secrets.token_bytes(chance.SECRET_BYTES)
    finished = history.game.status == "finished"
    terms = branch(history.at(at), game_id, maker, secret, finished=finished)
    command = Command.of(["branch", game_id, given], scope=f"host {maker}", key=key)
    study_id = game_id_of(maker, key) if key else new_game_id()
    services().commands.create(study_id, sealed_creation(terms, clock.now(), command.id), command)
    study = services().cache.current(study_id).game
    made = answer(shown(study_id, study, viewer(study_id, study)), 201, etag=str(study.version))
    made.headers["Location"] = url_for("games.read_game", game_id=study_id)
    return made
