"""A player's notices: channels, settings, and the log of deliveries."""

from typing import Any

from clients.python.calls import Calls, game_path, segment
from clients.python.connection import Call
from clients.python.shapes import JsonObject


class Notices(Calls):
    """Channels, their log, muted games and feeds; every method raises ApiError like the client's.

    >>> hook = ada.notices.add_webhook("https://hooks.example/ana")  # doctest: +SKIP
    >>> ada.notices.change(hook["id"], digest="daily")  # doctest: +SKIP
    """

    def read(self) -> JsonObject:
        """Return the channels, the muted games, and the kinds of notices this host can send."""
        return self._get("/me/notices")

    def add_email(self, address: str) -> JsonObject:
        """Add an e-mail address; the service mails it a link that confirms it."""
        return self._add(kind="email", address=address)

    def add_push(self, subscription: JsonObject, label: str | None = None) -> JsonObject:
        """Add a browser by its push subscription."""
        return self._add(kind="push", subscription=subscription, label=label)

    def add_webhook(
        self, url: str, shape: str | None = None, label: str | None = None
    ) -> JsonObject:
        """Add a webhook; ``shape`` is ``standard``, ``discord`` or ``slack``.

        Only this answer has the ``secret`` that signs the requests of a standard webhook.
        """
        return self._add(kind="webhook", url=url, shape=shape, label=label)

    def confirm(self, token: str) -> JsonObject:
        """Confirm an e-mail address by the token in the mailed link. Raises NotFound."""
        return self._json(Call("POST", "/me/channels/confirm", body={"token": token}))

    def change(self, channel: str, **settings: Any) -> JsonObject:
        """Change a channel's ``digest``, ``always``, ``label`` or ``state``; return it.

        ``state`` is ``active`` or ``paused``. Raises NotFound, or Refused while the channel is
        unconfirmed.
        """
        return self._json(Call("PATCH", _channel(channel), body=settings, repeatable=True))

    def remove(self, channel: str) -> None:
        """Delete a channel. Raises NotFound."""
        self._delete(_channel(channel))

    def test(self, channel: str) -> JsonObject:
        """Send a test message through a channel; the log shows whether it arrived."""
        # Not repeatable: a second sending would be a second message.
        return self._json(Call("POST", f"{_channel(channel)}/test", body={}))

    def log(self, page: int | None = None, per_page: int | None = None) -> JsonObject:
        """Return the messages of the last 30 days, paged, newest first."""
        return self._get("/me/notices/log", page=page, per_page=per_page)

    def mute(self, game: str) -> None:
        """Stop notices about a game. Raises NotFound."""
        self._json(Call("PUT", _muted(game), repeatable=True))

    def unmute(self, game: str) -> None:
        """Resume notices about a game. Raises NotFound."""
        self._delete(_muted(game))

    def see(self, game: str, version: int) -> None:
        """Report that the player has seen a version of a game, so that no notice of it is sent."""
        path = f"{game_path(game)}/seen"
        self._json(Call("POST", path, body={"version": version}, repeatable=True))

    def make_feeds(self) -> JsonObject:
        """Return new secret addresses ``{"atom", "calendar"}``; earlier ones stop working."""
        return self._post("/me/feeds", {})

    def remove_feeds(self) -> None:
        """End the feeds, if there are any."""
        self._delete("/me/feeds")

    def _add(self, **channel: Any) -> JsonObject:
        body = {name: value for name, value in channel.items() if value is not None}
        return self._post("/me/channels", body)


def _channel(channel: str) -> str:
    return f"/me/channels/{segment(channel)}"


def _muted(game: str) -> str:
    return f"/me/notices/muted/{segment(game)}"
