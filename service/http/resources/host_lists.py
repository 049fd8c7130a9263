"""Lists for hosts and moderators: players, games, and the levels of the store."""

from typing import Any

from flask import Response

from domain.errors import Malformed
from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.host_rights import acting_as
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref
from service.http.reading.host_schemas import HostGamesQuery, HostPlayersQuery
from service.http.reading.parsing import Resource
from service.moderation.listings import (
    games_titled,
    open_games,
    players_matching,
    players_ranked,
    storage_of,
)

blp = Resource("host_lists", __name__, description="Players, games and storage, to hosts.")


@blp.get("/host/players")
@blp.doc(operationId="list_players_as_host", security=TOKEN)
@blp.arguments(HostPlayersQuery(), location="query")
@blp.response(200, ref("HostPlayers"), description="A page of players.")
def list_players(query: dict[str, Any]) -> Response:
    """Find players by name or handle, or list the newest, the busiest, or those with open games.

    `search` finds who has a name or handle that begins so, or a word of it, or the id itself; then
    `order` does not matter. Letters that look alike count as one, in any case, and a muted player
    is found by their own name, too. The worker keeps the list: a change may take two seconds.
    """
    acting_as("moderator")
    own, place = services(), (query["cursor"], query["limit"])
    if query["search"] is not None:
        return answer(players_matching(own, query["search"], *place))
    return answer(players_ranked(own, query["order"], *place))


@blp.get("/host/games")
@blp.doc(operationId="list_games_as_host", security=TOKEN)
@blp.arguments(HostGamesQuery(), location="query")
@blp.response(200, ref("HostGames"), description="A page of games.")
def list_games(query: dict[str, Any]) -> Response:
    """Find games by title, or list the open ones that a player made.

    Give `search` (a title's beginning, or that of a word, or the game's id) or `creator`. Only the
    role `host` sees games that are not listed; nobody sees here what only their table may know.
    """
    actor = acting_as("moderator")
    own, place = services(), (query["cursor"], query["limit"])
    only_listed = actor.role != "host"
    if (query["search"] is None) == (query["creator"] is None):
        raise Malformed({"search": ["Give `search` or `creator`, and not both."]})
    if query["search"] is not None:
        return answer(games_titled(own, query["search"], *place, only_listed=only_listed))
    return answer(open_games(own, query["creator"], *place, only_listed=only_listed))


@blp.get("/host/storage")
@blp.doc(operationId="read_storage", security=TOKEN)
@blp.response(200, ref("HostStorage"), description="The levels, as metrics have them.")
def read_storage() -> Response:
    """Read how full the store is, and how far behind its work.

    For the role `host` alone. The levels are those that metrics and `anabasis admin storage` have.
    """
    acting_as("host")
    return answer(storage_of(services()))
