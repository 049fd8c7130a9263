"""Attestations that would take for ever to decode are refused before."""

import cbor2
import pytest

from service.people.ceremonies import MOST_BYTES, NoAttestation, check_attestation, check_data
from tests.service.people.authenticator import Authenticator, decoded, doubled, tagged

NAMESPACE, STRING = 256, 25


def repeated() -> bytes:
    """A list of one long string, said once."""
    again = tagged(STRING, b"\0")
    items = [cbor2.dumps("x" * 4000), *[again] * 1000]
    return tagged(NAMESPACE, b"\x99" + len(items).to_bytes(2, "big") + b"".join(items))


def in_chunks(data: bytes) -> bytes:
    """A byte string in CBOR, with every byte as its own chunk."""
    return b"\x5f" + b"".join(b"\x41" + bytes([byte]) for byte in data) + b"\xff"


@pytest.mark.parametrize("bomb", [doubled(), repeated(), bytes(MOST_BYTES + 1)])
def test_data_that_grows_when_decoded_is_refused(bomb: bytes):
    with pytest.raises(NoAttestation):
        check_data(bomb)
    with pytest.raises(NoAttestation):
        check_attestation(bomb)


def test_it_is_refused_in_chunks_too():
    attestation = b"\xa1" + cbor2.dumps("authData") + in_chunks(doubled())
    with pytest.raises(NoAttestation):
        check_attestation(attestation)


def test_an_authenticators_own_is_accepted():
    made = Authenticator().make({"challenge": "x"})
    check_attestation(decoded(made["response"]["attestationObject"]))
