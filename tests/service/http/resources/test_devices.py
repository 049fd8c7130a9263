"""Devices over HTTP: a list with names and days, and signing out permanently."""

from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.answering import streaming
from service.people.devices import hash_secret
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person
from tests.service.office import FakeClock

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
DAY = timedelta(days=1)


def begun(api: Api, **given: str) -> FlaskClient:
    client = api.client
    answer = client.post(f"{BASE}/session", json=given, headers={"User-Agent": FIREFOX})
    assert answer.status_code == 201
    return client


def devices(api: Api, who: Person, **more: Any) -> list[dict[str, Any]]:
    return list(api.get("/me/devices", who, **more)["devices"])


def test_each_session_is_a_device_with_a_name_and_its_days(api: Api, ada: Person, time: FakeClock):
    client = begun(api, token=ada.token)
    began = time.now()
    time.later(DAY)
    client.get(f"{BASE}/me")
    own, phone = devices(api, ada)
    assert (own["name"], own["current"]) == ("API token", True)
    assert (phone["name"], phone["current"]) == ("Firefox, Android", False)
    assert (phone["since"], phone["last_seen"]) == (began, time.now()[:10])


def test_a_player_who_begins_by_name_has_one_device_that_is_the_browser(api: Api):
    client = begun(api, name="Ada")
    (only,) = client.get(f"{BASE}/me/devices").json["devices"]
    assert (only["name"], only["current"]) == ("Firefox, Android", True)


def test_an_id_is_neither_a_token_nor_its_hash(api: Api, ada: Person, store: RedisStore):
    (device,) = devices(api, ada)
    assert device["id"] not in hash_secret(ada.token)
    assert device["id"].encode() not in store.client.hget(f"player:{ada.player_id}", "token")


def test_a_signed_out_device_has_no_access_and_no_record(api: Api, ada: Person, store: RedisStore):
    client = begun(api, token=ada.token)
    client.get(f"{BASE}/me")
    phone = devices(api, ada)[1]
    api.ask("DELETE", f"/me/devices/{phone['id']}", ada, expect=204)
    assert client.get(f"{BASE}/me").status_code == 401
    assert [each["name"] for each in devices(api, ada)] == ["API token"]
    fields = {f.decode().partition(":")[0] for f in store.client.hkeys(f"player:{ada.player_id}")}
    assert fields >= {"device", "seen"}
    assert len([f for f in store.client.hkeys(f"player:{ada.player_id}") if b":" in f]) == 2
    assert len(store.client.keys("token:*")) == 1


def test_all_others_are_signed_out_and_the_asker_stays(api: Api, ada: Person):
    clients = [begun(api, token=ada.token) for _ in range(3)]
    code = api.ask("POST", "/session/transfer", ada, json={}, expect=201).json["transfer"]
    assert clients[1].delete(f"{BASE}/me/devices").status_code == 204
    assert [c.get(f"{BASE}/me").status_code for c in clients] == [401, 200, 401]
    assert api.ask("GET", "/me", ada).status_code == 401
    assert api.ask("POST", "/session", json={"transfer": code}).status_code == 401
    assert len(clients[1].get(f"{BASE}/me/devices").json["devices"]) == 1


def test_a_device_can_sign_itself_out(api: Api, ada: Person):
    api.ask("DELETE", f"/me/devices/{devices(api, ada)[0]['id']}", ada, expect=204)
    assert api.ask("GET", "/me", ada).status_code == 401


def test_a_stream_of_a_signed_out_device_ends(api: Api, ada: Person, bob: Person, monkeypatch):
    game, client = api.game(ada, bob), begun(api, token=ada.token)
    monkeypatch.setattr(streaming, "KEEP_ALIVE_SECONDS", 0.01)
    stream = client.get(f"{BASE}/games/{game}/stream")
    pieces = iter(stream.response)
    next(pieces)
    api.ask("DELETE", f"/me/devices/{devices(api, ada)[1]['id']}", ada, expect=204)
    assert not any(b"nothing" in piece for piece in pieces)  # otherwise it would go on for ever


@pytest.mark.parametrize("name", ["x", "0" * 16])
def test_only_a_device_of_ones_own_is_signed_out(api: Api, ada: Person, bob: Person, name: str):
    for device in (name, devices(api, bob)[0]["id"]):
        answer = api.ask("DELETE", f"/me/devices/{device}", ada)
        assert (answer.status_code, answer.json["code"]) == (404, "not_found")
    assert api.get("/me", bob)["name"] == "Bob"


def test_devices_need_a_token(api: Api):
    for method, path in (("GET", ""), ("DELETE", ""), ("DELETE", "/x")):
        assert api.ask(method, f"/me/devices{path}").status_code == 401


def test_a_transfer_code_is_named_until_it_is_used_or_too_old(
    api: Api, ada: Person, time: FakeClock
):
    code = api.ask("POST", "/session/transfer", ada, json={}, expect=201).json["transfer"]
    german = {"Accept-Language": "de"}
    assert [d["name"] for d in devices(api, ada, headers=german)] == [
        "API-Token",
        "Link für ein anderes Gerät, noch nicht benutzt",
    ]
    begun(api, transfer=code)
    assert devices(api, ada)[1]["name"] == "Firefox, Android"
    api.ask("POST", "/session/transfer", ada, json={}, expect=201)
    time.later(timedelta(minutes=11))
    assert len(devices(api, ada)) == 2


def test_players_from_before_keep_their_tokens_as_devices_without_a_name(
    api: Api, store: RedisStore
):
    tokens = [f"ana_{number}" for number in range(4)]
    for token in tokens:
        store.client.set(f"token:{hash_secret(token)}", "pold")
    stored = {"name": "Old", "locale": "en", "notifications": "no", "created_at": "2025-01-01"}
    sessions = "".join(f" {hash_secret(token)}" for token in tokens[1:])
    store.client.hset(
        "player:pold", mapping={**stored, "token": hash_secret(tokens[0]), "sessions": sessions}
    )
    old = [Person("pold", "Old", token) for token in tokens]
    known = devices(api, old[0])
    assert [(d["name"], d["since"]) for d in known] == [(None, None)] * 4
    assert [d["current"] for d in known] == [True, False, False, False]
    api.ask("DELETE", f"/me/devices/{known[2]['id']}", old[0], expect=204)
    assert [api.ask("GET", "/me", each).status_code for each in old] == [200, 200, 401, 200]


def test_the_last_use_is_written_once_a_day(
    api: Api, ada: Person, store: RedisStore, time: FakeClock, monkeypatch
):
    calls: list[str] = []
    real = store.client.evalsha

    def counted(digest: str, keys: int, key: str, *more: Any) -> Any:
        calls.extend(str(each) for each in more if each == "seen")
        return real(digest, keys, key, *more)

    monkeypatch.setattr(store.client, "evalsha", counted)
    for _ in range(5):
        api.get("/me", ada)
    assert len(calls) == 1
    time.later(DAY)
    api.get("/me", ada)
    assert len(calls) == 2


def test_what_is_forgotten_of_sessions_that_ended_is_all(api: Api, ada: Person, store: RedisStore):
    for _ in range(20):
        begun(api, token=ada.token).get(f"{BASE}/me")
    fields = store.client.hkeys(f"player:{ada.player_id}")
    assert len([f for f in fields if f.startswith(b"device:")]) == 17
    begun(api, token=ada.token).delete(f"{BASE}/session")
    token = api.ask("POST", "/me/token", ada, json={}, expect=201).json["token"]
    fields = [f for f in store.client.hkeys(f"player:{ada.player_id}") if b":" in f]
    assert fields == [f"device:{hash_secret(token)}".encode()]
