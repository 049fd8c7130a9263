"""Chance: documented to the bit, uniform, and a function of secret, contributions and label."""

import hashlib
import hmac
from collections import Counter
from itertools import islice

import pytest

from domain.record import chance

SECRET = bytes(range(32))


def by_hand(secret: bytes, contributions: list[str], label: str):
    """The documented stream, written out independently."""
    message = "\n".join(["anabasis chance 1", *contributions]).encode()
    key = hmac.new(secret, message, hashlib.sha256).digest()
    i = 0
    while True:
        block = hmac.new(key, f"{label}:{i}".encode(), hashlib.sha256).digest()
        for k in range(8):
            yield int.from_bytes(block[4 * k : 4 * k + 4], "big")
        i += 1


def test_a_shuffle_is_the_documented_one():
    words = by_hand(SECRET, ["aa", "bb"], "supply:0")
    deck = list(range(55))
    for i in range(54, 0, -1):
        n = i + 1
        word = next(w for w in words if w < 2**32 - 2**32 % n)
        j = word % n
        deck[i], deck[j] = deck[j], deck[i]
    assert chance.game_chance(SECRET, ["aa", "bb"]).shuffled("supply:0", range(55)) == tuple(deck)


def test_a_known_shuffle_is_that_of_version_1():
    luck = chance.game_chance(SECRET, ["aa", "bb"])
    assert "".join(luck.shuffled("known", "abcdefgh")) == "dhbgceaf"


def test_words_past_the_last_whole_multiple_are_rejected():
    words = iter([2**32 - 1, 2**32 - 2, 5])
    assert chance._below(words, 3) == (2**32 - 2) % 3
    assert chance._below(words, 3) == 2


def test_a_first_word_that_is_too_large_is_skipped(monkeypatch: pytest.MonkeyPatch):
    luck = chance.game_chance(SECRET, ["aa", "bb"])
    first, second, third = islice(by_hand(SECRET, ["aa", "bb"], "rejected"), 3)
    assert luck.below("rejected", 1000) == first % 1000
    monkeypatch.setattr(chance, "_limit", lambda _: min(first, second, third + 1))
    assert third < min(first, second)
    assert luck.below("rejected", 1000) == third % 1000


def test_every_seat_changes_the_luck():
    lucks = {
        chance.game_chance(SECRET, c).key
        for c in (["aa", "bb"], ["aa", "bc"], ["bb", "aa"], [None, "b"])
    }
    assert len(lucks) == 4


def test_a_die_is_a_function_of_its_number():
    luck = chance.game_chance(SECRET, [])
    assert [luck.die(n) for n in range(1, 9)] == [luck.die(n) for n in range(1, 9)]
    assert {luck.die(n) for n in range(1, 100)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("n", [2, 3, 5, 55])
def test_numbers_below_n_are_uniform_by_chi_square(n):
    luck = chance.game_chance(SECRET, [])
    draws = 4_000
    counts = Counter(luck.below(f"uniform:{i}", n) for i in range(draws))
    chi = sum((counts[k] - draws / n) ** 2 / (draws / n) for k in range(n))
    assert chi < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_the_commitment_is_the_sha256_of_the_secret():
    assert chance.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_a_seed_gives_the_same_secret_in_either_case():
    assert chance.secret_of_seed("ABCD") == chance.secret_of_seed("abcd")
    assert chance.secret_of_seed("abcd") != chance.secret_of_seed("abce")
