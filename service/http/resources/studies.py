"""Studies: variations from any moment of any game that the viewer may see."""

import secrets
from dataclasses import replace
from typing import Any

from flask import Response, url_for
from msgspec import structs

from domain.errors import Malformed
from domain.kernel.game import sealed_creation
from domain.kernel.studies import branch
from domain.kernel.terms import Created
from domain.record import chance
from service.context import services
from service.game.repeats import AcceptedCommand, Command
from service.game.state_cache import History
from service.http.answering.headers import IDEMPOTENCY_KEY, MADE
from service.http.answering.private_answers import answer
from service.http.answering.shown_games import view_for_asker
from service.http.asking.access import viewer, visible
from service.http.asking.allowances import spend
from service.http.asking.auth import player_id
from service.http.asking.creations import creation_id
from service.http.document.describing import scoped
from service.http.document.shapes import ref
from service.http.reading.bodies import body
from service.http.reading.command_headers import idempotency_key
from service.http.reading.parsing import Resource, read
from service.http.reading.queries import CodeQuery
from service.http.reading.schemas import BranchPoint
from service.machine import clock
from service.machine.slices import in_slices

BRANCH_POINT = BranchPoint()

blp = Resource("studies", __name__, description="Studies: variations branched off from games.")


@blp.post("/games/<game_id>/branches")
@blp.doc(security=scoped("play"))
@blp.headers(IDEMPOTENCY_KEY)
@blp.body(BRANCH_POINT)
@blp.arguments(CodeQuery(), location="query")
@blp.response(201, ref("View"), description="The view of the study.", headers=MADE)
def create_study(query: dict[str, Any], game_id: str) -> Response:
    """Make a study from event `at`: an unlisted game in which all seats are yours.

    A study of a finished game continues the exact position. In a study of a live game, the cards
    that you cannot see are dealt again, except those that a hand gained in public and can still
    have.
    """
    maker, key = player_id(), idempotency_key()
    history = visible(game_id, query["join_code"])
    command = Command.of(["branch", game_id, body()], scope=f"host {maker}", key=key)
    # As for any new game: with a key, a repetition finds the same study.
    study_id = creation_id(maker, key)
    done = services().commands.answered(study_id, command)
    if done is None:
        spend("games")
        done = _begun(study_id, _terms(game_id, history, maker), command)
    study = done.game
    made = answer(
        view_for_asker(study_id, study, viewer(study_id, study)), 201, etag=str(study.version)
    )
    made.headers["Location"] = url_for("games.read_game", game_id=study_id)
    return made


def _terms(game_id: str, history: History, maker: str) -> Created:
    """Return the study's terms. Raises Malformed if there is no such event, or Refused."""
    at = read(BRANCH_POINT)["at"]
    if not 1 <= at <= history.version:
        message = f"Event {at} has not happened: name one from 1 to {history.version}."
        raise Malformed({"at": [message]})
    secret = secrets.token_bytes(chance.SECRET_BYTES)
    finished = history.game.status == "finished"
    # Cards are counted over the whole line; a game in memory has only its newest moments.
    is_counted = not finished and history.game.terms.study is None
    game = history.whole_at(at) if is_counted else history.at(at)
    # What the host has removed does not come back with a new game.
    game = structs.replace(game, terms=services().removals.terms(game_id, game))
    return branch(game, game_id, maker, secret, finished=finished, sliced=in_slices)


def _begun(study_id: str, terms: Created, command: Command) -> AcceptedCommand:
    event = sealed_creation(replace(terms, game_id=study_id), clock.now(), command.id)
    return services().commands.create(study_id, [event], command)
