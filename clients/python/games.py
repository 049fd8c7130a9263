"""The calls about games: the lobby, the terms, seats, and views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import httpx

from .call import Call, Pages
from .caller import ApiMethod, PagedMethod
from .calls import (
    by_cursor,
    content_if_new,
    delete,
    game_path,
    get,
    post,
    silence_of,
    without_answer,
)

if TYPE_CHECKING:
    from typing import Unpack

    from .answers import Accepted, ListedGame, Lobby, NewGame, View, Visits


class GameCalls:
    """What is asked before and around a game."""

    @ApiMethod
    def create_game(self, /, **terms: Unpack[NewGame]) -> Call[View]:
        """Return the view of a new game; ``terms`` are those of the API's ``POST /games``.

        >>> ada.create_game(ruleset="alexandros", seats=2, bots=["greedy"])  # doctest: +SKIP
        """
        return post("/games", {**terms})

    @ApiMethod
    def take_seat(
        self, game: str, seat: int | None = None, bot: str | None = None, code: str | None = None
    ) -> Call[Accepted]:
        """Sit down, or seat a bot by name; an unlisted game needs its join ``code``."""
        fields = {"seat": seat, "bot": bot, "join_code": code}
        body = {name: value for name, value in fields.items() if value is not None}
        return post(f"{game_path(game)}/seats", body)

    @ApiMethod
    def leave_seat(self, game: str, seat: int) -> Call[Accepted]:
        """Give a seat back before the start; the host may free any seat. Raises Refused."""
        return delete(f"{game_path(game)}/seats/{seat}")

    @ApiMethod
    def cancel_game(self, game: str) -> Call[Accepted]:
        """Cancel an open game, as its host. Raises Refused."""
        return delete(game_path(game))

    @ApiMethod
    def visit(self, game: str, code: str | None = None) -> Call[None]:
        """Let the host of an open game see that this player has opened the invitation."""
        path, params = f"{game_path(game)}/visits", {"join_code": code}
        return without_answer(Call("POST", path, params=params, body={}, repeatable=True))

    @ApiMethod
    def visits(self, game: str) -> Call[Visits]:
        """Return the players who opened the invitation to this player's game."""
        return get(f"{game_path(game)}/visits")

    @ApiMethod
    def lobby(
        self, /, status: str | None = None, ruleset: str | None = None, **filters: Any
    ) -> Call[Lobby]:
        """Return a page of the listed games; ``status`` is ``open``, ``live`` or ``finished``.

        ``filters`` are the ``page`` and, within one status, ``seats``, ``pace`` and ``bots``.
        """
        return get("/games", status=status, ruleset=ruleset, **filters)

    @PagedMethod
    def iter_lobby(
        self, /, status: str | None = None, ruleset: str | None = None, **filters: Any
    ) -> Pages[ListedGame]:
        """Iterate over the listed games, the newest change first, by the filters of ``lobby``.

        Pages are read as they are needed; ``cursor`` begins at the place that it names.
        """
        return by_cursor(
            "games", "/games", **{"per_page": 100, "status": status, "ruleset": ruleset, **filters}
        )

    @ApiMethod
    def view(self, game: str, at: int | None = None, code: str | None = None) -> Call[View]:
        """Return the game as this player may see it, now or as of event ``at``.

        An unlisted game needs its join ``code``, unless this player sits in it.
        """
        return get(game_path(game), at=at, join_code=code)

    @ApiMethod
    def view_if_changed(
        self, game: str, version: int, code: str | None = None
    ) -> Call[View | None]:
        """Return the view, or None while the game is still at ``version`` (by its ETag)."""
        call = get(game_path(game), join_code=code)
        # The ETag also changes with the players' names, but a caller waits for events.
        read = _view_if(lambda view: view["version"] != version)
        return replace(call, headers={"If-None-Match": f'"{version}"'}, read=read)

    @ApiMethod
    def wait(
        self, game: str, after: int, wait: float = 25, code: str | None = None
    ) -> Call[View | None]:
        """Return the view once the game is past version ``after``; None after ``wait`` seconds."""
        call = get(game_path(game), after=after, wait=wait, join_code=code)
        read = _view_if(lambda view: view["version"] > after)
        return replace(call, silence=silence_of(wait), read=read)


def _view_if(wanted: Callable[[View], bool]) -> Callable[[httpx.Response], View | None]:
    """Return a reader of views, which returns None for one that is not wanted."""

    def read(response: httpx.Response) -> View | None:
        view: View | None = content_if_new(response)
        return view if view is not None and wanted(view) else None

    return read
