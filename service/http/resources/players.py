"""Players: name, settings, token and games."""

from dataclasses import replace
from typing import Any

from flask import Response
from msgspec import UNSET, UnsetType

from domain.errors import Malformed
from domain.record.times import moment
from projections.answers.lists import MyGames
from projections.list_facts import Filters
from projections.my_games import key_range, score_of
from service.context import forget, services
from service.http.answering.headers import IDEMPOTENCY_KEY, LINK
from service.http.answering.paging import (
    cursor_after,
    cursor_before,
    linked,
    linked_numbered,
    next_of,
)
from service.http.answering.private_answers import answer
from service.http.asking.auth import address, player, player_id
from service.http.asking.registration import register_player
from service.http.document.describing import TOKEN, scoped
from service.http.document.shapes import ref, response_ref
from service.http.reading.list_queries import MyGamesQuery, filters_in, position_in
from service.http.reading.parsing import Resource, read
from service.http.reading.schemas import NewPlayer, Nothing, PlayerChanges
from service.http.resources.lobby import with_names
from service.notices.channels import has_confirmed_address
from service.people.answers import NewPlayerMade, Player, PlayerSuspended, Token
from service.people.player import PlayerAccount
from service.readmodels.read_models import Place

CHANGES, NOTHING = PlayerChanges(), Nothing()
HELD_BY = frozenset({"time_zone", "quiet_hours"})
"""The settings that decide until when notices are held back."""

blp = Resource("players", __name__, description="Players: a name is enough.")


@blp.post("/players")
@blp.doc(responses={403: response_ref("Refused403")})
@blp.arguments(NewPlayer())
@blp.headers(IDEMPOTENCY_KEY)
@blp.response(
    201, ref("NewPlayerMade"), description="The player and the token, which is shown only once."
)
def create_player(body: dict[str, Any]) -> Response:
    """Become a player.

    Keep the token: it is your key to every seat you take. Messages are in the language of
    Accept-Language, otherwise English, until another `locale` is set. The index says in
    `registration` whether an `invitation` is needed (403, `invitation_wanted`), or nobody may
    become one (`registration_closed`). When new players come too fast they wait in a line: 429
    (`in_line`) has a `ticket`, to be sent once `Retry-After` is over. With a random
    `Idempotency-Key` of 20 characters or more, the same request within ten minutes uses an
    invitation once, and has the same answer.
    """
    made, token = register_player(body)
    return answer(NewPlayerMade(made.id, made.name, token), 201)


@blp.get("/me")
@blp.doc(security=scoped("read"))
@blp.response(200, ref("Player"), description="The player whose token was sent.")
def read_me() -> Response:
    """Read the player whose token was sent.

    A token that is no longer valid is answered 401.
    """
    return answer(_shown(player()))


@blp.patch("/me")
@blp.doc(security=scoped("account"))
@blp.body(CHANGES)
@blp.response(200, ref("Player"), description="The changed player.")
def change_me() -> Response:
    """Change name, locale, notifications, time zone or quiet hours.

    Fields left out stay as they are. All of the player's games show a new name. A new time zone and
    new quiet hours, including the first ones, apply to notices at once; they apply to the clocks of
    turns that begin a day after the change or later.
    """
    owner = player()
    changes = read(CHANGES)
    changed = replace(owner, **changes)
    _refuse_hours_without_zone(changed)
    services().players.change(changed)
    # Notices that were held back may be due now.
    if HELD_BY & changes.keys():
        services().notices.pending.settings_changed(owner.id)
    return answer(_shown(changed))


@blp.post("/me/token")
@blp.doc(security=TOKEN)
@blp.body(NOTHING)
@blp.response(201, ref("Token"), description="The new token; the old one is void.")
def replace_token() -> Response:
    """Replace a leaked token.

    The old token, all tokens with scopes and all sessions become void, and their streams end within
    15 s. Passkeys and channels stay: delete those that you do not know.
    """
    owner = player()
    read(NOTHING)
    return answer(Token(services().sessions.replace(owner.id)), 201)


@blp.delete("/me")
@blp.doc(security=TOKEN)
@blp.response(204, description="Name, settings and tokens are deleted; games stay complete.")
def forget_me() -> Response:
    """Delete the player.

    Name, settings, tokens, devices, passkeys, channels, feeds, invitations and imported games are
    deleted. For a year nobody can claim the player's handle. Games played here stay complete for
    the other players, but the player's standing orders are withdrawn.
    """
    forget(services(), player_id())
    return Response(status=204)


@blp.get("/me/games")
@blp.doc(operationId="list_my_games", security=scoped("read"))
@blp.arguments(MyGamesQuery(), location="query")
@blp.response(
    200,
    ref("MyGames"),
    description="A page of games, those that wait for the player first.",
    headers=LINK,
)
def my_games(query: dict[str, Any]) -> Response:
    """List the games this player sits in, by the same filters as `GET /games`, paged.

    Those that wait for the player's move come first, the longest waiting on top; then live, open
    and finished games, then studies, each with the latest change on top. With `waiting=true` only
    the first are listed. Pages are 100 games long, or `per_page`; `cursor`, `Link`, `page` and
    `total` are as in `GET /games`. `page` counts pages as long as only `waiting` and `study` are
    selected. A game that moves in the list between two pages, such as one that waits for you by
    now, may be on both or on neither. With `wait`, the answer comes once `/me/stream` has an event
    past `after`, or the time is up; at once if `after` is not the newest event.
    """
    player, wait, after = player_id(), query["wait"], query["after"]
    # Read before the rows: an event in between makes the next request answer at once.
    last = _awaited(player, after, wait) if wait else services().player_feeds.end(player)
    filters = filters_in(query)
    if query["cursor"] is not None or filters != Filters():
        return _selected(player, query, filters, last)
    return _numbered(player, query, last)


def _awaited(player: str, after: str, wait: float) -> str:
    """Return the id of the player's newest event once it is not ``after``, or the time is up."""
    own = services()
    with own.live_players.listening(player, address()) as waiter:
        # Read after listening has begun, or an event in between would be missed.
        last = own.player_feeds.end(player)
        if last == after and waiter.wait_past(0, wait):
            return own.player_feeds.end(player)
        return last


def _selected(player: str, query: dict[str, Any], filters: Filters, last: str) -> Response:
    span = key_range(waiting=query["waiting"], study=query["study"])
    place = Place(position_in(query), query["per_page"])
    run = services().read_models.games_of(player, filters, span, place)
    body = MyGames(
        games=with_names(run.games),
        per_page=query["per_page"],
        next=cursor_after(run),
        last_event_id=last,
    )
    return linked(answer(body), cursor_before(run), body.next)


def _numbered(player: str, query: dict[str, Any], last: str) -> Response:
    page, per_page = query["page"], query["per_page"]
    rows, total = services().read_models.my_games(
        player, page, per_page, waiting=query["waiting"], study=query["study"]
    )
    following = next_of(rows, page * per_page < total, score_of)
    body = MyGames(
        games=with_names(rows),
        page=page,
        per_page=per_page,
        total=total,
        next=following,
        last_event_id=last,
    )
    return linked_numbered(answer(body), page, following)


def _refuse_hours_without_zone(changed: PlayerAccount) -> None:
    """Raise Malformed if the player has quiet hours but no time zone."""
    if changed.quiet_hours is None or changed.time_zone is not None:
        return
    hours = f"{changed.quiet_hours.start} to {changed.quiet_hours.end}"
    raise Malformed({"time_zone": [f"is missing for the quiet hours {hours}; give both or none."]})


def _shown(owner: PlayerAccount) -> Player:
    return Player(
        player_id=owner.id,
        name=owner.name,
        locale=owner.locale,
        notifications=owner.notifications,
        created_at=owner.created_at,
        time_zone=owner.time_zone,
        quiet_hours=owner.quiet_hours,
        account="person" if services().bot_accounts.of(owner.id) is None else "bot",
        handle=services().handles.of(owner.id).handle,
        can_return=_can_return(owner.id),
        role=owner.role,
        suspended=_suspended(owner.id),
    )


def _suspended(player: str) -> PlayerSuspended | UnsetType:
    stop = services().names.known([player])[player].suspension
    if stop is None or stop.is_over:
        return UNSET
    return PlayerSuspended(moment(stop.until), stop.reason)


def _can_return(player: str) -> bool:
    """True if the player could come back from a browser that does not know them."""
    own = services()
    channels = own.notices.channels.of(player)
    return bool(own.passkeys.of(player)) or (own.notices.email and has_confirmed_address(channels))
