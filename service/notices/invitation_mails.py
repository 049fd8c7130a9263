"""Mails with invitations to make an account, to addresses of the host's domains."""

from service.machine import clock
from service.notices.channels import channel_id
from service.notices.contract import NoticeChannel
from service.notices.messages import invitation
from service.notices.parts import NoticeParts
from service.people.devices import hash_secret
from service.people.player import PlayerAccount
from service.people.sign_in_links import address_hash

GUEST = "guest-"
"""Begins the id that stands for a player in a mail to somebody who is none."""
DAYS = 1
"""The days that an invitation by mail is good for."""


def put_out(notices: NoticeParts, address: str, token: str, locale: str) -> None:
    """Send the mail with an invitation."""
    guest = PlayerAccount(f"{GUEST}{address_hash(address)[:16]}", "", locale, False, clock.now())
    channel = guest_channel(guest.id, address)
    # After the #, where no server and no Referer sees it.
    link = notices.link(f"#invite={token}")
    message = invitation(channel, guest, link, hash_secret(token))
    notices.outbox.put_for_guest(channel, message, clock.now_ms())


def guest_channel(player: str, address: str) -> NoticeChannel:
    """Return the channel of somebody who has none: it is stored nowhere."""
    return NoticeChannel(
        channel_id(player, "email", address), player, "email", address, clock.now()
    )
