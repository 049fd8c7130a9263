"""The calls about a game's record, and about what is made of it after the end."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import httpx

from .call import Call, Pages
from .caller import ApiMethod, PagedMethod
from .calls import game_path, get, get_bytes, post, silence_of
from .chain import Chain, LastSeen
from .errors import not_json

if TYPE_CHECKING:
    from .answers import (
        Animation,
        Audit,
        Event,
        Events,
        Export,
        RematchOf,
        Replay,
        SignedHead,
        Statistics,
        View,
    )

_EVENTS: Final = 1_000
"""The most events that the service returns in one page."""


class RecordCalls:
    """What can be asked of a game's record; an unlisted game wants its join ``code``."""

    @ApiMethod
    def events(
        self,
        game: str,
        after: int | None = None,
        limit: int | None = None,
        code: str | None = None,
    ) -> Call[Events]:
        """Return the game's events after a version, as this player may see them."""
        return get(f"{game_path(game)}/events", after=after, limit=limit, join_code=code)

    @PagedMethod
    def iter_events(
        self, game: str, seen: LastSeen | None = None, code: str | None = None
    ) -> Pages[Event]:
        """Iterate over the events recorded so far, after the one ``seen``; each hash is checked.

        They come as lines of JSON, a thousand in a request. Raises ChainBroken.
        """
        chain = Chain(seen)
        return Pages(_lines(game, chain.seen.version, code), _following(chain), _next(game, code))

    @ApiMethod
    def replay(
        self,
        game: str,
        after: int | None = None,
        limit: int | None = None,
        code: str | None = None,
    ) -> Call[Replay]:
        """Return the view after an event, and the changes that each later event made.

        If ``more`` is true, ask again after the last event's version.
        """
        return get(f"{game_path(game)}/replay", after=after, limit=limit, join_code=code)

    @ApiMethod
    def export(self, game: str, code: str | None = None) -> Call[Export]:
        """Return the game's record as one document, complete once the game is finished."""
        return get(f"{game_path(game)}/export", join_code=code)

    @ApiMethod
    def export_zip(self, game: str, code: str | None = None) -> Call[bytes]:
        """Return the same document as a zip file."""
        return get_bytes(f"{game_path(game)}/export.zip", join_code=code)

    @ApiMethod
    def verify(self, game: str, code: str | None = None) -> Call[Audit]:
        """Return the result of recomputing the hash chain, the replay and the chance."""
        return get(f"{game_path(game)}/verify", join_code=code)

    @ApiMethod
    def head(self, game: str, code: str | None = None) -> Call[SignedHead]:
        """Return the game's last version and hash, signed by the service."""
        return get(f"{game_path(game)}/head", join_code=code)

    @ApiMethod
    def branch(self, game: str, at: int, code: str | None = None) -> Call[View]:
        """Return the view of a study that continues from event ``at``; this player has all seats.

        From a live game, cards that this player cannot see are dealt again. Raises Refused, or
        Invalid if there is no such event.
        """
        return replace(post(f"{game_path(game)}/branches", {"at": at}), params={"join_code": code})

    @ApiMethod
    def picture(
        self,
        game: str,
        format: str = "svg",  # noqa: A002 the word of `animate`, too
        at: int | None = None,
        shape: str | None = None,
        code: str | None = None,
    ) -> Call[bytes]:
        """Return a picture (svg, png) of the public view, now or as of event ``at``."""
        path = f"{game_path(game)}/picture.{format}"
        return get_bytes(path, at=at, shape=shape, join_code=code)

    # After the end

    @ApiMethod
    def statistics(self, game: str, code: str | None = None) -> Call[Statistics]:
        """Return a finished game's points by source, dice, cards, yields and waits.

        Raises Refused while the game goes on.
        """
        return get(f"{game_path(game)}/statistics", join_code=code)

    @ApiMethod
    def animate(self, /, game: str, code: str | None = None, **look: str) -> Call[Animation]:
        """Have a finished game animated; return the progress, as ``animation`` does.

        ``look`` may name ``format`` (webp, gif), ``shape`` (square, wide) and ``language``. Raises
        Refused while the game goes on.
        """
        return replace(post(f"{game_path(game)}/animation", look), params={"join_code": code})

    @ApiMethod
    def animation(self, /, game: str, code: str | None = None, **look: str) -> Call[Animation]:
        """Return an animation's status and the number of frames drawn. Raises NotFound."""
        return get(f"{game_path(game)}/animation", **look, join_code=code)

    @ApiMethod
    def animation_file(self, /, game: str, code: str | None = None, **look: str) -> Call[bytes]:
        """Return a finished animation. Raises NotFound, or Refused until it is finished."""
        path = f"{game_path(game)}/animation.{look.pop('format', 'webp')}"
        return get_bytes(path, **look, join_code=code)

    @ApiMethod
    def rematch(self, game: str) -> Call[View]:
        """Return the view of a finished game's rematch, with this player seated.

        The first call creates it and invites the others; raises Refused while the game goes on.
        """
        return post(f"{game_path(game)}/rematch", {})

    @ApiMethod
    def rematch_of(
        self, game: str, wait: float | None = None, code: str | None = None
    ) -> Call[RematchOf]:
        """Return ``{"game_id", "rematch"}``; wait up to ``wait`` seconds for a rematch."""
        call = get(f"{game_path(game)}/rematch", wait=wait, join_code=code)
        return replace(call, silence=silence_of(wait or 0))


def _lines(game: str, after: int, code: str | None) -> Call[list[Event]]:
    params = {"after": after, "limit": _EVENTS, "join_code": code}
    call: Call[list[Event]] = get(f"{game_path(game)}/events", **params)
    return replace(call, headers={"Accept": "application/x-ndjson"}, read=_events)


def _events(response: httpx.Response) -> list[Event]:
    # Not `splitlines`, which also parts at characters that JSON allows within text.
    lines = [line for line in response.text.split("\n") if line]
    try:
        return [json.loads(line) for line in lines]
    except ValueError as error:
        raise not_json(response) from error


def _following(chain: Chain) -> Any:
    def checked_in_turn(events: list[Event]) -> Any:
        for event in events:
            chain.follow(event)
            yield event

    return checked_in_turn


def _next(game: str, code: str | None) -> Any:
    def next_page(events: list[Event]) -> Call[list[Event]] | None:
        # A page that is not full is the last: the record ends there.
        return _lines(game, events[-1]["version"], code) if len(events) == _EVENTS else None

    return next_page
