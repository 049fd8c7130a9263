"""Seats: sitting down, and having bots sit down."""

from typing import Any

from flask import Response

from domain.game import Game, Seat
from domain.seating import take_seat
from service.commands import Command
from service.context import services
from service.http.access import accepted, idempotency_key, is_inside, may_see
from service.http.auth import NoRight, player_id
from service.http.games import check_bot, contribution_of
from service.http.parsing import Resource
from service.http.schemas import NewSeat
from service.state_cache import GameUnknown

blp = Resource("seats", __name__, description="Seats of a game.")


@blp.post("/games/<game_id>/seats")
@blp.arguments(NewSeat())
@blp.response(201, description="The event and the view just after it.")
def take(given: dict[str, Any], game_id: str) -> Response:
    """Sit down, or with `bot` have a bot sit down; the last seat taken starts the game.

    An unlisted game needs its `join_code`. The game's maker and its players may seat bots.
    """
    sitter_id = player_id()
    game = services().cache.current(game_id).game
    if not may_see(game_id, game, given["join_code"]):
        raise GameUnknown(game_id)
    sitter = _sitter(given, game_id, game)
    scope = f"player {sitter_id}"
    command = Command.of(["seats", given], scope=scope, key=idempotency_key())
    done = services().commands.answered(game_id, command) or services().commands.submit(
        game_id, lambda newest: take_seat(newest, sitter, given["seat"]), command
    )
    return accepted(game_id, done)


def _sitter(given: dict[str, Any], game_id: str, game: Game) -> Seat:
    contribution = contribution_of(given, fair=game.terms.chance.fair)
    if given["bot"] is None:
        return Seat(player_id(), None, contribution)
    check_bot(game.ruleset, given["bot"])
    if not is_inside(game_id, game):
        raise NoRight("Only the game's maker and its players may seat bots.")
    return Seat(None, given["bot"], contribution)
