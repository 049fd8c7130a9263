"""Notices: a player's channels, the log of deliveries, and the turns that were seen."""

import base64
import secrets
from typing import Any

from flask import Response
from msgspec import UNSET
from msgspec.structs import replace

from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.access import visible
from service.http.asking.allowances import spend, spend_mail
from service.http.asking.auth import NoRight, check_full_scope, player, player_id, seat_in
from service.http.asking.host_rights import check_may_add_way_in
from service.http.document.describing import scoped
from service.http.document.shapes import ref, response_ref
from service.http.reading.notice_schemas import (
    ChannelChanges,
    Confirmation,
    NewChannel,
    SeenVersion,
    target_in,
)
from service.http.reading.parsing import Resource, read
from service.http.reading.queries import PageQuery
from service.http.reading.schemas import Nothing
from service.machine import clock
from service.notices.answers import Channel, LastDelivery, LoggedDelivery, NoticeLog, Notices
from service.notices.channels import (
    ChannelUnconfirmed,
    MailOff,
    channel_id,
    check_domain,
    endpoint_of,
    shown_target,
)
from service.notices.contract import Message, NoticeChannel
from service.notices.messages import confirmation, sample_message
from service.notices.outbox import MOST_LOGGED
from service.notices.parts import NoticeParts
from service.people.bot_accounts import FOR_PEOPLE
from service.people.player import PlayerAccount

NEW_CHANNEL, CONFIRMATION, CHANGES = NewChannel(), Confirmation(), ChannelChanges()
NOTHING, SEEN = Nothing(), SeenVersion()
REFUSED = {409: response_ref("Refused409")}

blp = Resource("notices", __name__, description="Notices by mail, push or webhook about your turn.")


@blp.get("/me/notices")
@blp.doc(operationId="read_notices", security=scoped("notices"))
@blp.response(200, ref("Notices"), description="The player's channels and settings.")
def read_notices() -> Response:
    """Read your channels for notices, and the games that you have muted.

    A notice is sent by every active channel when a game has waited for you for a while (two
    minutes, unless the host has set another time) and you have not looked at it; again when most of
    your time is gone, and when a game ends.
    """
    owner = player_id()
    # Reversed, so that the newest of each channel stays.
    last = {each.channel: each for each in reversed(_log(owner, 1, MOST_LOGGED)[0])}
    channels = [_shown(channel, last.get(channel.id)) for channel in _parts().channels.of(owner)]
    return answer(
        Notices(
            channels=channels,
            muted=_parts().muted_games.muted(owner),
            feeds=services().feeds.exists(owner),
            push_key=_parts().push_key(),
            email=_parts().email,
        )
    )


@blp.post("/me/channels")
@blp.doc(operationId="add_channel", security=scoped("notices"), responses=REFUSED)
@blp.arguments(NEW_CHANNEL)
@blp.response(201, ref("Channel"), description="The channel.")
def add_channel(body: dict[str, Any]) -> Response:
    """Add a channel for notices: an e-mail address, a browser or a webhook; at most ten.

    An e-mail address gets a mail with a link that confirms it, and notices only after that. The
    secret that signs a webhook's requests is shown only now. Adding the same address again returns
    the same channel: a browser's with its new keys, a webhook's with a new secret, and an
    unconfirmed e-mail address gets a new mail. An e-mail address can sign in once it is confirmed,
    so no token with scopes can add one (403 `insufficient_scope`).
    """
    owner = player()
    if body["kind"] == "email":
        # A confirmed address signs in, so a token could make itself one for everything.
        check_full_scope()
        check_may_add_way_in(owner)
    if body["kind"] in FOR_PEOPLE and services().bot_accounts.of(owner.id) is not None:
        raise NoRight("bot_messages")
    if body["kind"] == "email" and not _parts().email:
        raise MailOff
    if body["kind"] == "email":
        check_domain(body["address"], services().config.mail_domains)
    spend("channels")
    wanted = _new(owner.id, body)
    if wanted.kind != "email":
        # A webhook must not reach into the host's own network.
        _parts().refuse_address(endpoint_of(wanted.kind, wanted.target))
    known = {channel.id: channel for channel in _parts().channels.of(owner.id)}.get(wanted.id)
    merged = _merged(wanted, known)
    # Counted against the mailbox, too, which may be a stranger's.
    if merged.state == "unconfirmed":
        spend_mail(merged.target)
    channel = _parts().channels.add(merged)
    _parts().outbox.trust(channel)
    if channel.state == "unconfirmed":
        _send_confirmation(channel, owner)
    shown = _shown(channel, None)
    shown.secret = channel.secret or UNSET
    return answer(shown, 201)


def _new(owner: str, body: dict[str, Any]) -> NoticeChannel:
    kind, target, shape = body["kind"], target_in(body), body.get("shape", "standard")
    is_signed = kind == "webhook" and shape == "standard"
    return NoticeChannel(
        id=channel_id(owner, kind, target),
        player=owner,
        kind=kind,
        target=target,
        created_at=clock.now(),
        # Anybody can type a stranger's e-mail address, so its owner has to confirm it.
        state="unconfirmed" if kind == "email" else "active",
        label=body.get("label", ""),
        secret=_secret() if is_signed else "",
        shape=shape,
    )


def _send_confirmation(channel: NoticeChannel, owner: PlayerAccount) -> None:
    token = _parts().confirmations.new_token(channel)
    # Its page waits for a click: mail scanners and link previews in chats open links, too, and run
    # the scripts behind them.
    link = _parts().link(f"account#confirm={token}")
    _send(channel, confirmation(channel, owner, link, clock.now_ms()))


def _secret() -> str:
    # Standard Webhooks wants 24 to 64 bytes in base64, after this prefix.
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


def _merged(wanted: NoticeChannel, known: NoticeChannel | None) -> NoticeChannel:
    """Return a channel with the settings of the one that it replaces, if any."""
    if known is None:
        return wanted
    settings = {"digest": known.digest, "always": known.always, "created_at": known.created_at}
    if not wanted.label:
        settings["label"] = known.label
    if wanted.kind == "email":
        # If an address has two spellings, only the confirmed one is known to be the player's.
        settings |= {"state": known.state, "reason": known.reason, "target": known.target}
    return replace(wanted, **settings)


@blp.post("/me/channels/confirm")
@blp.doc(
    operationId="confirm_channel",
    responses={403: response_ref("Refused403"), 404: response_ref("Refused404")},
)
@blp.arguments(CONFIRMATION)
@blp.response(200, ref("Channel"), description="The channel, which gets notices from now on.")
def confirm_channel(body: dict[str, Any]) -> Response:
    """Confirm an e-mail address with the token of a mail that was sent to it.

    The reader of the mail need not be signed in. A token is valid for a day; sent again, it returns
    the channel that it confirmed, and confirms no other.
    """
    channel = _parts().confirmations.confirm(body["token"])
    return answer(_shown(channel, _last(channel)))


@blp.patch("/me/channels/<channel_id>")
@blp.doc(operationId="change_channel", security=scoped("notices"), responses=REFUSED)
@blp.body(CHANGES)
@blp.response(200, ref("Channel"), description="The changed channel.")
def change_channel(channel_id: str) -> Response:
    """Pause or resume a channel, let it collect notices, or name it.

    Fields left out stay as they are. Notices collected for an older digest are sent with the new
    one, or at once if there is none. The service itself pauses a channel whose address accepts no
    more messages, and gives the cause in `reason`.
    """
    owner, channels = player_id(), _parts().channels
    # An unknown channel is refused before a faulty body.
    known = channels.read(owner, channel_id)
    changes = read(CHANGES)
    changed = channels.change(owner, channel_id, lambda channel: _changed(channel, changes))
    if "state" in changes:
        _parts().outbox.trust(known)
    _parts().pending.settings_changed(owner)
    return answer(_shown(changed, _last(changed)))


def _changed(channel: NoticeChannel, changes: dict[str, Any]) -> NoticeChannel:
    """Return the channel with a player's changes. Raises ChannelUnconfirmed."""
    if "state" not in changes:
        return replace(channel, **changes)
    if channel.state == "unconfirmed":
        raise ChannelUnconfirmed
    # A player who sets the state overrules the service's pause, and its reason.
    return replace(channel, **changes, reason="")


@blp.delete("/me/channels/<channel_id>")
@blp.doc(operationId="remove_channel", security=scoped("notices"))
@blp.response(204, description="The channel is deleted; unsent messages are dropped.")
def remove_channel(channel_id: str) -> Response:
    """Delete a channel.

    Messages that are not yet sent are dropped.
    """
    _parts().channels.remove(player_id(), channel_id)
    return Response(status=204)


@blp.post("/me/channels/<channel_id>/test")
@blp.doc(operationId="test_channel", security=scoped("notices"))
@blp.body(NOTHING)
@blp.response(202, ref("Channel"), description="A message will be sent; the log has its result.")
def test_channel(channel_id: str) -> Response:
    """Send a test message by a channel, even a paused one.

    The log says whether it arrived.
    """
    owner = player()
    channel = _parts().channels.read(owner.id, channel_id)
    read(NOTHING)
    if channel.state == "unconfirmed":
        raise ChannelUnconfirmed
    spend("channels")
    _send(channel, sample_message(channel, owner, _parts().link("account"), clock.now_ms()))
    return answer(_shown(channel, _last(channel)), 202)


@blp.get("/me/notices/log")
@blp.doc(operationId="list_deliveries", security=scoped("notices"))
@blp.arguments(PageQuery(), location="query")
@blp.response(200, ref("NoticeLog"), description="A page of the messages, newest first.")
def list_deliveries(query: dict[str, Any]) -> Response:
    """List the messages that were sent to you, with their times, addresses and results.

    These are the latest 200 of the last 30 days.
    """
    entries, total = _log(player_id(), **query)
    return answer(NoticeLog(entries, **query, total=total))


@blp.put("/me/notices/muted/<game_id>")
@blp.doc(operationId="mute_game", security=scoped("notices"))
@blp.body(NOTHING)
@blp.response(204, description="The game is muted.")
def mute_game(game_id: str) -> Response:
    """Mute a game: you get no more notices about it.

    At most 200 games can be muted; a further one un-mutes the oldest.
    """
    owner = player_id()
    visible(game_id)
    read(NOTHING)
    _parts().muted_games.mute(owner, game_id)
    # Another game may have been un-muted in its place.
    _parts().pending.settings_changed(owner)
    return Response(status=204)


@blp.delete("/me/notices/muted/<game_id>")
@blp.doc(operationId="unmute_game", security=scoped("notices"))
@blp.response(204, description="The game is not muted.")
def unmute_game(game_id: str) -> Response:
    """Unmute a game.

    You get notices about it again, including one that was held back meanwhile.
    """
    owner = player_id()
    visible(game_id)
    _parts().muted_games.unmute(owner, game_id)
    _parts().pending.settings_changed(owner)
    return Response(status=204)


@blp.post("/games/<game_id>/seen")
@blp.doc(operationId="see_turn", security=scoped("play"))
@blp.body(SEEN)
@blp.response(204, description="The version counts as seen by the seat's player.")
def see_turn(game_id: str) -> Response:
    """Say that you have looked at a version of a game that you sit in.

    A page reports it once it has shown that version, is visible, and you have touched, clicked or
    typed since. No notice is sent about a turn that you have seen.
    """
    owner = player_id()
    game = visible(game_id).game
    seat = seat_in(game_id, game)
    # Never beyond the present version: a turn to come must not count as seen.
    version = min(read(SEEN)["version"], game.version)
    if game.seat_of(owner) is not None:
        _parts().seen.note(game_id, seat, version)
    return Response(status=204)


def _parts() -> NoticeParts:
    return services().notices


def _send(channel: NoticeChannel, message: Message) -> None:
    _parts().outbox.put(channel, message, clock.now_ms())


def _log(owner: str, page: int, per_page: int) -> tuple[list[LoggedDelivery], int]:
    return _parts().outbox.log(owner, page, per_page, clock.now_ms())


def _last(channel: NoticeChannel) -> LoggedDelivery | None:
    entries, _ = _log(channel.player, 1, MOST_LOGGED)
    return next((each for each in entries if each.channel == channel.id), None)


def _shown(channel: NoticeChannel, last: LoggedDelivery | None) -> Channel:
    """Return a channel as its player sees it, without its secret."""
    return Channel(
        id=channel.id,
        kind=channel.kind,
        target=shown_target(channel),
        label=channel.label,
        state=channel.state,
        reason=channel.reason or None,
        shape=channel.shape,
        digest=channel.digest,
        always=channel.always,
        created_at=channel.created_at,
        last=None if last is None else LastDelivery(last.at, last.state),
    )
