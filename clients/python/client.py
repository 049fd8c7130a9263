"""The client: a method for each call of the API that a player or a bot needs."""

from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final

import httpx

from clients.python.accounts import Accounts
from clients.python.calls import Calls, game_path, segment
from clients.python.connection import API, Call, Connection, Patience
from clients.python.notices import Notices
from clients.python.shapes import JsonObject
from clients.python.streaming import EventStream

LOCAL: Final = "http://127.0.0.1:8000"


class Anabasis(Calls):
    """Access to one service for a player, or for the public without a token.

    ``transport`` replaces the network: ``httpx.WSGITransport(app)`` drives a service in-process.
    Every method raises ApiError (see ``errors``) if the API refuses or does not answer. All but
    ``create_player`` can be sent twice without harm, because an Idempotency-Key makes the service
    record a command once. So after a lost connection, 503 or 429 they are tried again as
    ``patience`` allows.

    >>> with Anabasis(token="ana_…") as ada:  # doctest: +SKIP
    ...     game = ada.my_games(waiting=True)["games"][0]["game_id"]
    ...     listed = ada.moves(game)
    ...     ada.move(game, listed["moves"][0], listed["version"])
    """

    def __init__(
        self,
        base_url: str = LOCAL,
        token: str | None = None,
        transport: httpx.BaseTransport | None = None,
        patience: Patience | None = None,
    ) -> None:
        super().__init__(Connection(base_url, transport, patience or Patience()), token)

    def with_token(self, token: str | None) -> "Anabasis":
        """Return a client with another player's token, which shares this connection."""
        other = object.__new__(type(self))
        other.token, other._connection = token, self._connection
        return other

    @property
    def base_url(self) -> str:
        """The service's address, without the path of the API."""
        return str(self._connection.http.base_url).rstrip("/").removesuffix(API)

    def close(self) -> None:
        """Close the connection for every client that shares it."""
        self._connection.http.close()

    def __enter__(self) -> "Anabasis":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # Players

    def create_player(self, name: str) -> JsonObject:
        """Return a new player ``{"player_id", "name", "token"}``; the token is shown only once."""
        return self._json(Call("POST", "/players", body={"name": name}))

    def me(self) -> JsonObject:
        """Return the player whose token this client has."""
        return self._get("/me")

    def change_me(self, **settings: Any) -> JsonObject:
        """Change this player's ``name``, ``locale``, ``time_zone``, ``quiet_hours`` and so on."""
        return self._json(Call("PATCH", "/me", body=settings, repeatable=True))

    def my_games(self, waiting: bool | None = None, page: int | None = None) -> JsonObject:
        """Return this player's games, paged; with ``waiting`` only those that wait for the player.

        The game that has waited longest comes first.
        """
        return self._get("/me/games", waiting=waiting, page=page)

    def devices(self) -> JsonObject:
        """Return the devices that are signed in as this player."""
        return self._get("/me/devices")

    def sign_out_device(self, device: str) -> None:
        """Void the token of a device. Raises NotFound."""
        self._delete(f"/me/devices/{segment(device)}")

    def sign_out_others(self) -> None:
        """Void all tokens of this player but the one in use."""
        self._delete("/me/devices")

    @property
    def notices(self) -> Notices:
        """This player's notices: channels, their log, muted games, feeds."""
        return Notices(self._connection, self.token)

    @property
    def accounts(self) -> Accounts:
        """This player's handle, bot account and challenges."""
        return Accounts(self._connection, self.token)

    # Rulesets

    def rulesets(self) -> JsonObject:
        """Return the rulesets the service plays."""
        return self._get("/rulesets")

    def ruleset(self, ruleset: str) -> JsonObject:
        """Return one ruleset: seats, options as JSON Schema with defaults, boards."""
        return self._get(f"/rulesets/{segment(ruleset)}")

    def board(self, ruleset: str, board: str) -> JsonObject:
        """Return a board and its topology, with drawing coordinates."""
        return self._get(f"/rulesets/{segment(ruleset)}/boards/{segment(board)}")

    def check_board(self, ruleset: str, board: JsonObject) -> JsonObject:
        """Return the problems of a drawn board, or the board in the form that a game stores."""
        return self._post(f"/rulesets/{segment(ruleset)}/boards/check", {"board": board})

    # Games

    def create_game(self, **terms: Any) -> JsonObject:
        """Return the view of a new game; ``terms`` are those of the API's ``POST /games``.

        >>> ada.create_game(ruleset="alexandros", seats=2, bots=["greedy"])  # doctest: +SKIP
        """
        return self._post("/games", terms)

    def take_seat(
        self, game: str, seat: int | None = None, bot: str | None = None, code: str | None = None
    ) -> JsonObject:
        """Sit down, or seat a bot by name; an unlisted game needs its join ``code``."""
        fields = {"seat": seat, "bot": bot, "join_code": code}
        body = {name: value for name, value in fields.items() if value is not None}
        return self._post(f"{game_path(game)}/seats", body)

    def leave_seat(self, game: str, seat: int) -> JsonObject:
        """Give a seat back before the start; the host may free any seat. Raises Refused."""
        return self._delete(f"{game_path(game)}/seats/{seat}")

    def cancel_game(self, game: str) -> JsonObject:
        """Cancel an open game, as its host. Raises Refused."""
        return self._delete(game_path(game))

    def visit(self, game: str, code: str | None = None) -> None:
        """Let the host of an open game see that this player has opened the invitation."""
        call = Call(
            "POST",
            f"{game_path(game)}/visits",
            params={"join_code": code},
            body={},
            repeatable=True,
        )
        self._json(call)

    def visits(self, game: str) -> JsonObject:
        """Return the players who opened the invitation to this player's game."""
        return self._get(f"{game_path(game)}/visits")

    def lobby(
        self, status: str | None = None, ruleset: str | None = None, **filters: Any
    ) -> JsonObject:
        """Return a page of the listed games; ``status`` is ``open``, ``live`` or ``finished``.

        ``filters`` are the ``page`` and, within one status, ``seats``, ``pace`` and ``bots``.
        """
        return self._get("/games", status=status, ruleset=ruleset, **filters)

    def view(self, game: str, at: int | None = None) -> JsonObject:
        """Return the game as this player may see it, now or as of event ``at``."""
        return self._get(game_path(game), at=at)

    def view_if_changed(self, game: str, version: int) -> JsonObject | None:
        """Return the view, or None while the game is still at ``version`` (by its ETag)."""
        headers = {"If-None-Match": f'"{version}"'}
        view = self._read(Call("GET", game_path(game), headers=headers, repeatable=True))
        # The ETag also changes with the players' names, but a caller waits for events.
        return view if view is not None and view["version"] != version else None

    def wait(self, game: str, after: int, wait: float = 25) -> JsonObject | None:
        """Return the view once the game is past version ``after``; None after ``wait`` seconds."""
        call = Call(
            "GET",
            game_path(game),
            params={"after": after, "wait": wait},
            repeatable=True,
            # The service answers at the end of the wait; 15 s more allow for the network.
            silence=wait + 15.0,
        )
        view = self._read(call)
        return view if view is not None and view["version"] > after else None

    # Moves

    def moves(
        self,
        game: str,
        type: str | None = None,  # noqa: A002 the API's own word
        limit: int | None = None,
    ) -> JsonObject:
        """Return ``{"version", "complete", "moves"}``: the legal moves of this player's seat.

        There are none while the host has closed the game; then its view has ``closed``.
        """
        return self._get(f"{game_path(game)}/moves", type=type, limit=limit)

    def move(self, game: str, move: JsonObject, version: int, key: str | None = None) -> JsonObject:
        """Make a move at ``version``: ``{"version", "latest", "events", "view"}``.

        ``latest`` is past ``version`` if standing orders have answered. The same ``key`` repeats
        the first answer and records nothing twice; without one a new key is made for this call and
        its retries. Raises Stale, Refused.
        """
        return self._post(f"{game_path(game)}/moves", move, version, key)

    def position(self, game: str) -> JsonObject:
        """Return the legal moves of this player's seat, with the ``view``, in one request."""
        return self._get(f"{game_path(game)}/moves", view="true")

    def play(self, game: str, move: JsonObject, version: int) -> JsonObject:
        """Make a move and return the position after it, in the form of ``position``.

        A turn of several moves needs no other requests. Raises Stale, Refused.
        """
        return self._post(f"{game_path(game)}/moves?moves=true", move, version)

    def undo(self, game: str, to: int, version: int) -> JsonObject:
        """Go back to event ``to``, or ask the others to agree to it. Raises Stale, Refused."""
        return self._post(f"{game_path(game)}/undo", {"to": to}, version)

    def redo(self, game: str, version: int) -> JsonObject:
        """Take back the latest undo. Raises Stale, Refused."""
        return self._post(f"{game_path(game)}/redo", {}, version)

    def answer_undo(self, game: str, accept: bool, to: int | None = None) -> JsonObject:
        """Accept or decline another seat's undo request; ``to`` names the event it goes back to.

        Raises Refused."""
        named = {} if to is None else {"to": to}
        return self._post(f"{game_path(game)}/undo/answer", {"accept": accept, **named})

    def ask_extension(self, game: str, time: str | int) -> JsonObject:
        """Ask the others for more time in this turn: ``2d``, ``6h``, or seconds. Raises Refused."""
        return self._post(f"{game_path(game)}/extension", {"time": time})

    def answer_extension(self, game: str, accept: bool) -> JsonObject:
        """Agree to another seat's request for more time, or decline it. Raises Refused."""
        return self._post(f"{game_path(game)}/extension/answer", {"accept": accept})

    def ask_pause(self, game: str) -> JsonObject:
        """Ask the others for a pause, during which no time runs. Raises Refused."""
        return self._post(f"{game_path(game)}/pause", {})

    def answer_pause(self, game: str, accept: bool) -> JsonObject:
        """Agree to another seat's request for a pause, or decline it. Raises Refused."""
        return self._post(f"{game_path(game)}/pause/answer", {"accept": accept})

    def resume(self, game: str) -> JsonObject:
        """End a pause. Raises Refused."""
        return self._post(f"{game_path(game)}/resume", {})

    def take_vacation(self, game: str, days: int) -> JsonObject:
        """Go on vacation in this game, or come back (0 days). Raises Refused."""
        return self._post(f"{game_path(game)}/vacation", {"days": days})

    def take_vacation_everywhere(self, days: int) -> JsonObject:
        """Go on vacation in all unfinished games, or come back (0 days); return each result."""
        return self._post("/me/vacation", {"days": days})

    def resign(self, game: str) -> JsonObject:
        """Leave the game; the score remains but cannot win. Raises Refused."""
        return self._post(f"{game_path(game)}/resign", {})

    # Standing orders

    def orders(self, game: str) -> JsonObject:
        """Return the standing orders of this player's seat, and the answers they have given.

        An order ``asleep`` answers nothing until its player acts; ``withdrawn`` names former kinds.
        """
        return self._get(f"{game_path(game)}/orders")

    def give_order(self, game: str, code: str, **values: Any) -> JsonObject:
        """Give a standing order, which answers for this player's seat; ``ruleset`` lists them.

        Raises Refused, Invalid, NotFound for an unknown code, or Gone for a former kind.

        >>> ada.give_order(game, "bid_up_to", most=5)  # doctest: +SKIP
        """
        path = f"{game_path(game)}/orders/{segment(code)}"
        return self._json(Call("PUT", path, body=values, repeatable=True))

    def withdraw_order(self, game: str, code: str) -> JsonObject:
        """Withdraw a standing order; there need not be one. Raises NotFound."""
        return self._delete(f"{game_path(game)}/orders/{segment(code)}")

    def withdraw_orders(self, game: str) -> JsonObject:
        """Withdraw all standing orders of this player's seat."""
        return self._delete(f"{game_path(game)}/orders")

    # After the end

    def statistics(self, game: str) -> JsonObject:
        """Return a finished game's points by source, dice, cards, yields and waits.

        Raises Refused while the game goes on.
        """
        return self._get(f"{game_path(game)}/statistics")

    def animate(self, game: str, **look: str) -> JsonObject:
        """Have a finished game animated; return the progress, as ``animation`` does.

        ``look`` may name ``format`` (webp, gif), ``shape`` (square, wide) and ``language``. Raises
        Refused while the game goes on.
        """
        return self._post(f"{game_path(game)}/animation", look)

    def animation(self, game: str, **look: str) -> JsonObject:
        """Return an animation's status and the number of frames drawn. Raises NotFound."""
        return self._get(f"{game_path(game)}/animation", **look)

    def animation_file(self, game: str, **look: str) -> bytes:
        """Return a finished animation. Raises NotFound, or Refused until it is finished."""
        path = f"{game_path(game)}/animation.{look.pop('format', 'webp')}"
        return self._connection.send(
            Call("GET", path, params=look, repeatable=True), self.token
        ).content

    def rematch(self, game: str) -> JsonObject:
        """Return the view of a finished game's rematch, with this player seated.

        The first call creates it and invites the others; raises Refused while the game goes on.
        """
        return self._post(f"{game_path(game)}/rematch", {})

    def rematch_of(self, game: str, wait: float | None = None) -> JsonObject:
        """Return ``{"game_id", "rematch"}``; wait up to ``wait`` seconds for a rematch."""
        call = Call(
            "GET",
            f"{game_path(game)}/rematch",
            params={"wait": wait},
            repeatable=True,
            silence=(wait or 0) + 15.0,
        )
        return self._json(call)

    def invitations(self) -> JsonObject:
        """Return the games that keep a seat for this player, the newest first."""
        return self._get("/me/invitations")

    def decline(self, game: str) -> None:
        """Decline an invitation to a game. Raises NotFound if there is none."""
        call = Call("DELETE", f"/me/invitations/{segment(game)}")
        self._connection.send(call, self.token)

    # The record

    def events(self, game: str, after: int | None = None, limit: int | None = None) -> JsonObject:
        """Return the game's events after a version, as this player may see them."""
        return self._get(f"{game_path(game)}/events", after=after, limit=limit)

    def replay(self, game: str, after: int | None = None, limit: int | None = None) -> JsonObject:
        """Return the view after an event, and the changes that each later event made.

        If ``more`` is true, ask again after the last event's version.
        """
        return self._get(f"{game_path(game)}/replay", after=after, limit=limit)

    def branch(self, game: str, at: int) -> JsonObject:
        """Return the view of a study that continues from event ``at``; this player has all seats.

        From a live game, cards that this player cannot see are dealt again. Raises Refused, or
        Invalid if there is no such event.
        """
        return self._post(f"{game_path(game)}/branches", {"at": at})

    def stream(self, game: str, last_event_id: int | None = None) -> Iterator[JsonObject]:
        """Return the events as they happen, after ``last_event_id``; reconnect as needed.

        Ends when the service says that no more will come. Raises Unavailable if it stays
        unreachable.
        """
        resume = "" if last_event_id is None else str(last_event_id)
        path = f"{game_path(game)}/stream"
        return iter(EventStream(self._connection, path, self.token, resume))

    def export(self, game: str) -> JsonObject:
        """Return the game's record as one document, complete once the game is finished."""
        return self._get(f"{game_path(game)}/export")

    def verify(self, game: str) -> JsonObject:
        """Return the result of recomputing the hash chain, the replay and the chance."""
        return self._get(f"{game_path(game)}/verify")
