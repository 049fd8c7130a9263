"""Attestations of authenticators in CBOR, bounded before the library decodes them."""

import re

MOST_BYTES = 8 * 1024
"""Several certificates; without any, as we ask for none, it is some 200 bytes."""
MOST_REFERENCES = 8

# Tags 25 and 29, however long their numbers are written: a string, or a value, that came before.
_REFERENCE = re.compile(rb"(?:\xd8|\xd9\0|\xda\0{3}|\xdb\0{7})[\x19\x1d]")


class NoAttestation(ValueError):
    """The bytes are no authenticator's."""


def check_attestation(attestation: bytes) -> None:
    """Raise an error if an attestation object costs much to decode, or cannot be decoded."""
    import cbor2  # noqa: PLC0415 - see `ceremonies`

    check_data(attestation)
    # As decoded: it may be written in chunks.
    check_data(cbor2.loads(attestation)["authData"])


def check_data(data: bytes) -> None:
    """Raise NoAttestation if bytes cost much to decode.

    A list that holds the one before it twice over, thirty times, is of 300 bytes, and hashing or
    encoding it takes hours. Authenticators write no tags at all; a few references are let pass, as
    random bytes may look like one.
    """
    if len(data) > MOST_BYTES or len(_REFERENCE.findall(data)) > MOST_REFERENCES:
        raise NoAttestation
