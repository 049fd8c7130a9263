"""Scoped tokens as several processes know them, and beside an older release."""

import pytest

from service.people.player import PlayerUnknown
from service.store.redis_store import RedisStore
from tests.service.people.stores import people_of
from tests.waiting import eventually


def test_the_process_that_revokes_a_token_refuses_it_at_once(real_store: RedisStore):
    people = people_of(real_store.client)
    ada, _ = people.players.create("Ada")
    tokens = people.scoped_tokens
    made, token = tokens.make(ada.id, "Bot", ("play",), 1)
    eventually(lambda: tokens.player_of(token) and people.kept.is_listening)
    tokens.end(ada.id, made.id)
    assert tokens.player_of(token) is None


def test_other_processes_refuse_a_revoked_token_once_they_hear_of_it(real_store: RedisStore):
    here, there = people_of(real_store.client), people_of(real_store.client)
    ada, _ = here.players.create("Ada")
    made, token = here.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    eventually(lambda: there.scoped_tokens.player_of(token) and there.kept.is_listening)
    here.scoped_tokens.end(ada.id, made.id)
    eventually(lambda: there.scoped_tokens.player_of(token) is None)


def test_a_known_token_is_not_read_again(real_store: RedisStore, monkeypatch: pytest.MonkeyPatch):
    people = people_of(real_store.client)
    ada, _ = people.players.create("Ada")
    _, token = people.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    reads: list[str] = []
    read = real_store.client.hmget

    def counted(key: str, *fields: str) -> object:
        reads.append(key)
        return read(key, *fields)

    monkeypatch.setattr(real_store.client, "hmget", counted)

    def is_remembered() -> bool:
        before = len(reads)
        assert people.scoped_tokens.player_of(token)
        return len(reads) == before

    eventually(is_remembered)


def test_without_word_of_changes_every_use_is_read(store: RedisStore):
    here, there = people_of(store.client), people_of(store.client)
    ada, _ = here.players.create("Ada")
    made, token = here.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    assert there.scoped_tokens.player_of(token)
    here.scoped_tokens.end(ada.id, made.id)
    assert there.scoped_tokens.player_of(token) is None


def test_an_older_release_knows_no_scoped_token(store: RedisStore):
    # It looks under `token:` alone, where none is stored.
    people = people_of(store.client)
    ada, _ = people.players.create("Ada")
    _, token = people.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    assert people.sessions.id_of_token(token) is None
    assert len(store.client.keys("token:*")) == 1


def test_a_player_deleted_by_an_older_release_has_no_token_left(store: RedisStore):
    people = people_of(store.client)
    ada, _ = people.players.create("Ada")
    _, token = people.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    store.client.delete(f"player:{ada.id}")
    assert people.scoped_tokens.player_of(token) is None
    with pytest.raises(PlayerUnknown):
        people.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    assert not store.client.exists(f"player:{ada.id}")


def test_on_a_cluster_a_token_is_made_used_and_revoked(cluster_url: str):
    people = people_of(RedisStore.of_url(cluster_url).client)
    ada, _ = people.players.create("Ada")
    made, token = people.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    assert people.scoped_tokens.player_of(token) == (ada.id, frozenset({"play"}))
    (listed,) = people.scoped_tokens.of(ada.id, token)
    assert (listed.id, listed.last_used is None, listed.current) == (made.id, False, True)
    people.sessions.replace(ada.id)
    assert people.scoped_tokens.player_of(token) is None


def replaced_by_an_older_release(store: RedisStore, player: str) -> None:
    """Write what `POST /me/token` of a release without scoped tokens writes."""
    store.client.hset(f"player:{player}", mapping={"token": "e" * 64, "void": "", "sessions": ""})


def test_an_account_token_that_an_older_release_replaced_voids_scoped_tokens(store: RedisStore):
    people = people_of(store.client)
    ada, _ = people.players.create("Ada")
    tokens = people.scoped_tokens
    _, token = tokens.make(ada.id, "Bot", ("play",), 1)
    replaced_by_an_older_release(store, ada.id)
    assert tokens.player_of(token) is None
    assert tokens.of(ada.id, "") == []
    _, newer = tokens.make(ada.id, "Bot", ("play",), 1)  # which brings no older one back
    assert tokens.player_of(token) is None
    assert tokens.player_of(newer) is not None


def test_no_end_of_a_session_brings_a_void_token_back(store: RedisStore):
    people = people_of(store.client)
    ada, _ = people.players.create("Ada")
    _, token = people.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    first = people.sessions.replace(ada.id)
    _, newer = people.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    replaced_by_an_older_release(store, ada.id)
    people.sessions.end(first)
    store.client.hset(f"player:{ada.id}", "token", "")  # the newest one ends, too
    assert people.scoped_tokens.player_of(token) is None
    assert people.scoped_tokens.player_of(newer) is None


def test_a_scoped_token_outlives_the_session_that_made_it(store: RedisStore):
    people = people_of(store.client)
    ada, account = people.players.create("Ada")
    _, token = people.scoped_tokens.make(ada.id, "Bot", ("play",), 1)
    people.sessions.end(account)
    assert people.scoped_tokens.player_of(token) is not None
    people.scoped_tokens.make(ada.id, "Other", ("play",), 1)
    assert people.scoped_tokens.player_of(token) is not None
