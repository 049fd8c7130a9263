"""The calls about a player: the account, devices, the player's games and invitations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .call import Call, Pages
from .caller import ApiMethod, PagedMethod
from .calls import by_cursor, delete, get, post, segment, silence_of, without_answer

if TYPE_CHECKING:
    from .answers import (
        Devices,
        Invitations,
        MyGame,
        MyGames,
        NewPlayerMade,
        Player,
        Token,
        Vacations,
    )


def invitation_in(text: str) -> str:
    """Return the token of an invitation's link; a token alone is returned as it is."""
    return text.strip().rpartition("=")[2]


class PlayerCalls:
    """What a player asks about themselves."""

    @ApiMethod
    def create_player(self, /, name: str, **invitee: str) -> Call[NewPlayerMade]:
        """Return a new player ``{"player_id", "name", "token"}``; the token is shown only once.

        ``invitee`` is an ``invitation``, or a ``ticket`` of the line, where the host asks for one.
        """
        return Call("POST", "/players", body={"name": name, **invitee})

    @ApiMethod
    def me(self) -> Call[Player]:
        """Return the player whose token this client has."""
        return get("/me")

    @ApiMethod
    def change_me(self, /, **settings: Any) -> Call[Player]:
        """Change this player's ``name``, ``locale``, ``time_zone``, ``quiet_hours`` and so on."""
        return Call("PATCH", "/me", body=settings, repeatable=True)

    @ApiMethod
    def replace_token(self) -> Call[Token]:
        """Return a new token for this player; the one in use stops working."""
        # Not repeatable: the first attempt may have voided the token.
        return Call("POST", "/me/token", body={})

    @ApiMethod
    def forget_me(self) -> Call[None]:
        """Delete this player's name, contacts and tokens; games stay whole."""
        return without_answer(delete("/me"))

    @ApiMethod
    def my_games(  # noqa: PLR0913 those of the API
        self,
        waiting: bool | None = None,
        page: int | None = None,
        study: bool | None = None,
        per_page: int | None = None,
        *,
        wait: float | None = None,
        after: str | None = None,
    ) -> Call[MyGames]:
        """Return this player's games, paged; with ``waiting`` only those that wait for the player.

        The game that has waited longest comes first. With ``wait`` (seconds, at most 30), the
        answer comes once something has happened since ``after``, the ``last_event_id`` of an
        earlier answer.
        """
        pages = {"waiting": waiting, "page": page, "study": study, "per_page": per_page}
        call: Call[MyGames] = get("/me/games", **pages, wait=wait, after=after)
        return call if wait is None else replace(call, silence=silence_of(wait))

    @PagedMethod
    def iter_my_games(
        self, /, waiting: bool | None = None, study: bool | None = None, **filters: Any
    ) -> Pages[MyGame]:
        """Iterate over this player's games, page by page, by the filters of ``iter_lobby``."""
        wanted = {"waiting": waiting, "study": study, **filters}
        return by_cursor("games", "/me/games", **wanted)

    @ApiMethod
    def devices(self) -> Call[Devices]:
        """Return the devices that are signed in as this player."""
        return get("/me/devices")

    @ApiMethod
    def sign_out_device(self, device: str) -> Call[None]:
        """Void the token of a device. Raises NotFound."""
        return without_answer(delete(f"/me/devices/{segment(device)}"))

    @ApiMethod
    def sign_out_others(self) -> Call[None]:
        """Void all tokens of this player but the one in use."""
        return without_answer(delete("/me/devices"))

    @ApiMethod
    def invitations(self) -> Call[Invitations]:
        """Return the games that keep a seat for this player, the newest first."""
        return get("/me/invitations")

    @ApiMethod
    def decline(self, game: str) -> Call[None]:
        """Decline an invitation to a game. Raises NotFound if there is none."""
        return without_answer(Call("DELETE", f"/me/invitations/{segment(game)}"))

    @ApiMethod
    def take_vacation_everywhere(self, days: int) -> Call[Vacations]:
        """Go on vacation in all unfinished games, or come back (0 days); return each result."""
        return post("/me/vacation", {"days": days})
