"""The page's session: an HttpOnly, SameSite=Strict cookie, and moving to another device."""

import pytest
from flask.testing import FlaskClient

from tests.service.desk import BASE, Desk, Person


def begun(desk: Desk, **given: str) -> tuple[FlaskClient, dict]:
    client = desk.client
    answer = client.post(f"{BASE}/session", json=given)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    return client, {**answer.json, "cookie": answer.headers["Set-Cookie"]}


def test_a_name_is_all_it_takes_and_scripts_never_see_the_token(desk: Desk):
    client, made = begun(desk, name="Ada")
    assert made.keys() == {"player_id", "name", "cookie"}
    assert "HttpOnly" in made["cookie"]
    assert "SameSite=Strict" in made["cookie"]
    assert client.get(f"{BASE}/me").json["name"] == "Ada"


def test_a_token_comes_back_in_another_browser(desk: Desk, ada: Person):
    client, made = begun(desk, token=ada.token)
    assert made["player_id"] == ada.player_id
    assert client.get(f"{BASE}/me").json["player_id"] == ada.player_id


def test_a_transfer_code_opens_one_session_once(desk: Desk):
    first, made = begun(desk, name="Ada")
    code = first.post(f"{BASE}/session/transfer", json={}).json["transfer"]
    second, again = begun(desk, transfer=code)
    assert again["player_id"] == made["player_id"]
    assert second.get(f"{BASE}/me").status_code == 200
    assert desk.ask("POST", "/session", json={"transfer": code}).status_code == 401


def test_the_store_does_not_hold_the_token_that_is_transferred(desk: Desk, ada: Person, store):
    desk.ask("POST", "/session/transfer", ada, json={}, expect=201)
    values = [store.client.get(key) for key in store.client.keys("transfer:*")]
    assert values
    assert all(ada.token.encode() not in value for value in values)


def test_a_cookie_does_not_speak_for_another_sites_page(desk: Desk):
    client, _ = begun(desk, name="Ada")
    game = {"ruleset": "alexandros"}
    other = client.post(f"{BASE}/games", json=game, headers={"Origin": "http://evil.test"})
    own = client.post(f"{BASE}/games", json=game, headers={"Origin": "http://localhost"})
    assert (other.status_code, own.status_code) == (401, 201)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[x]"])
def test_an_origin_that_is_no_address_is_refused(desk: Desk, origin: str):
    client, _ = begun(desk, name="Ada")
    answer = client.post(f"{BASE}/games", json={"ruleset": "x"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json["code"]) == (403, "no_right")
    assert "Origin" in answer.json["detail"]


def test_a_session_ends_in_this_browser_only(desk: Desk, ada: Person):
    client, _ = begun(desk, token=ada.token)
    assert client.delete(f"{BASE}/session").status_code == 204
    assert client.get(f"{BASE}/me").status_code == 401
    assert desk.get("/me", ada)["name"] == "Ada"


def test_a_stale_cookie_still_watches_what_is_public(desk: Desk, ada: Person, bob: Person):
    game = desk.game(ada, bob)
    client, _ = begun(desk, token=ada.token)
    desk.ask("POST", "/me/token", ada, json={}, expect=201)
    assert client.get(f"{BASE}/games/{game}").json["viewer"]["seat"] is None
    assert client.get(f"{BASE}/me").status_code == 401


@pytest.mark.parametrize("given", [{}, {"name": "Ada", "token": "x"}, {"name": ""}, {"nome": "x"}])
def test_one_way_in_is_asked_for(desk: Desk, given):
    assert desk.ask("POST", "/session", json=given).status_code == 422


def test_an_unknown_token_or_code_opens_nothing(desk: Desk):
    for given in ({"token": "ana_x"}, {"transfer": "x"}):
        answer = desk.ask("POST", "/session", json=given)
        assert answer.status_code == 401
        assert "Set-Cookie" not in answer.headers


def test_a_transfer_needs_a_session(desk: Desk):
    assert desk.ask("POST", "/session/transfer", json={}).status_code == 401
