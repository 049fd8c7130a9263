"""A real SMTP server on the loopback that keeps the mails it is sent."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from queue import SimpleQueue
from typing import Any, Literal, NamedTuple

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session

HOST = "127.0.0.1"
Tls = Literal["none", "starttls", "tls"]
SCHEMES = {"none": "smtp", "starttls": "smtp", "tls": "smtps"}


class Got(NamedTuple):
    """A mail as it came: its envelope, its text, and the connection that it came by."""

    sender: str
    recipients: list[str]
    mail: EmailMessage
    raw: bytes
    peer: tuple[str, int]
    is_encrypted: bool


class Mailbox(Controller):
    """An SMTP server; ``answers`` are its answers to recipients, ``to_data`` that to a mail."""

    def __init__(
        self, authority: trustme.CA, tls: Tls = "none", login: str = "", **settings: Any
    ) -> None:
        self.mails: SimpleQueue[Got] = SimpleQueue()
        self.answers: dict[str, str] = {}
        self.to_sender = self.to_data = "250 OK"
        self._tls, self._login = tls, login
        self._listener = socket.create_server((HOST, 0))
        if login:
            settings |= {"authenticator": self._check, "auth_required": True}
            settings["auth_require_tls"] = tls == "starttls"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(HOST).configure_cert(context)
        if tls == "starttls":
            settings |= {"tls_context": context, "require_starttls": True}
        super().__init__(
            self,
            HOST,
            self._listener.getsockname()[1],
            ssl_context=context if tls == "tls" else None,
            **settings,
        )

    @property
    def url(self) -> str:
        """The server as ``ANABASIS_SMTP_URL`` names it."""
        login = f"{self._login}@" if self._login else ""
        query = "?starttls=off" if self._tls == "none" else ""
        return f"{SCHEMES[self._tls]}://{login}{HOST}:{self.port}{query}"

    def take(self) -> Got:
        """The mail that came first of those not yet taken."""
        return self.mails.get(timeout=20)

    @contextmanager
    def serving(self) -> Iterator["Mailbox"]:
        self.start()
        try:
            yield self
        finally:
            self.stop()

    def _create_server(self) -> Any:
        return self.loop.create_server(
            self._factory_invoker, sock=self._listener, ssl=self.ssl_context
        )

    def _check(self, *arguments: Any) -> AuthResult:
        _, _, _, mechanism, data = arguments
        assert mechanism in ("LOGIN", "PLAIN")
        assert isinstance(data, LoginPassword)
        is_known = f"{data.login.decode()}:{data.password.decode()}" == self._login
        return AuthResult(success=is_known, handled=False)

    async def handle_MAIL(  # noqa: N802 - as aiosmtpd calls it
        self, _server: Any, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return self.to_sender

    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        answer = self.answers.get(address, "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(  # noqa: N802
        self, _server: Any, session: Session, envelope: Envelope
    ) -> str:
        raw = envelope.original_content
        if self.to_data.startswith("250"):
            self.mails.put(_got(session, envelope, raw or b"", is_encrypted=self._tls == "tls"))
        return self.to_data


def _got(session: Session, envelope: Envelope, raw: bytes, *, is_encrypted: bool) -> Got:
    mail = message_from_bytes(raw, policy=default)
    return Got(
        str(envelope.mail_from),
        list(envelope.rcpt_tos),
        mail,
        raw,
        session.peer,
        is_encrypted or session.ssl is not None,
    )
