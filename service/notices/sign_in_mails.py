"""The mails with sign-in links: sent to known addresses, at the same cost for unknown ones."""

from msgspec.structs import replace

from service.machine import clock
from service.notices.channels import endpoint_of
from service.notices.contract import NoticeChannel
from service.notices.messages import sign_in
from service.notices.parts import NoticeParts
from service.people.devices import hash_secret
from service.people.player import PlayerAccount, PlayerUnknown
from service.people.players import Players
from service.people.sign_in_links import SECONDS

NOBODY = PlayerAccount("nobody", "Nobody", "en", False, "1970-01-01T00:00:00.000Z")
"""Stands for the player of an unknown address; the outbox takes nothing for them."""


def put_out(notices: NoticeParts, players: Players, address: str, token: str) -> None:
    """Send the mail with a link, if a player has confirmed the address."""
    now = clock.now_ms()
    # The store gets the same requests for an unknown address, so that the time reveals nothing.
    known = notices.channels.players_of_address(address)
    player = _read(players, known[0] if known else NOBODY.id)
    channel = _channel(notices, player, address)
    # The link waits in Redis unencrypted until the mail is handed over. Encrypting it would hide
    # nothing: the installation's key is in Redis, too, and any other key would have to be given to
    # every process. So anyone who reads Redis can sign in as anybody who asks for a link.
    message = sign_in(channel, player, notices.link(f"account#sign-in={token}"), now)
    # Each link has a mail of its own, even if two are asked for at once.
    message = replace(message, key=f"sign_in:{hash_secret(token)}")
    notices.outbox.put(channel, message, now, SECONDS * 1000)


def _read(players: Players, player_id: str) -> PlayerAccount:
    try:
        return players.read(player_id)
    except PlayerUnknown:
        return NOBODY


def _channel(notices: NoticeParts, player: PlayerAccount, address: str) -> NoticeChannel:
    """Return the player's channel for an address, or one that belongs to nobody."""
    target = endpoint_of("email", address)
    for channel in notices.channels.of(player.id):
        if channel.kind == "email" and endpoint_of("email", channel.target) == target:
            return channel
    return NoticeChannel("none", NOBODY.id, "email", address, NOBODY.created_at)
