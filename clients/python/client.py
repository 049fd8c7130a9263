"""The client: a method for each call of the API that a player or a bot needs."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Final, Self

import httpx

from .account_events import AccountPlace
from .accounts import AccountClient
from .archive import ArchiveStream, archive_place
from .call import Call
from .caller import Caller
from .calls import game_path
from .chain import LastSeen
from .connection import API, Connection, Patience
from .games import GameCalls
from .imports import ImportCalls
from .moves import MoveCalls
from .notices import Notices
from .players import PlayerCalls
from .records import RecordCalls
from .rulesets import RulesetCalls
from .streaming import EventStream, StreamPlace
from .tokens import Tokens

LOCAL: Final = "http://127.0.0.1:8000"


class AllCalls(PlayerCalls, RulesetCalls, GameCalls, ImportCalls, MoveCalls, RecordCalls):
    """Every call of the API, described once for both kinds of client."""

    token: str | None
    _connection: Any

    def with_token(self, token: str | None) -> Self:
        """Return a client with another player's token, which shares this connection."""
        other = object.__new__(type(self))
        other.token, other._connection = token, self._connection
        return other

    @property
    def base_url(self) -> str:
        """The service's address, without the path of the API."""
        return str(self._connection.http.base_url).rstrip("/").removesuffix(API)


class Anabasis(AllCalls, Caller):
    """Access to one service for a player, or for the public without a token.

    ``transport`` replaces the network: ``httpx.WSGITransport(app)`` drives a service in-process.
    ``program`` names yours in the ``User-Agent``, such as ``my-bot/1.2``. Every method raises
    ApiError (see ``errors``) if the API refuses or does not answer. All but ``create_player``,
    ``replace_token``, ``decline``, ``accounts.challenge``, ``tokens.create``, ``notices.test`` and
    ``notices.confirm`` can be sent twice without harm; an Idempotency-Key makes the service record
    a command once. So after a lost connection, 503 or 429 they are tried again as ``patience``
    allows.

    >>> with Anabasis(token="ana_…") as ada:  # doctest: +SKIP
    ...     game = ada.my_games(waiting=True)["games"][0]["game_id"]
    ...     listed = ada.moves(game)
    ...     ada.move(game, listed["moves"][0], listed["version"])
    """

    _connection: Connection

    def __init__(
        self,
        base_url: str = LOCAL,
        token: str | None = None,
        transport: httpx.BaseTransport | None = None,
        patience: Patience | None = None,
        program: str | None = None,
    ) -> None:
        patience = patience or Patience()
        super().__init__(Connection(base_url, transport, patience, program), token)

    @property
    def notices(self) -> Notices:
        """This player's notices: channels, their log, muted games, feeds."""
        return Notices(self._connection, self.token)

    @property
    def tokens(self) -> Tokens:
        """This player's tokens for programs, with scopes and an end."""
        return Tokens(self._connection, self.token)

    @property
    def accounts(self) -> AccountClient:
        """This player's handle, bot account and challenges."""
        return AccountClient(self._connection, self.token)

    def stream(
        self,
        game: str,
        last_event_id: int | None = None,
        last_hash: str | None = None,
        code: str | None = None,
    ) -> EventStream:
        """Return the events as they happen, after ``last_event_id``; reconnect as needed.

        Each event's hash is checked, and that it follows the one before; ``last_hash`` is that of
        event ``last_event_id``, if known. The stream's ``seen`` says where it is. It ends when the
        service says that no more will come. Raises Unavailable if it stays unreachable, and
        ChainBroken.
        """
        place = stream_place(self._connection.patience, game, last_event_id, last_hash, code)
        return EventStream(self._connection, self.token, place)

    def me_stream(self, last_event_id: str = "") -> EventStream:
        """Return what happens in any of this player's games, after ``last_event_id``.

        It reconnects as needed, and never ends. Each event has its ``kind`` and its ``id``; after
        the kind ``reset``, read the lists of games and invitations. Raises Unavailable if the
        service stays unreachable.
        """
        place = AccountPlace(self._connection.patience, last_event_id)
        return EventStream(self._connection, self.token, place)

    def archive(self, /, **filters: Any) -> ArchiveStream:
        """Return all games of this player as exports, to iterate over.

        ``filters`` are those of ``iter_my_games``, and ``cursor`` to go on from a place.

        >>> games = ada.archive(status="finished")  # doctest: +SKIP
        >>> for game in games:  # doctest: +SKIP
        ...     keep(game, games.cursor)
        """
        place = archive_place(self._connection.patience, filters)
        return ArchiveStream(self._connection, self.token, place)

    def close(self) -> None:
        """Close the connection for every client that shares it."""
        self._connection.http.close()

    def __enter__(self) -> Anabasis:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def stream_place(
    patience: Patience,
    game: str,
    last_event_id: int | None,
    last_hash: str | None,
    code: str | None,
) -> StreamPlace:
    """Return the beginning of a game's stream."""
    call: Call[None] = Call("GET", f"{game_path(game)}/stream", params={"join_code": code})
    seen = LastSeen(last_event_id, last_hash) if last_event_id else LastSeen()
    return StreamPlace(patience, call, seen, "" if last_event_id is None else str(last_event_id))
