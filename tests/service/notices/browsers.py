"""Browsers that subscribe to pushes, and read what push services hand them (RFC 8291)."""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.service.notices.receivers import Received

SALT, RECORD_SIZE, POINT = 16, 4, 65
LAST_RECORD = b"\x02"


class Browser:
    """A browser with a subscription of its own."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)

    def subscription(self, endpoint: str) -> str:
        """The subscription in JSON, as it is kept of a channel."""
        keys = {"p256dh": encoded(point(self._key.public_key())), "auth": encoded(self._auth)}
        return json.dumps({"endpoint": endpoint, "keys": keys})

    def read(self, received: Received) -> dict[str, Any]:
        """What a push says to this browser."""
        assert received.headers["content-encoding"] == "aes128gcm"
        salt, rest = received.body[:SALT], received.body[SALT:]
        size, length = int.from_bytes(rest[:RECORD_SIZE]), rest[RECORD_SIZE]
        assert (length, len(received.body) <= size <= 4_096) == (POINT, True)
        sender = rest[RECORD_SIZE + 1 :][:POINT]
        key, nonce = self._keys(sender, salt)
        content = AESGCM(key).decrypt(nonce, rest[RECORD_SIZE + 1 + POINT :], None)
        assert content.endswith(LAST_RECORD)
        return dict(json.loads(content[:-1]))

    def _keys(self, sender: bytes, salt: bytes) -> tuple[bytes, bytes]:
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\0" + point(self._key.public_key()) + sender
        secret = derived(shared, self._auth, info, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        return key, derived(secret, salt, b"Content-Encoding: nonce\0", 12)


def signed_claims(received: Received, application_key: str, origin: str) -> dict[str, Any]:
    """The claims that a push is signed with (RFC 8292), checked as a push service does."""
    scheme, _, parameters = received.headers["authorization"].partition(" ")
    told = dict(part.strip().split("=", 1) for part in parameters.split(","))
    assert (scheme, told["k"]) == ("vapid", application_key)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(told["k"]))
    return dict(jwt.decode(told["t"], key, algorithms=["ES256"], audience=origin))


def derived(source: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(source)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
