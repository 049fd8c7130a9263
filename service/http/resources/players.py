"""Players: name, settings, token and games."""

from dataclasses import replace
from typing import Any

from flask import Response

from domain.errors import Malformed
from projections.answers.lists import MyGames
from service.context import forget, services
from service.http.answering.private_answers import answer
from service.http.asking.allowances import spend
from service.http.asking.auth import player, player_id
from service.http.asking.languages import language
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource, read
from service.http.reading.queries import MyGamesQuery
from service.http.reading.schemas import NewPlayer, Nothing, PlayerChanges
from service.http.resources.lobby import with_names
from service.notices.channels import has_confirmed_address
from service.people.answers import NewPlayerMade, Player, Token
from service.people.player import PlayerAccount

CHANGES, NOTHING = PlayerChanges(), Nothing()
HELD_BY = frozenset({"time_zone", "quiet_hours"})
"""The settings that decide until when notices are held back."""

blp = Resource("players", __name__, description="Players: a name is enough.")


@blp.post("/players")
@blp.arguments(NewPlayer())
@blp.response(
    201, ref("NewPlayerMade"), description="The player and the token, which is shown only once."
)
def create_player(body: dict[str, Any]) -> Response:
    """Become a player.

    Keep the token: it is your key to every seat you take. Messages are in the language of
    Accept-Language, otherwise English, until another `locale` is set.
    """
    spend("players")
    made, token = services().players.create(body["name"], locale=language())
    return answer(NewPlayerMade(made.id, made.name, token), 201)


@blp.get("/me")
@blp.doc(security=TOKEN)
@blp.response(200, ref("Player"), description="The player whose token was sent.")
def read_me() -> Response:
    """Read the player whose token was sent.

    A token that is no longer valid is answered 401.
    """
    return answer(_shown(player()))


@blp.patch("/me")
@blp.doc(security=TOKEN)
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

    The old token and all sessions become void, and their streams end within 15 s. Passkeys and
    channels stay: delete those that you do not know.
    """
    owner = player()
    read(NOTHING)
    return answer(Token(services().sessions.replace(owner.id)), 201)


@blp.delete("/me")
@blp.doc(security=TOKEN)
@blp.response(204, description="Name, settings and token are deleted; games stay complete.")
def forget_me() -> Response:
    """Delete the player.

    Name, settings, token, devices, passkeys, channels, feeds and invitations are deleted. For a
    year nobody can claim the player's handle. Games stay complete for the other players, but the
    player's standing orders are withdrawn.
    """
    forget(services(), player_id())
    return Response(status=204)


@blp.get("/me/games")
@blp.doc(operationId="list_my_games", security=TOKEN)
@blp.arguments(MyGamesQuery(), location="query")
@blp.response(
    200, ref("MyGames"), description="A page of games, those that wait for the player first."
)
def my_games(query: dict[str, Any]) -> Response:
    """List the games this player sits in, paged.

    Those that wait for the player's move come first, the longest waiting on top; then live, open
    and finished games, then studies, each with the latest change on top. With `waiting=true` only
    the first are listed.
    """
    rows, total = services().read_models.my_games(player_id(), **query)
    return answer(MyGames(with_names(rows), query["page"], query["per_page"], total))


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
    )


def _can_return(player: str) -> bool:
    """True if the player could come back from a browser that does not know them."""
    own = services()
    channels = own.notices.channels.of(player)
    return bool(own.passkeys.of(player)) or (own.notices.email and has_confirmed_address(channels))
