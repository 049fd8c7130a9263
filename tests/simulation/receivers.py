"""Real receivers on the loopback: a mail server, webhooks, and pushes that are decrypted.

Each keeps what it took, with the simulated moment, and fails by plan: it refuses, drops the
connection, or takes a message and then says that it has not.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from random import Random
from threading import Lock
from typing import Any

import trustme
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.service.notices.receivers import Receiver, with_status

DOMAIN = "people.example"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A message that reached an address at a simulated moment; ``told`` if acknowledged."""

    address: str
    at: int
    content: bytes
    headers: dict[str, str]
    told: bool = True


class Moods:
    """What a receiver does with the next message, by plan; nothing but good at rate 0."""

    def __init__(self, seed: int, rate: float) -> None:
        self._luck, self._lock, self.rate = Random(seed), Lock(), rate

    def next(self, *bad: str) -> str:
        with self._lock:
            return self._luck.choice(bad) if self._luck.random() < self.rate else "good"


class Inbox:
    """All that has arrived, and how often receivers failed."""

    def __init__(self, now: Callable[[], int], moods: Moods) -> None:
        self.now, self.moods = now, moods
        self.arrivals: list[Arrival] = []
        self.refused: list[Arrival] = []
        self.failures = 0
        self._lock = Lock()

    @contextmanager
    def well_behaved(self) -> Iterator[None]:
        """Take all that comes for a while."""
        rate, self.moods.rate = self.moods.rate, 0.0
        yield
        self.moods.rate = rate

    def take(self, address: str, content: bytes, headers: dict[str, str], *, told: bool) -> None:
        with self._lock:
            self.arrivals.append(Arrival(address, self.now(), content, headers, told))
            self.failures += not told

    def refuse(self, address: str, content: bytes, headers: dict[str, str]) -> None:
        with self._lock:
            self.refused.append(Arrival(address, self.now(), content, headers))
            self.failures += 1


# Mail
class Post:
    """The handler of the mail server."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        mood = self._inbox.moods.next("refuse", "lie")
        if mood == "refuse":
            for recipient in envelope.rcpt_tos:
                self._inbox.refuse(recipient, bytes(envelope.content), {})
            return "451 4.3.0 Later"
        told = mood == "good"
        for recipient in envelope.rcpt_tos:
            self._inbox.take(recipient, bytes(envelope.content), {}, told=told)
        return "250 OK" if told else "451 4.3.0 Later, though I have it"


class _AnyPort(Controller):
    """A controller that finds out which port it was given."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mail_server(inbox: Inbox) -> Iterator[str]:
    """A mail server; the address of it as ANABASIS_SMTP_URL has it."""
    controller = _AnyPort(Post(inbox), hostname="127.0.0.1", port=0)
    controller.start()
    try:
        yield f"smtp://127.0.0.1:{controller.port}?starttls=off"
    finally:
        controller.stop()


def mail_of(arrival: Arrival) -> EmailMessage:
    """Return a mail as it is read."""
    mail = message_from_bytes(arrival.content, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(arrival: Arrival) -> str:
    """Return the plain text of a mail."""
    body = mail_of(arrival).get_body(("plain",))
    assert body is not None
    return str(body.get_content())


# Webhooks and pushes
@contextmanager
def web_receiver(inbox: Inbox, authority: trustme.CA) -> Iterator[Receiver]:
    """An HTTPS server that takes webhooks and pushes under any path."""
    receiver = Receiver(authority)
    receiver.answer = lambda own, request: _answer(inbox, own, request)
    with receiver.serving():
        yield receiver


def _answer(inbox: Inbox, receiver: Receiver, request: Any) -> None:
    sent = request.sent
    mood = inbox.moods.next("refuse", "lie", "drop")
    if mood == "refuse":
        inbox.refuse(sent.path, sent.body, sent.headers)
        return with_status(503)(receiver, request)
    inbox.take(sent.path, sent.body, sent.headers, told=mood == "good")
    if mood == "drop":
        return request.connection.close()
    return with_status(201 if mood == "good" else 500)(receiver, request)


class Subscription:
    """A browser's push subscription, with the keys to read its messages."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes!!!"
        self._public = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": _text(self._public), "auth": _text(self._auth)}
        self.json = {"endpoint": endpoint, "keys": keys}

    def read(self, content: bytes) -> Any:
        """Return a push as the browser's service worker reads it (RFC 8291, RFC 8188)."""
        salt, length = content[:16], content[20]
        sender, sealed = content[21 : 21 + length], content[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        secret = self._key.exchange(ec.ECDH(), point)
        known = b"WebPush: info\x00" + self._public + sender
        key = _derived(_derived(secret, self._auth, known, 32), salt, _info(b"aes128gcm"), 16)
        nonce = _derived(_derived(secret, self._auth, known, 32), salt, _info(b"nonce"), 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        return json.loads(plain.rstrip(b"\x00")[:-1])


def _info(name: bytes) -> bytes:
    return b"Content-Encoding: " + name + b"\x00"


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """Return what base64url without padding says."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
