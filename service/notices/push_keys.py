"""The keys by which push services know this installation (VAPID, RFC 8292)."""

from base64 import urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from msgspec import Struct
from redis import Redis

from service.redis.error_translation import translated_errors

_KEY = "anabasis:push_key"


class PushKeys(Struct, frozen=True):
    """A pair of keys in PEM, and the public one in the form for browsers (``shown``)."""

    private: bytes
    public: bytes
    shown: str


def push_keys(client: Redis) -> PushKeys:
    """Return the installation's keys, which the first process to ask creates.

    They never change, as browsers' subscriptions are valid only for them. Raises StoreUnavailable.
    """
    redis: Any = client  # redis-py does not type bytes answers
    with translated_errors():
        private = redis.get(_KEY)
        if private is None:
            redis.set(_KEY, _new(), nx=True)
            private = redis.get(_KEY)
    return _keys(private)


def _new() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _keys(private: bytes) -> PushKeys:
    public = load_pem_private_key(private, None).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return PushKeys(private, pem, urlsafe_b64encode(point).rstrip(b"=").decode())
