"""The server's signatures in answers."""

from domain.record.visibility import JsonObject
from service.context import services


def signed(text: bytes) -> JsonObject:
    """Return the signature of a text by the server's present key, and that key."""
    key, signature = services().signing.sign(text)
    return {
        "key_id": key.key_id,
        "public_key": key.public_key,
        "signature": signature.hex(),
    }
