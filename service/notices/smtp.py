"""Handing mails over to an SMTP server, many of them over one connection."""

import logging
import re
import smtplib
import socket
import ssl
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import EmailMessage
from time import monotonic
from typing import Any

from service.machine.os_errors import plain
from service.machine.plain_text import one_line
from service.notices.contract import TryAgain, Undeliverable
from service.settings.mail_settings import MailServer

ANSWER_SECONDS = 10.0
"""The time for each answer of the server."""
WHOLE_SECONDS = 30.0
"""The time for a whole mail."""
IDLE_SECONDS = 15.0
# Servers end connections that carry more.
MAILS_EACH = 100
"""Mails per connection."""

OK, PERMANENT, FULL = 250, 500, 552
# These pause no address: otherwise a relay that is set up wrongly would pause every channel.
OWN_FAULTS = frozenset({503, 530})
"""Answers to a recipient that are about the sender: wrong order, and login needed."""
OWN_STATUS = re.compile(rb"5\.7\.")
"""The status of an act that is forbidden to the sender, such as relaying."""
FULL_STATUS = re.compile(rb"5\.2\.2\b")

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Connection:
    smtp: smtplib.SMTP
    mails: int = 0
    idle_since: float = 0.0


class Smtp:
    """Connections to one server, each used by one thread at a time and kept for a while.

    With TLS the server's certificate must be valid; ``context`` is for other authorities.
    """

    def __init__(
        self,
        server: MailServer,
        own_name: str,
        context: ssl.SSLContext | None = None,
        seconds: float = ANSWER_SECONDS,
    ) -> None:
        self._server = server
        self._own_name = own_name
        self._context = context or ssl.create_default_context()
        self._seconds = seconds
        self._kept: deque[_Connection] = deque()

    def hand_over(self, mail: EmailMessage, sender: str, recipient: str) -> None:
        """Return once the server has taken a mail. Raises Undeliverable, TryAgain."""
        try:
            with self._connection() as smtp:
                _check_letters(smtp, recipient)
                smtp.send_message(mail, sender, [recipient])
        except smtplib.SMTPRecipientsRefused as refused:
            raise _refusal(*refused.recipients[recipient]) from None
        except (smtplib.SMTPException, OSError) as error:
            log.warning("the mail server did not take a mail: %s", _printable(plain(error)))
            raise TryAgain(_reason(error)) from None

    def close(self) -> None:
        """End the connections that are kept."""
        while self._kept:
            self._kept.pop().smtp.close()

    @contextmanager
    def _connection(self) -> Iterator[smtplib.SMTP]:
        """Yield a connection; keep it after success or a refused recipient, otherwise close it."""
        connection = self._kept_connection() or _Connection(self._connected())
        try:
            with _cut_off(connection.smtp):
                yield connection.smtp
        except smtplib.SMTPRecipientsRefused:
            self._keep(connection)
            raise
        except BaseException:
            connection.smtp.close()
            raise
        self._keep(connection)

    def _connected(self) -> smtplib.SMTP:
        """Return a new connection, with encryption and login as configured."""
        smtp = self._greeted()
        try:
            with _cut_off(smtp):
                if self._server.tls == "starttls":
                    smtp.starttls(context=self._context)
                if self._server.user:
                    smtp.login(self._server.user, self._server.password)
        except BaseException:
            smtp.close()
            raise
        return smtp

    def _greeted(self) -> smtplib.SMTP:
        host, port = self._server.host, self._server.port
        if self._server.tls == "tls":
            return _Encrypted(
                host, port, self._own_name, timeout=self._seconds, context=self._context
            )
        return _Plain(host, port, self._own_name, timeout=self._seconds)

    def _keep(self, connection: _Connection) -> None:
        connection.mails += 1
        connection.idle_since = monotonic()
        if connection.mails < MAILS_EACH and connection.smtp.sock is not None:
            self._kept.append(connection)
        else:
            connection.smtp.close()

    def _kept_connection(self) -> _Connection | None:
        """Return a kept connection that still works."""
        while self._kept:
            with suppress(IndexError):  # another thread may have been quicker
                connection = self._kept.pop()
                if _works(connection):
                    return connection
                connection.smtp.close()
        return None


class _Plain(smtplib.SMTP):
    """A connection that is not encrypted, or not yet; its greeting takes bounded time."""

    def connect(self, *address: Any) -> tuple[int, bytes]:
        """Connect and read the greeting."""
        with _cut_off(self):
            return super().connect(*address)


class _Encrypted(_Plain, smtplib.SMTP_SSL):
    """A connection that is encrypted from its first byte."""


def _check_letters(smtp: smtplib.SMTP, recipient: str) -> None:
    """Raise Undeliverable for an address outside ASCII that the server cannot write to."""
    smtp.ehlo_or_helo_if_needed()
    if not recipient.isascii() and not smtp.has_extn("smtputf8"):
        raise Undeliverable("address_not_ascii")


def _works(connection: _Connection) -> bool:
    if monotonic() >= connection.idle_since + IDLE_SECONDS:
        return False
    try:
        return connection.smtp.noop()[0] == OK
    except (smtplib.SMTPException, OSError):
        return False


def _refusal(code: int, answer: bytes) -> Exception:
    """Return the error for a refused recipient: TryAgain or Undeliverable."""
    is_temporary = code < PERMANENT or code == FULL or FULL_STATUS.match(answer) is not None
    if is_temporary:
        return TryAgain("mail_deferred")
    if code in OWN_FAULTS or OWN_STATUS.match(answer):
        log.warning("the mail server refuses to send: %s %s", code, _printable(answer))
        return TryAgain("mail_refused")
    return Undeliverable("address_refused")


def _reason(error: Exception) -> str:
    """Return the code of a failure that is not about the recipient."""
    if isinstance(error, smtplib.SMTPResponseException):
        return "mail_deferred" if error.smtp_code < PERMANENT else "mail_refused"
    return "mail_unreachable"


def _printable(answer: bytes | str) -> str:
    """Return a server's answer for the log: one line, without addresses."""
    text = answer.decode("ascii", "replace") if isinstance(answer, bytes) else answer
    return re.sub(r"\S+@\S+", "…", one_line(text))[:200]


@contextmanager
def _cut_off(smtp: smtplib.SMTP) -> Iterator[None]:
    """Cut the connection off after WHOLE_SECONDS."""
    # A server may trickle: each of its answers is in time, but all together are not.
    timer = threading.Timer(WHOLE_SECONDS, _shut, (smtp,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _shut(smtp: smtplib.SMTP) -> None:
    connected = smtp.sock
    if connected is not None:
        with suppress(OSError):
            connected.shutdown(socket.SHUT_RDWR)
