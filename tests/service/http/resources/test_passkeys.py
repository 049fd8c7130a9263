"""Passkeys over HTTP: made once, used often, and no answer counts twice."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from werkzeug.test import TestResponse

from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person
from tests.service.http.with_passkeys import JsonObject, asked, made, options, sent
from tests.service.office import FakeClock
from tests.service.people.authenticator import EXTENDED, Authenticator, decoded, doubled, encoded


def refused(answer: TestResponse, code: str = "passkey_refused", status: int = 403) -> bool:
    assert (answer.status_code, answer.json["code"]) == (status, code)
    return "Set-Cookie" not in answer.headers


def test_a_new_browser_comes_back_by_a_passkey_and_is_a_device_of_its_own(api: Api, ada: Person):
    key = made(api, ada)
    client, answer = sent(api, key.get(asked(api)))
    assert answer.status_code == 201
    assert answer.json == {"player_id": ada.player_id, "name": "Ada"}
    assert client.get(f"{BASE}/me").json["player_id"] == ada.player_id
    assert len(api.get("/me/devices", ada)["devices"]) == 2
    client.delete(f"{BASE}/session")
    assert api.get("/me", ada)["name"] == "Ada"


def test_options_ask_for_a_discoverable_credential_of_this_host(api: Api, ada: Person):
    told = options(api, ada)
    assert told["rp"]["id"] == "localhost"
    assert told["authenticatorSelection"]["residentKey"] == "required"
    assert told["authenticatorSelection"]["userVerification"] == "preferred"
    key = made(api, ada)
    (known,) = options(api, ada)["excludeCredentials"]
    assert decoded(known["id"]) == key.credential
    assert asked(api).get("allowCredentials", []) == []


def test_the_list_shows_name_and_days_and_no_key(api: Api, ada: Person, time: FakeClock):
    firefox = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"}
    key = Authenticator()
    body = {"credential": key.make(options(api, ada))}
    shown = api.ask("POST", "/me/passkeys", ada, json=body, headers=firefox, expect=201).json
    assert shown == {**shown, "name": "Firefox, Linux", "last_used": None}
    time.later(timedelta(days=2))
    sent(api, key.get(asked(api)))
    assert api.get("/me/passkeys", ada)["passkeys"] == [{**shown, "last_used": time.now()[:10]}]
    assert shown.keys() == {"id", "name", "created_at", "last_used"}


def test_an_answer_counts_once(api: Api, ada: Person):
    key = made(api, ada)
    key.count = -1  # one that never counts: only the challenge shows a repetition
    answer = key.get(asked(api))
    assert sent(api, answer)[1].status_code == 201
    assert refused(sent(api, answer)[1])


def test_a_registration_counts_once(api: Api, ada: Person):
    body = {"credential": Authenticator().make(options(api, ada))}
    api.ask("POST", "/me/passkeys", ada, json=body, expect=201)
    assert refused(api.ask("POST", "/me/passkeys", ada, json=body))
    assert len(api.get("/me/passkeys", ada)["passkeys"]) == 1


def test_an_answer_that_takes_for_ever_to_decode_is_refused_at_once(api: Api, ada: Person):
    credential = Authenticator().make(options(api, ada))
    credential["response"]["attestationObject"] = encoded(doubled())
    assert refused(api.ask("POST", "/me/passkeys", ada, json={"credential": credential}))


def test_a_sign_in_that_takes_for_ever_to_decode_is_refused_at_once(api: Api, ada: Person):
    answer = made(api, ada).get(asked(api))
    data = decoded(answer["response"]["authenticatorData"])
    extended = data[:32] + bytes([data[32] | EXTENDED]) + data[33:] + doubled()
    answer["response"]["authenticatorData"] = encoded(extended)
    assert refused(sent(api, answer)[1])


def test_a_challenge_is_too_old_after_five_minutes(api: Api, ada: Person, time: FakeClock):
    key = made(api, ada)
    answer, body = key.get(asked(api)), {"credential": Authenticator().make(options(api, ada))}
    time.later(timedelta(minutes=5, seconds=1))
    assert refused(sent(api, answer)[1])
    assert refused(api.ask("POST", "/me/passkeys", ada, json=body))


def test_a_challenge_is_for_one_player_and_one_purpose(api: Api, ada: Person, bob: Person):
    bobs = {"credential": Authenticator().make(options(api, bob))}
    assert refused(api.ask("POST", "/me/passkeys", ada, json=bobs))
    for_sign_in = {"credential": Authenticator().make(asked(api))}
    assert refused(api.ask("POST", "/me/passkeys", ada, json=for_sign_in))
    key = made(api, ada)
    assert refused(sent(api, key.get(options(api, ada)))[1])


@pytest.mark.parametrize("count", [1, 2, 0])
def test_a_counter_that_goes_back_or_stands_still_opens_nothing(api: Api, ada: Person, count: int):
    key = made(api, ada)
    key.count = 1
    assert sent(api, key.get(asked(api)))[1].status_code == 201
    key.count = count - 1
    assert refused(sent(api, key.get(asked(api)))[1])
    key.count = 2
    assert sent(api, key.get(asked(api)))[1].status_code == 201


def test_an_authenticator_that_never_counts_may_be_used_again(api: Api, ada: Person):
    key = made(api, ada)
    for _ in range(2):
        key.count = -1
        assert sent(api, key.get(asked(api)))[1].status_code == 201


@pytest.mark.parametrize(
    "wrong", [{"origin": "http://evil.test"}, {"origin": "https://localhost"}, {"rp_id": "evil"}]
)
def test_an_answer_from_another_origin_counts_for_nothing(api: Api, ada: Person, wrong):
    key = made(api, ada)
    assert refused(sent(api, replace(key, **wrong).get(asked(api)))[1])
    body = {"credential": Authenticator(**wrong).make(options(api, ada))}
    assert refused(api.ask("POST", "/me/passkeys", ada, json=body))


def test_another_key_does_not_open_the_account_of_a_known_id(api: Api, ada: Person):
    key = made(api, ada)
    forged = Authenticator(credential=key.credential)
    assert refused(sent(api, forged.get(asked(api)))[1])


BROKEN: list[Callable[[JsonObject], JsonObject]] = [
    lambda _: {},
    lambda told: {**told, "id": 5},
    lambda told: {**told, "id": "é"},
    lambda told: {**told, "type": "password"},
    lambda told: {**told, "response": []},
    lambda told: {**told, "response": {**told["response"], "clientDataJSON": "!"}},
    lambda told: {**told, "response": {**told["response"], "clientDataJSON": encoded(b"[]")}},
    lambda told: {**told, "response": {**told["response"], "authenticatorData": "AAAA"}},
    lambda told: {**told, "response": {**told["response"], "signature": None}},
]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_answer_is_refused_and_fails_nothing(api: Api, ada: Person, broken):
    key = made(api, ada)
    assert refused(sent(api, broken(key.get(asked(api))))[1])
    body = {"credential": broken(Authenticator().make(options(api, ada)))}
    answer = api.ask("POST", "/me/passkeys", ada, json=body)
    assert answer.status_code in (201, 403)  # some of the faults concern a sign-in alone


def test_a_credential_is_one_players_only(api: Api, ada: Person, bob: Person):
    key = made(api, ada)
    body = {"credential": key.make(options(api, bob))}
    assert refused(api.ask("POST", "/me/passkeys", bob, json=body))
    assert sent(api, key.get(asked(api)))[1].json["name"] == "Ada"


def test_a_player_has_ten_at_most(api: Api, ada: Person):
    for _ in range(10):
        made(api, ada)
    body = {"credential": Authenticator().make(options(api, ada))}
    assert refused(api.ask("POST", "/me/passkeys", ada, json=body), "too_many_passkeys", 409)
    one = api.get("/me/passkeys", ada)["passkeys"][0]["id"]
    api.ask("DELETE", f"/me/passkeys/{one}", ada, expect=204)
    made(api, ada)


def test_a_deleted_passkey_opens_nothing(api: Api, ada: Person, bob: Person, store: RedisStore):
    key = made(api, ada)
    (passkey,) = api.get("/me/passkeys", ada)["passkeys"]
    statuses = [
        api.ask("DELETE", f"/me/passkeys/{passkey['id']}", who).status_code
        for who in (bob, ada, ada)
    ]
    assert statuses == [404, 204, 404]
    assert refused(sent(api, key.get(asked(api)))[1])
    assert store.client.keys("passkey*") == []


def test_a_player_who_leaves_takes_the_passkeys_along(api: Api, ada: Person, store: RedisStore):
    key = made(api, ada)
    late = {"credential": Authenticator().make(options(api, ada))}
    api.ask("DELETE", "/me", ada, expect=204)
    assert refused(sent(api, key.get(asked(api)))[1])
    assert api.ask("POST", "/me/passkeys", ada, json=late).status_code == 401
    assert store.client.keys("passkey*") == []


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost:8000", 200), ("127.0.0.1", 409), ("games.example", 409), ("[::1]", 409)],
)
def test_there_are_passkeys_only_where_browsers_make_them(api: Api, host: str, status: int):
    answer = api.ask("POST", "/session/passkey/options", json={}, headers={"Host": host})
    assert answer.status_code == status
    if status == 409:
        assert refused(answer, "passkeys_unavailable", 409)


def test_the_public_address_is_the_party_whatever_host_is_asked(api: Api, ada: Person, monkeypatch):
    own = api.app.extensions["anabasis"]
    config = Config(rate_limit=False, url="https://games.example/")
    monkeypatch.setitem(api.app.extensions, "anabasis", replace(own, config=config))
    assert asked(api)["rpId"] == "games.example"
    key = Authenticator(origin="https://games.example", rp_id="games.example")
    assert sent(api, made(api, ada, key).get(asked(api)))[1].status_code == 201


def test_passkeys_of_a_player_need_a_token(api: Api):
    for method, path in (("GET", ""), ("POST", "/options"), ("POST", ""), ("DELETE", "/x")):
        body = {"json": {}} if method == "POST" else {}
        assert api.ask(method, f"/me/passkeys{path}", **body).status_code == 401
