"""The lobby: listed games, from the read model that the worker keeps."""

from collections.abc import Sequence
from typing import Any, TypeVar

from flask import Response
from msgspec import UNSET

from domain.kernel.rematch import still_kept
from domain.record.times import milliseconds, moment
from projections.answers.games import KeptSeat
from projections.answers.lists import ListedGame, Lobby, MyGame
from projections.lobby import Selection, earliest
from projections.lobby import score_of as lobby_score
from projections.view import SeatNames, host
from service.context import services
from service.game.outages import ClockReading
from service.http.answering.headers import LINK
from service.http.answering.paging import (
    cursor_after,
    cursor_before,
    linked,
    linked_numbered,
    next_of,
)
from service.http.answering.private_answers import answer
from service.http.answering.seated_players import add_accounts
from service.http.asking.access import refuse_strangers
from service.http.document.shapes import ref, response_ref
from service.http.reading.list_queries import (
    SELECTED,
    LobbyQuery,
    filters_in,
    is_numbered,
    position_in,
)
from service.http.reading.parsing import Resource
from service.people.invitations import InvitedPlayers
from service.readmodels.read_models import Place
from service.store.freezes import KnownFreezes

AnyGame = TypeVar("AnyGame", ListedGame, MyGame)

blp = Resource("lobby", __name__, description="Find a game to join or to watch.")


@blp.get("/games")
@blp.doc(operationId="list_games", responses={401: response_ref("Refused401")})
@blp.arguments(LobbyQuery(), location="query")
@blp.response(
    200, ref("Lobby"), description="A page of listed games, the latest change first.", headers=LINK
)
def lobby(query: dict[str, Any]) -> Response:
    """List games by status, ruleset, seats, pace and bots, board, player, time and result.

    The game that changed last comes first. Pages are 20 games long, or `per_page`, at most 100.
    Every page names the `next` one, to be asked for with the same filters and its `cursor`; the
    header `Link` has the addresses of the `next` page, of the one before (`prev`) and of the
    `first`. Such pages neither repeat nor skip a game that stays unchanged. `page` counts pages, as
    long as no `board`, `player`, `since`, `result` or `reason` is selected. Pages by these filters
    and by cursor have no `page` and no `total`, and may be short or even empty before the last one:
    for each the service looks at a bounded number of games. While the lists of an older release are
    rebuilt, they are answered 503 (`lists_outdated`). A house may show its games to members only:
    others are answered 401 (`token_missing`).
    """
    filters, page, per_page = filters_in(query), query["page"], query["per_page"]
    refuse_strangers()
    models, place = services().read_models, Place(position_in(query), per_page)
    if not is_numbered(query):
        run = models.listed_games(filters, place)
        body = Lobby(games=with_names(run.games), per_page=per_page, next=cursor_after(run))
        return linked(answer(body), cursor_before(run), body.next)
    selection = Selection(*(query[each] for each in ("status", "ruleset", *SELECTED)))
    rows, total = models.lobby(selection, page, per_page)
    following = next_of(rows, page * per_page < total, lobby_score)
    body = Lobby(games=with_names(rows), page=page, per_page=per_page, total=total, next=following)
    return linked_numbered(answer(body), page, following)


def with_names(games: list[AnyGame]) -> list[AnyGame]:
    """Return games of a read model with the players' present names added to their ids.

    The seats that are kept now are added, too, and the times for which a game was closed; what the
    host has removed is taken out.
    """
    if not games:
        return games
    own = services()
    kept, known = _kept_seats(games, own.invitations), own.freezes.known()
    people = own.names.known(_players(games).union(*map(dict.values, kept)))
    names = {player: name.present for player, name in people.items()}
    for game, seats in zip(games, kept, strict=True):
        if game.host:
            game.host = host(game.host.player_id, names[game.host.player_id])
        naming = SeatNames(game.game_id, game.ruleset, names.__getitem__)
        game.seats = naming.taken(
            (seat.player_id, seat.bot) if seat else None for seat in game.seats
        )
        add_accounts(game.seats, people)
        game.kept = [KeptSeat(seat, who, names[who]) for seat, who in seats.items()]
        _give_time_back(game, known)
        own.removals.hide_in_row(game)
    return games


def _give_time_back(game: ListedGame | MyGame, known: KnownFreezes) -> None:
    """Give the seats of a game back the times for which it was frozen.

    While it is frozen, no seat has a time at which its turn is due.
    """
    is_frozen, times = game.game_id in known.frozen, known.times.get(game.game_id)
    if not (is_frozen or times) or not game.waiting_for:
        return
    look, own = ClockReading(0, tuple(times or ())), getattr(game, "seat", None)
    for seat in game.waiting_for:
        if seat.due:
            due = look.due(milliseconds(seat.since), milliseconds(seat.due))
            seat.due = UNSET if is_frozen else moment(due)
    game.due = earliest(seat.due for seat in game.waiting_for if own in (None, seat.seat))


def _players(games: Sequence[ListedGame | MyGame]) -> set[str]:
    seats = [seat for game in games for seat in game.seats]
    hosts = {game.host.player_id for game in games if game.host}
    return hosts.union(seat.player_id for seat in seats if seat and seat.player_id)


def _kept_seats(
    games: Sequence[ListedGame | MyGame], invitations: InvitedPlayers
) -> list[dict[int, str]]:
    """Return the players for whom each game's free seats are kept."""
    ids = [game.game_id for game in games if game.status == "open"]
    kept = {
        game: seats
        for game, seats in zip(ids, invitations.kept_seats_in(ids), strict=True)
        if seats
    }
    return [
        still_kept(kept[game.game_id], _sitting(game)) if game.game_id in kept else {}
        for game in games
    ]


def _sitting(game: ListedGame | MyGame) -> dict[int, str | None]:
    return {seat.seat: seat.player_id for seat in game.seats if seat}
