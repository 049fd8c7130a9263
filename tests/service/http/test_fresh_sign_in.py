"""A fresh sign-in: hosts act within an hour of one, and no session made from another counts."""

from datetime import timedelta

import pytest

from service.context import Services
from service.machine import clock
from service.moderation.actions import sign_in_link
from tests.service.api import Api, Person
from tests.service.office import FakeClock


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    fake = FakeClock()
    monkeypatch.setattr(clock, "now", fake.now)
    monkeypatch.setattr(clock, "now_ms", lambda: int(fake.time.timestamp() * 1000))
    return fake


@pytest.fixture
def host(own: Services, time: FakeClock, eve: Person) -> Person:
    own.players.set_role(eve.player_id, "host")
    return eve


def code_of(api: Api, who: Person) -> tuple[int, str]:
    answer = api.ask("GET", "/host/acts", who)
    return answer.status_code, (answer.json or {}).get("code", "")


def by_cookie(api: Api, **body: str) -> Person:
    """The session that a browser begins."""
    answer = api.ask("POST", "/session", json=body, expect=201)
    cookie = answer.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    return Person(answer.json["player_id"], answer.json["name"], cookie)


def test_a_sign_in_lets_a_host_act_for_an_hour(api: Api, host: Person, time: FakeClock):
    time.later(timedelta(minutes=60))
    assert code_of(api, host) == (200, "")
    time.later(timedelta(seconds=1))
    assert code_of(api, host) == (403, "sign_in_stale")


def test_a_host_s_link_is_a_sign_in(api: Api, own: Services, host: Person, time: FakeClock):
    time.later(timedelta(days=1))
    link = sign_in_link(own, host.player_id, "", "root@house")
    signed_in = by_cookie(api, transfer=link.partition("#transfer=")[2])
    assert code_of(api, signed_in) == (200, "")
    assert code_of(api, host) == (403, "sign_in_stale")
    time.later(timedelta(hours=2))
    assert code_of(api, signed_in) == (403, "sign_in_stale")


def test_what_a_session_makes_is_no_sign_in(api: Api, host: Person, time: FakeClock):
    code = api.ask("POST", "/session/transfer", host, json={}, expect=201).json["transfer"]
    for begun in (by_cookie(api, transfer=code), by_cookie(api, token=host.token)):
        assert code_of(api, begun) == (403, "sign_in_stale")
    replaced = api.ask("POST", "/me/token", host, json={}, expect=201).json["token"]
    assert code_of(api, Person(host.player_id, "Eve", replaced)) == (403, "sign_in_stale")


def test_a_device_of_an_older_release_is_no_sign_in(api: Api, own: Services, host: Person):
    client, key = own.read_models.client, f"player:{host.player_id}"
    for field in client.hkeys(key):
        if field.startswith(b"device:"):
            client.hset(key, field, b'{"name":"api_token","since":"2026-11-21T12:00:00.000Z"}')
    assert code_of(api, host) == (403, "sign_in_stale")


def test_members_learn_nothing_of_their_sign_in(
    api: Api, host: Person, ada: Person, time: FakeClock
):
    time.later(timedelta(days=1))
    assert code_of(api, ada) == (403, "no_right")


def test_a_moderator_whose_sign_in_is_old_acts_no_more(
    api: Api, own: Services, host: Person, ada: Person, time: FakeClock
):
    own.players.set_role(ada.player_id, "moderator")
    body = {"action": "player_muted", "subject": host.player_id, "reason": "Why."}
    time.later(timedelta(hours=3))
    refused = api.ask("POST", "/host/acts", ada, json=body, expect=403)
    assert refused.json["code"] == "sign_in_stale"
    assert "anabasis admin link" in refused.json["detail"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/me/passkeys/options", {}),
        ("/me/passkeys", {"credential": {"id": "x"}}),
        ("/me/channels", {"kind": "email", "address": "eve@games.example"}),
    ],
)
def test_an_old_session_of_a_host_adds_no_way_to_sign_in(
    api: Api, host: Person, bob: Person, time: FakeClock, path: str, body: dict[str, object]
):
    time.later(timedelta(hours=2))
    assert api.ask("POST", path, host, json=body).json["code"] == "sign_in_stale"
    answer = api.ask("POST", path, bob, json=body)
    assert (answer.json or {}).get("code") != "sign_in_stale"
