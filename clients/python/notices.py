"""A player's notices: channels, settings, and the log of deliveries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .call import Call, Pages
from .caller import ApiMethod, AsyncCaller, Caller, PagedMethod
from .calls import delete, game_path, get, numbered, post, segment, without_answer

if TYPE_CHECKING:
    from .answers import Channel, Feeds, LoggedDelivery, NoticeLog
    from .answers import Notices as NoticesAnswer


class NoticeCalls:
    """Channels, their log, muted games and feeds; every method raises ApiError like the client's.

    >>> hook = ada.notices.add_webhook("https://hooks.example/ana")  # doctest: +SKIP
    >>> ada.notices.change(hook["id"], digest="daily")  # doctest: +SKIP
    """

    @ApiMethod
    def read(self) -> Call[NoticesAnswer]:
        """Return the channels, the muted games, and the kinds of notices this host can send."""
        return get("/me/notices")

    @ApiMethod
    def add_email(self, address: str) -> Call[Channel]:
        """Add an e-mail address; the service mails it a link that confirms it."""
        return _new_channel(kind="email", address=address)

    @ApiMethod
    def add_push(self, subscription: Mapping[str, Any], label: str | None = None) -> Call[Channel]:
        """Add a browser by its push subscription."""
        return _new_channel(kind="push", subscription=subscription, label=label)

    @ApiMethod
    def add_webhook(
        self, url: str, shape: str | None = None, label: str | None = None
    ) -> Call[Channel]:
        """Add a webhook; ``shape`` is ``standard``, ``discord`` or ``slack``.

        Only this answer has the ``secret`` that signs the requests of a standard webhook.
        """
        return _new_channel(kind="webhook", url=url, shape=shape, label=label)

    @ApiMethod
    def confirm(self, token: str) -> Call[Channel]:
        """Confirm an e-mail address by the token in the mailed link. Raises NotFound."""
        return Call("POST", "/me/channels/confirm", body={"token": token})

    @ApiMethod
    def change(self, /, channel: str, **settings: Any) -> Call[Channel]:
        """Change a channel's ``digest``, ``always``, ``label`` or ``state``; return it.

        ``state`` is ``active`` or ``paused``. Raises NotFound, or Refused while the channel is
        unconfirmed.
        """
        return Call("PATCH", _channel(channel), body=settings, repeatable=True)

    @ApiMethod
    def remove(self, channel: str) -> Call[None]:
        """Delete a channel. Raises NotFound."""
        return without_answer(delete(_channel(channel)))

    @ApiMethod
    def test(self, channel: str) -> Call[Channel]:
        """Send a test message through a channel; the log shows whether it arrived."""
        # Not repeatable: a second sending would be a second message.
        return Call("POST", f"{_channel(channel)}/test", body={})

    @ApiMethod
    def log(self, page: int | None = None, per_page: int | None = None) -> Call[NoticeLog]:
        """Return the messages of the last 30 days, paged, newest first."""
        return get("/me/notices/log", page=page, per_page=per_page)

    @PagedMethod
    def iter_log(self, per_page: int | None = None) -> Pages[LoggedDelivery]:
        """Iterate over the messages of the last 30 days, the newest first."""
        return numbered("deliveries", "/me/notices/log", per_page=per_page)

    @ApiMethod
    def mute(self, game: str) -> Call[None]:
        """Stop notices about a game. Raises NotFound."""
        return without_answer(Call("PUT", _muted(game), repeatable=True))

    @ApiMethod
    def unmute(self, game: str) -> Call[None]:
        """Resume notices about a game. Raises NotFound."""
        return without_answer(delete(_muted(game)))

    @ApiMethod
    def see(self, game: str, version: int) -> Call[None]:
        """Report that the player has seen a version of a game, so that no notice of it is sent."""
        path = f"{game_path(game)}/seen"
        return without_answer(Call("POST", path, body={"version": version}, repeatable=True))

    @ApiMethod
    def make_feeds(self) -> Call[Feeds]:
        """Return new secret addresses ``{"atom", "calendar"}``; earlier ones stop working."""
        return post("/me/feeds", {})

    @ApiMethod
    def remove_feeds(self) -> Call[None]:
        """End the feeds, if there are any."""
        return without_answer(delete("/me/feeds"))


class Notices(NoticeCalls, Caller):
    """A player's notices, asked for by ``Anabasis``."""


class AsyncNotices(NoticeCalls, AsyncCaller):
    """A player's notices, asked for by ``AsyncAnabasis``."""


def _new_channel(**channel: Any) -> Call[Channel]:
    body = {name: value for name, value in channel.items() if value is not None}
    return post("/me/channels", body)


def _channel(channel: str) -> str:
    return f"/me/channels/{segment(channel)}"


def _muted(game: str) -> str:
    return f"/me/notices/muted/{segment(game)}"
