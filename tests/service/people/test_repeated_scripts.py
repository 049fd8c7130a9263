"""Accounts whose scripts run twice, as the client sends again what it had no reply to."""

import pytest

from service.people.ceremonies import StoredPasskey
from service.people.passkeys import MOST, PlayerPasskeys
from service.people.scoped_tokens import MOST_TOKENS, TooManyTokens
from service.people.sign_in_links import TRIES, CodeWrong, LinkVoid, SignInLinks
from service.store.redis_store import RedisStore
from tests.service.people.stores import People, people_of

pytestmark = pytest.mark.usefixtures("repeated_scripts")


def passkey(number: int) -> StoredPasskey:
    return StoredPasskey(f"id{number}", b"", b"", 0, f"Key {number}", "2026-11-24")


@pytest.fixture
def passkeys(store: RedisStore) -> PlayerPasskeys:
    return PlayerPasskeys(store.client)


@pytest.fixture
def people(store: RedisStore) -> People:
    return people_of(store.client)


@pytest.fixture
def ada(people: People) -> str:
    player, _ = people.players.create("Ada")
    return player.id


def test_the_last_passkey_that_fits_is_kept(passkeys: PlayerPasskeys, ada: str):
    for number in range(MOST):
        passkeys.add(ada, passkey(number))
    assert passkeys.find(f"id{MOST - 1}") == (ada, passkey(MOST - 1))


def test_a_passkey_signs_in(passkeys: PlayerPasskeys, ada: str):
    passkeys.add(ada, passkey(0))
    passkeys.use(ada, passkey(0), 1)
    assert passkeys.find("id0")[1].sign_count == 1


def test_a_wrong_code_counts_once(store: RedisStore):
    links = SignInLinks(store.client)
    link = links.create("ada@example.org", "browser")
    for _ in range(TRIES - 1):
        with pytest.raises(CodeWrong):
            links.check(link.token, "", "wrong")
    with pytest.raises(LinkVoid):
        links.check(link.token, "", "wrong")


def test_the_last_scoped_token_that_fits_is_made(people: People, ada: str):
    for _ in range(MOST_TOKENS):
        _, token = people.scoped_tokens.make(ada, "Bot", ("play",), 1)
    assert people.scoped_tokens.player_of(token) == (ada, frozenset({"play"}))
    with pytest.raises(TooManyTokens):
        people.scoped_tokens.make(ada, "Bot", ("play",), 1)


def test_sixteen_sessions_stay_open(people: People, ada: str):
    tokens = [people.sessions.open(ada) for _ in range(16)]
    assert [people.sessions.id_of_token(token) for token in tokens] == [ada] * 16
