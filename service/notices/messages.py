"""Messages in their player's language."""

from msgspec.structs import replace

from service.notices.contract import Kind, Message, NoticeChannel
from service.notices.moments import day_in_words
from service.people.player import PlayerAccount
from service.texts import text

CODES = {
    "confirm": ("notices.told.confirm", "notices.told.confirm_text"),
    "invitation": ("notices.told.invitation", "notices.told.invitation_text"),
    "idle": ("notices.told.idle", "notices.told.idle_text"),
    "sign_in": ("notices.told.sign_in", "notices.told.sign_in_text"),
    "test": ("notices.told.test", "notices.told.test_text"),
}
"""The codes of title and text of messages that are not about games."""


def confirmation(channel: NoticeChannel, player: PlayerAccount, link: str, now: int) -> Message:
    """Return the message by which an e-mail address is confirmed."""
    # Its texts use nothing that a player chose, not even a name: the address may be a stranger's.
    return _plain("confirm", channel, player, link, now)


def sign_in(channel: NoticeChannel, player: PlayerAccount, link: str, now: int) -> Message:
    """Return the message with a link for signing in."""
    return _plain("sign_in", channel, player, link, now)


def invitation(channel: NoticeChannel, guest: PlayerAccount, link: str, name: str) -> Message:
    """Return the message with an invitation to make an account, to somebody who has none.

    ``name`` names the invitation, so that each has a mail of its own.
    """
    return replace(_plain("invitation", channel, guest, link, 0), key=f"invitation:{name}")


def idle_warning(
    channel: NoticeChannel, player: PlayerAccount, link: str, key: str, day: str
) -> Message:
    """Return the warning that an unused account is deleted on a day; its ``key`` says which."""
    when = day_in_words(day, player.locale)
    sentence = text(player.locale, CODES["idle"][1], name=player.name, day=when)
    return replace(_plain("idle", channel, player, link, 0), key=key, text=sentence)


def sample_message(channel: NoticeChannel, player: PlayerAccount, link: str, now: int) -> Message:
    """Return a message that shows that a channel works."""
    return _plain("test", channel, player, link, now)


def _plain(
    kind: Kind, channel: NoticeChannel, player: PlayerAccount, link: str, now: int
) -> Message:
    title, sentence = CODES[kind]
    return Message(
        key=f"{kind}:{channel.id}:{now}",
        kind=kind,
        player=player.id,
        name=player.name,
        locale=player.locale,
        title=text(player.locale, title),
        link=link,
        text=text(player.locale, sentence, name=player.name),
    )
