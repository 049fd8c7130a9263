"""The ceremonies of WebAuthn: options for browsers, and checks of their answers.

The library is imported where it is used, as that takes a quarter of a second, and few need it.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from msgspec import Struct

from domain.record.visibility import JsonObject
from service.people.parties import Party
from service.texts import house_name

MILLISECONDS = 300_000
MOST_BYTES = 8 * 1024
"""The most bytes of an attestation: enough for several certificates.

We ask for none; then an attestation has some 200 bytes.
"""
MOST_REFERENCES = 8

# Tags 25 and 29, in all forms of these numbers: references to an earlier string or value.
_REFERENCE = re.compile(rb"(?:\xd8|\xd9\0|\xda\0{3}|\xdb\0{7})[\x19\x1d]")


class PasskeyRefused(Exception):
    """A passkey's answer is not valid; the argument names the case: ``challenge``, ``answer``,
    ``unknown`` or ``known``."""


class NoAttestation(ValueError):
    """No authenticator writes such bytes."""


class StoredPasskey(Struct, frozen=True):
    """A stored passkey: its credential, and the name that its owner sees.

    ``last_used`` is a day.
    """

    id: str
    credential: bytes
    public_key: bytes
    sign_count: int
    name: str
    created_at: str
    last_used: str | None = None


def passkey_id(credential: bytes) -> str:
    """Return the id under which a credential is stored."""
    return sha256(credential).hexdigest()


def options_to_register(
    party: Party, challenge: bytes, player_id: str, name: str, known: Sequence[StoredPasskey]
) -> JsonObject:
    """Return the options for ``navigator.credentials.create``, in JSON.

    The passkey is discoverable, so that its owner can sign in without giving a name.
    """
    import webauthn  # noqa: PLC0415 (see above)
    from webauthn.helpers import structs  # noqa: PLC0415

    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=house_name(),
        user_id=player_id.encode(),
        user_name=name,
        challenge=challenge,
        timeout=MILLISECONDS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(k.credential) for k in known],
    )
    return _in_json(options)


def options_to_sign_in(party: Party, challenge: bytes) -> JsonObject:
    """Return the options for ``navigator.credentials.get``, in JSON."""
    import webauthn  # noqa: PLC0415

    options = webauthn.generate_authentication_options(
        rp_id=party.id, challenge=challenge, timeout=MILLISECONDS
    )
    return _in_json(options)


def challenge_in(credential: JsonObject) -> bytes:
    """Return the challenge that an answer claims to answer. Raises PasskeyRefused."""
    from webauthn.helpers import parse_client_data_json  # noqa: PLC0415

    with _refusing():
        client_data = _bytes_in(credential, "clientDataJSON")
        return bytes(parse_client_data_json(client_data).challenge)


def credential_in(credential: JsonObject) -> bytes:
    """Return the id of an answer's credential. Raises PasskeyRefused."""
    from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415

    with _refusing():
        return base64url_to_bytes(credential["id"])


def registered(
    party: Party, challenge: bytes, credential: JsonObject, name: str, now: str
) -> StoredPasskey:
    """Return the passkey that an answer registers. Raises PasskeyRefused."""
    import webauthn  # noqa: PLC0415

    with _refusing():
        check_attestation(_bytes_in(credential, "attestationObject"))
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    return StoredPasskey(
        id=passkey_id(verified.credential_id),
        credential=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        name=name,
        created_at=now,
    )


def new_sign_count(
    party: Party, challenge: bytes, credential: JsonObject, passkey: StoredPasskey
) -> int:
    """Return a passkey's counter after its answer.

    Raises PasskeyRefused, also if the counter went back: then the passkey was copied.
    """
    import webauthn  # noqa: PLC0415

    with _refusing():
        check_data(_bytes_in(credential, "authenticatorData"))
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    return int(verified.new_sign_count)


def check_attestation(attestation: bytes) -> None:
    """Raise an error if an attestation object in CBOR is costly or impossible to decode."""
    import cbor2  # noqa: PLC0415

    check_data(attestation)
    # The decoded part is checked, too, as it may be written in chunks.
    check_data(cbor2.loads(attestation)["authData"])


def check_data(data: bytes) -> None:
    """Raise NoAttestation if bytes are costly to decode."""
    # Thirty nested lists, each of which refers twice to the one before, have 300 bytes, and hashing
    # or encoding them takes hours. Authenticators write no tags at all; a few references pass, as
    # random bytes may look like one.
    if len(data) > MOST_BYTES or len(_REFERENCE.findall(data)) > MOST_REFERENCES:
        raise NoAttestation


def _bytes_in(credential: JsonObject, name: str) -> bytes:
    """Return a part of an answer's response."""
    from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415

    return base64url_to_bytes(credential["response"][name])


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise PasskeyRefused for any error of the library."""
    try:
        yield
    except Exception as error:  # the library lets its decoders' errors through
        raise PasskeyRefused("answer") from error


def _in_json(options: Any) -> JsonObject:
    from webauthn import options_to_json  # noqa: PLC0415

    written: JsonObject = json.loads(options_to_json(options))
    return written
