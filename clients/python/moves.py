"""The calls of a seat: moves, undo, time, vacation, and standing orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .call import Call
from .caller import ApiMethod
from .calls import delete, game_path, get, post, segment

if TYPE_CHECKING:
    from .answers import Accepted, Moves, Preview, StandingOrders


class MoveCalls:
    """What a seat can do in a game."""

    @ApiMethod
    def moves(
        self,
        game: str,
        type: str | None = None,  # noqa: A002 the API's own word
        limit: int | None = None,
        notation: bool | None = None,
        code: str | None = None,
    ) -> Call[Moves]:
        """Return ``{"version", "complete", "moves"}``: the legal moves of this player's seat.

        With ``notation`` also their written forms. There are none while the host has closed the
        game; then its view has ``closed``.
        """
        params = {"type": type, "limit": limit, "notation": notation, "join_code": code}
        return get(f"{game_path(game)}/moves", **params)

    @ApiMethod
    def preview(self, game: str, move: Mapping[str, Any]) -> Call[Preview]:
        """Return what a move would do, as far as this player may know; nothing is recorded."""
        return Call("POST", f"{game_path(game)}/preview", body=move, repeatable=True)

    @ApiMethod
    def move(
        self, game: str, move: Mapping[str, Any], version: int, key: str | None = None
    ) -> Call[Accepted]:
        """Make a move at ``version``: ``{"version", "latest", "events", "view"}``.

        ``latest`` is past ``version`` if standing orders have answered. The same ``key`` repeats
        the first answer and records nothing twice; without one a new key is made for this call and
        its retries. Raises Stale, Refused.
        """
        return post(f"{game_path(game)}/moves", move, version, key)

    @ApiMethod
    def position(self, game: str) -> Call[Moves]:
        """Return the legal moves of this player's seat, with the ``view``, in one request."""
        return get(f"{game_path(game)}/moves", view="true")

    @ApiMethod
    def play(self, game: str, move: Mapping[str, Any], version: int) -> Call[Accepted]:
        """Make a move and return the position after it, in the form of ``position``.

        A turn of several moves needs no other requests. Raises Stale, Refused.
        """
        return post(f"{game_path(game)}/moves?moves=true", move, version)

    @ApiMethod
    def undo(self, game: str, to: int, version: int) -> Call[Accepted]:
        """Go back to event ``to``, or ask the others to agree to it. Raises Stale, Refused."""
        return post(f"{game_path(game)}/undo", {"to": to}, version)

    @ApiMethod
    def redo(self, game: str, version: int) -> Call[Accepted]:
        """Take back the latest undo. Raises Stale, Refused."""
        return post(f"{game_path(game)}/redo", {}, version)

    @ApiMethod
    def answer_undo(self, game: str, accept: bool, to: int | None = None) -> Call[Accepted]:
        """Accept or decline another seat's undo request; ``to`` names the event it goes back to.

        Raises Refused."""
        named = {} if to is None else {"to": to}
        return post(f"{game_path(game)}/undo/answer", {"accept": accept, **named})

    @ApiMethod
    def ask_extension(self, game: str, time: str | int) -> Call[Accepted]:
        """Ask the others for more time in this turn: ``2d``, ``6h``, or seconds. Raises Refused."""
        return post(f"{game_path(game)}/extension", {"time": time})

    @ApiMethod
    def answer_extension(self, game: str, accept: bool) -> Call[Accepted]:
        """Agree to another seat's request for more time, or decline it. Raises Refused."""
        return post(f"{game_path(game)}/extension/answer", {"accept": accept})

    @ApiMethod
    def ask_pause(self, game: str) -> Call[Accepted]:
        """Ask the others for a pause, during which no time runs. Raises Refused."""
        return post(f"{game_path(game)}/pause", {})

    @ApiMethod
    def answer_pause(self, game: str, accept: bool) -> Call[Accepted]:
        """Agree to another seat's request for a pause, or decline it. Raises Refused."""
        return post(f"{game_path(game)}/pause/answer", {"accept": accept})

    @ApiMethod
    def resume(self, game: str) -> Call[Accepted]:
        """End a pause. Raises Refused."""
        return post(f"{game_path(game)}/resume", {})

    @ApiMethod
    def agree_to_stand_in(self, game: str, seat: int) -> Call[Accepted]:
        """Agree that a bot plays for a seat whose player the host has stopped. Raises Refused."""
        return post(f"{game_path(game)}/stand-in", {"seat": seat})

    @ApiMethod
    def come_back(self, game: str) -> Call[Accepted]:
        """Play again where a bot plays for this player's seat. Raises Refused."""
        return post(f"{game_path(game)}/return", {})

    @ApiMethod
    def take_vacation(self, game: str, days: int) -> Call[Accepted]:
        """Go on vacation in this game, or come back (0 days). Raises Refused."""
        return post(f"{game_path(game)}/vacation", {"days": days})

    @ApiMethod
    def resign(self, game: str) -> Call[Accepted]:
        """Leave the game; the score remains but cannot win. Raises Refused."""
        return post(f"{game_path(game)}/resign", {})

    # Standing orders

    @ApiMethod
    def orders(self, game: str) -> Call[StandingOrders]:
        """Return the standing orders of this player's seat, and the answers they have given.

        An order ``asleep`` answers nothing until its player acts; ``withdrawn`` names former kinds.
        """
        return get(f"{game_path(game)}/orders")

    @ApiMethod
    def give_order(self, /, game: str, code: str, **values: Any) -> Call[StandingOrders]:
        """Give a standing order, which answers for this player's seat; ``ruleset`` lists them.

        Raises Refused, Invalid, NotFound for an unknown code, or Gone for a former kind.

        >>> ada.give_order(game, "bid_up_to", most=5)  # doctest: +SKIP
        """
        path = f"{game_path(game)}/orders/{segment(code)}"
        return Call("PUT", path, body=values, repeatable=True)

    @ApiMethod
    def withdraw_order(self, game: str, code: str) -> Call[StandingOrders]:
        """Withdraw a standing order; there need not be one. Raises NotFound."""
        return delete(f"{game_path(game)}/orders/{segment(code)}")

    @ApiMethod
    def withdraw_orders(self, game: str) -> Call[StandingOrders]:
        """Withdraw all standing orders of this player's seat."""
        return delete(f"{game_path(game)}/orders")
