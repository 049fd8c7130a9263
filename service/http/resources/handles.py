"""Handles: unique names that a player may claim, and the public profiles that they open."""

from flask import Response

from domain.errors import UnknownName
from domain.record.times import moment
from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.allowances import spend
from service.http.asking.auth import asker, player_id
from service.http.document.describing import scoped, scoped_or_none
from service.http.document.shapes import ref
from service.http.reading.account_schemas import NewHandle
from service.http.reading.parsing import Resource, read
from service.http.resources.bot_accounts import shown_account
from service.machine import clock
from service.people.answers import Handle, Profile

NEW_HANDLE = NewHandle()

blp = Resource("handles", __name__, description="Handles, and the profiles that they open.")


@blp.get("/me/handle")
@blp.doc(security=scoped("read"))
@blp.response(200, ref("Handle"), description="The handle, null if the player has none.")
def read_handle() -> Response:
    """Read the own handle.

    The answer says from when on it may be changed.
    """
    return answer(shown_handle(player_id()))


@blp.put("/me/handle")
@blp.doc(operationId="claim_handle", security=scoped("account"))
@blp.body(NEW_HANDLE)
@blp.response(200, ref("Handle"), description="The handle, which is now the player's.")
def claim() -> Response:
    """Claim a handle: 3 to 20 letters, digits, `_` and `-`.

    No two players have handles that look alike or differ only in case, and those of roles, games
    and bots are reserved (`handle_taken`). A player may change theirs after 30 days
    (`handle_too_soon`). For a year after its end nobody else gets a handle. `name` stays as it is.
    """
    owner = player_id()
    handle = read(NEW_HANDLE)["handle"]
    spend("handles")
    services().handles.claim(owner, handle)
    return answer(shown_handle(owner))


@blp.delete("/me/handle")
@blp.doc(operationId="release_handle", security=scoped("account"))
@blp.response(204, description="The player has no handle.")
def release() -> Response:
    """Give the handle up.

    For a year nobody else can claim it.
    """
    services().handles.release(player_id())
    return Response(status=204)


@blp.get("/players/<handle>")
@blp.doc(security=scoped_or_none("read"))
@blp.response(200, ref("Profile"), description="What the player shows of themselves.")
def read_profile(handle: str) -> Response:
    """Read a player's public profile by their handle, in any case.

    It names no address and no game.
    """
    asker()  # refuses an unknown token
    player = player_of(handle)
    known = services().names.known([player])[player]
    assert known.handle is not None
    assert known.present is not None
    account = services().bot_accounts.of(player) if known.is_bot else None
    return answer(
        Profile(
            handle=known.handle,
            name=known.present,
            player_id=player,
            account="person" if account is None else "bot",
            bot=None if account is None else shown_account(account),
        )
    )


def player_of(handle: str, field: str = "handle") -> str:
    """Return the player with a handle. Raises UnknownName, naming the body's field."""
    own = services()
    player = own.handles.find(handle)
    known = own.names.known([player])[player] if player else None
    # A muted player's handle is hidden like their name.
    if player is None or known is None or known.present is None or known.handle is None:
        raise UnknownName("handle", handle, [], field)
    return player


def shown_handle(player: str) -> Handle:
    """Return a player's handle to themselves."""
    own = services().handles.of(player)
    soon = own.free_from > clock.now_ms()
    return Handle(own.handle, moment(own.free_from) if soon else None)
