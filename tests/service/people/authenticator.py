"""An authenticator in software: what a browser answers to the options of a passkey."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from struct import pack
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED, EXTENDED = 0x01, 0x04, 0x40, 0x80
ES256 = -7
SHARED, REFERENCE = 28, 29
DOUBLINGS = 40


@dataclass
class Authenticator:
    """One credential and its counter, used on pages of an origin."""

    origin: str = "http://localhost"
    rp_id: str = "localhost"
    count: int = 0
    credential: bytes = field(default_factory=lambda: token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to the options of a new passkey."""
        client_data = self._client_data("webauthn.create", options)
        attested = bytes(16) + pack(">H", len(self.credential)) + self.credential + self._public()
        data = self._data(PRESENT | VERIFIED | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(clientDataJSON=client_data, attestationObject=attestation)

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to the options of a sign-in; the counter goes on."""
        self.count += 1
        client_data, data = self._client_data("webauthn.get", options), self._data(PRESENT)
        signed = data + sha256(client_data).digest()
        signature = self.key.sign(signed, ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=client_data, authenticatorData=data, signature=signature)

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(told).encode()

    def _data(self, flags: int) -> bytes:
        return sha256(self.rp_id.encode()).digest() + bytes([flags]) + pack(">I", self.count)

    def _public(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        return cbor2.dumps({1: 2, 3: ES256, -1: 1, -2: x, -3: y})

    def _answer(self, **response: bytes) -> dict[str, Any]:
        written = {name: encoded(value) for name, value in response.items()}
        name = encoded(self.credential)
        return {"id": name, "rawId": name, "type": "public-key", "response": written}


def encoded(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def tagged(tag: int, value: bytes) -> bytes:
    """A value in CBOR under a tag."""
    return cbor2.dumps(cbor2.CBORTag(tag, 0))[:-1] + value


def doubled() -> bytes:
    """A map whose keys are lists: each holds the one before it twice."""
    keys = [tagged(SHARED, cbor2.dumps([1]))]
    for number in range(DOUBLINGS):
        again = tagged(REFERENCE, cbor2.dumps(number))
        keys.append(tagged(SHARED, b"\x82" + again + again))
    return bytes([0xB8, len(keys)]) + b"".join(key + b"\x01" for key in keys)
