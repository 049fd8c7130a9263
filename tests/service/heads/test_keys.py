"""Signing keys: one for all processes, rotated, and never shown."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from clients.audit.ed25519 import is_signature
from service.heads.keys import SigningKeys
from service.store.redis_store import RedisStore


@pytest.fixture
def keys(store: RedisStore) -> SigningKeys:
    return SigningKeys(store.client)


def test_all_processes_sign_with_one_key(keys: SigningKeys, store: RedisStore):
    assert keys.sign(b"text") == SigningKeys(store.client).sign(b"text")
    assert len(keys.published()) == 1


def test_a_signature_is_that_of_the_published_key(keys: SigningKeys):
    key, signature = keys.sign(b"text")
    assert key == keys.published()[0]
    assert key.key_id == hashlib.sha256(bytes.fromhex(key.public_key)).hexdigest()[:16]
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.public_key)).verify(signature, b"text")


def test_after_a_rotation_another_key_signs_and_the_first_private_half_is_gone(
    keys: SigningKeys, store: RedisStore
):
    before, _ = keys.sign(b"text")
    newest = keys.rotate()
    after, signature = keys.sign(b"text")
    assert after == newest != before
    assert keys.published() == (before, after)
    entries = store.client.lrange("{heads}:keys", 0, -1)
    assert [b"private" in entry for entry in entries] == [False, True]
    assert is_signature(bytes.fromhex(after.public_key), signature, b"text")


def test_no_published_key_has_its_private_half(keys: SigningKeys):
    keys.rotate()
    assert "private='" not in repr(keys.published())


def test_a_process_hears_of_a_rotation_within_seconds(store: RedisStore):
    now = [0.0]
    other = SigningKeys(store.client, lambda: now[0])
    before, _ = other.sign(b"text")
    newest = SigningKeys(store.client).rotate()
    now[0] += 3
    assert other.sign(b"text")[0] == newest != before


def test_two_rotations_at_once_make_one_key(keys: SigningKeys, store: RedisStore):
    keys.sign(b"")
    (first,) = keys._read()
    keys._push(1, first)
    keys._push(1, first)
    assert store.client.llen("{heads}:keys") == 2


def test_the_audit_s_own_check_of_signatures_agrees_with_the_library():
    for number in range(6):
        private = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        public, text = private.public_key().public_bytes_raw(), b"text" * number
        signature = private.sign(text)
        assert is_signature(public, signature, text)
        assert not is_signature(public, signature, text + b".")
        assert not is_signature(public, signature[:-1], text)
        for place in (0, 31, 32, 63):
            spoiled = bytearray(signature)
            spoiled[place] ^= 1
            assert not is_signature(public, bytes(spoiled), text)
        assert not is_signature(bytes(32), signature, text)
        s = (
            int.from_bytes(signature[32:], "little")
            + 2**252
            + 27742317777372353535851937790883648493
        )
        assert not is_signature(public, signature[:32] + s.to_bytes(32, "little"), text)


def test_a_known_signature_of_rfc_8032_holds():
    key = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    signature = (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert is_signature(bytes.fromhex(key), bytes.fromhex(signature), b"\x72")
