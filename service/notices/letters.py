"""Mails written from messages: headers, plain text, HTML, and pictures of boards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, select_autoescape

from service.machine.plain_text import one_line
from service.notices.contract import Kind, Message, NoticeChannel, NoticeItem, Undeliverable
from service.notices.mail_logs import MailLog
from service.notices.moments import moment_in_words
from service.settings.addresses import public_link
from service.settings.config import Config
from service.settings.mail_settings import mail_sender
from service.texts import DEFAULT, LANGUAGES, text

SUBJECT_LENGTH = 150
ACCENT = ("#9c3d1b", "#f0a071")
"""The page's own accent colour in its light and its dark theme."""
REASONS: Mapping[Kind, str] = {
    "confirm": "mail.why_confirm",
    "sign_in": "mail.why_sign_in",
    "invitation": "mail.why_invitation",
    "idle": "mail.why_idle",
}
"""The reason stated in mails that are no notices; these have no unsubscribe link."""
# Of some 200 kB each.
MOST_PICTURES = 3
"""Pictures in one mail."""

MOST_LOGS = 3
"""Games of a mail whose moves are listed one by one."""

BUTTONS: Mapping[Kind, str] = {
    "turn": "mail.play",
    "reminder": "mail.play",
    "digest": "mail.open",
    "ended": "mail.see",
    "challenged": "mail.see_challenge",
    "challenge_accepted": "mail.open",
    "challenge_declined": "mail.see_challenge",
    "test": "mail.settings",
    "confirm": "mail.confirm",
    "sign_in": "mail.sign_in",
    "invitation": "mail.come_in",
    "idle": "mail.keep_account",
}

PictureOf = Callable[[NoticeItem, str], bytes | None]
"""Returns the picture of an item's board as a PNG, with words in a language, or None."""

LogOf = Callable[[NoticeItem, str], MailLog | None]
"""Returns the moves since the player's last in words in a language, or None."""


class _Whole(UnstructuredHeader, BaseHeader):
    """A header that stays on one line."""

    # Folding would encode a long address word by word.
    def fold(self, *, policy: Any) -> str:
        return f"{self.name}: {self}{policy.linesep}"


HEADERS = HeaderRegistry()
HEADERS.map_to_type("list-unsubscribe", _Whole)
POLICY = EmailPolicy(linesep="\r\n", header_factory=HEADERS)


class Letters:
    """Writes mails for one service; equal messages give equal mails, except for the date."""

    def __init__(
        self,
        config: Config,
        picture_of: PictureOf,
        zone_of: Callable[[str], str | None],
        unsubscribe_token: Callable[[NoticeChannel], str],
        log_of: LogOf = lambda _, __: None,
    ) -> None:
        assert config.mail_from is not None
        self._config = config
        self._picture_of = picture_of
        self._zone_of = zone_of
        self._token = unsubscribe_token
        self._log_of = log_of
        self.sender = mail_sender(config.mail_from, config.name)

    def write(self, channel: NoticeChannel, message: Message) -> EmailMessage:
        """Return the mail of a message. Raises Undeliverable if the target is no address."""
        mail = EmailMessage(policy=POLICY)
        unsubscribe = self._unsubscribe(channel, message)
        self._address(mail, channel, message)
        _mark(mail, unsubscribe)
        pictures = self._pictures(message)
        shown = self._shown(message, unsubscribe, [cid for cid, _ in pictures])
        mail.set_content(_rendered("letter.txt", shown), cte="quoted-printable")
        mail.add_alternative(_rendered("letter.html", shown), "html", cte="quoted-printable")
        _attach(mail, pictures)
        mail["Content-Language"] = _language(message)  # last, as setting content removes it
        return mail

    def _unsubscribe(self, channel: NoticeChannel, message: Message) -> str | None:
        if message.kind in REASONS:
            return None
        return public_link(self._config, f"unsubscribe/{self._token(channel)}")

    def _address(self, mail: EmailMessage, channel: NoticeChannel, message: Message) -> None:
        domain = self.sender.domain
        # The same in every attempt, so that a mail program shows a repeated mail once.
        name = sha256(f"{message.key}\n{channel.id}".encode()).hexdigest()[:32]
        mail["From"] = self.sender
        mail["To"] = recipient(channel)
        mail["Reply-To"] = Address("", "no-reply", domain)
        mail["Subject"] = one_line(message.title)[:SUBJECT_LENGTH]
        mail["Date"] = format_datetime(datetime.now(UTC))
        mail["Message-ID"] = f"<{name}@{domain}>"

    def _pictures(self, message: Message) -> list[tuple[str | None, bytes]]:
        """Return each item's picture and its id in the mail; no id if it has no picture."""
        pictures = []
        for number, item in enumerate(message.items):
            png = self._picture_of(item, _language(message)) if number < MOST_PICTURES else None
            cid = f"board-{number + 1}@{self.sender.domain}" if png else None
            pictures.append((cid, png or b""))
        return pictures

    def _log(self, number: int, item: NoticeItem, message: Message) -> MailLog:
        """Return the moves since the player's last, one by one if worded in time, else counted."""
        log = self._log_of(item, _language(message)) if number < MOST_LOGS else None
        if log is None:
            return MailLog(item.since)
        orders = item.since[-1:] if item.game_id in message.silent else ()
        return replace(log, lines=[*log.lines, *orders])

    def _shown(
        self, message: Message, unsubscribe: str | None, pictures: Sequence[str | None]
    ) -> dict[str, Any]:
        """Return the values of the templates."""
        language, zone = _language(message), self._zone_of(message.player)
        return {
            "message": message,
            "several": len(message.items) > 1,
            "pictures": pictures,
            "logs": [self._log(number, item, message) for number, item in enumerate(message.items)],
            "choices": lambda item: [
                each for each in message.choices.get(item.game_id, ()) if each.mailed
            ],
            "preview": message.items[0].prompt if message.items else message.text,
            "button": BUTTONS[message.kind],
            "reason": REASONS.get(message.kind, "mail.why_notices"),
            "t": partial(text, language),
            "when": lambda due: moment_in_words(due, zone, language),
            "house": self._config.name,
            "accent": self._config.accent or ACCENT,
            "home": public_link(self._config, ""),
            "site": urlsplit(public_link(self._config, "")).netloc,
            "account": public_link(self._config, "account"),
            "unsubscribe": unsubscribe,
        }


def recipient(channel: NoticeChannel) -> Address:
    """Return a channel's address, its domain in ASCII. Raises Undeliverable if it is invalid."""
    from email_validator import EmailNotValidError, validate_email  # noqa: PLC0415 (as limits)

    try:
        checked = validate_email(channel.target, check_deliverability=False)
    except EmailNotValidError as error:
        raise Undeliverable("address_refused") from error
    return Address(username=checked.local_part, domain=checked.ascii_domain)


def _mark(mail: EmailMessage, unsubscribe: str | None) -> None:
    """Add the headers for programs: send no out-of-office reply, and unsubscribe by one click."""
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    if unsubscribe is None:
        return
    mail["Precedence"] = "bulk"
    mail["List-Unsubscribe"] = f"<{unsubscribe}>"
    if unsubscribe.startswith("https:"):  # RFC 8058 allows one click by no other scheme
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def _attach(mail: EmailMessage, pictures: Sequence[tuple[str | None, bytes]]) -> None:
    html = list(mail.iter_parts())[-1]
    assert isinstance(html, EmailMessage)
    for cid, png in pictures:
        if cid is not None:
            name = f"{cid.partition('@')[0]}.png"
            html.add_related(
                png, "image", "png", cid=f"<{cid}>", disposition="inline", filename=name
            )


def _language(message: Message) -> str:
    return message.locale if message.locale in LANGUAGES else DEFAULT


def _rendered(name: str, values: dict[str, Any]) -> str:
    return _templates().get_template(name).render(values)


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "mails"),
        autoescape=select_autoescape(["html"]),
        trim_blocks=True,
        lstrip_blocks=True,
    )
