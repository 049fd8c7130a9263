"""The page's session: an HttpOnly, SameSite=Strict cookie, and moving to another device."""

import pytest
from flask.testing import FlaskClient

from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person


def begun(api: Api, **given: str) -> tuple[FlaskClient, dict]:
    client = api.client
    answer = client.post(f"{BASE}/session", json=given)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    return client, {**answer.json, "cookie": answer.headers["Set-Cookie"]}


def test_a_name_is_all_it_takes_and_scripts_never_see_the_token(api: Api):
    client, made = begun(api, name="Ada")
    assert made.keys() == {"player_id", "name", "cookie"}
    assert "HttpOnly" in made["cookie"]
    assert "SameSite=Strict" in made["cookie"]
    assert client.get(f"{BASE}/me").json["name"] == "Ada"


@pytest.mark.parametrize(
    ("wish", "locale"),
    [(None, "en"), ("de-AT, en;q=0.5", "de"), ("nl", "nl"), ("da, de;q=0.9", "da"), ("fr", "en")],
)
@pytest.mark.parametrize("path", ["/session", "/players"])
def test_a_new_players_messages_come_in_the_language_of_the_browser(
    api: Api, path: str, wish: str | None, locale: str
):
    headers = {} if wish is None else {"Accept-Language": wish}
    client = api.client
    made = client.post(BASE + path, json={"name": "Ada"}, headers=headers)
    own = {"Authorization": f"Bearer {made.json['token']}"} if "token" in made.json else {}
    assert (
        client.get(f"{BASE}/me", headers={**own, "Accept-Language": "nl"}).json["locale"] == locale
    )


def test_a_token_comes_back_in_another_browser(api: Api, ada: Person):
    client, made = begun(api, token=ada.token)
    assert made["player_id"] == ada.player_id
    assert client.get(f"{BASE}/me").json["player_id"] == ada.player_id


def test_a_transfer_code_opens_one_session_once(api: Api):
    first, made = begun(api, name="Ada")
    code = first.post(f"{BASE}/session/transfer", json={}).json["transfer"]
    second, again = begun(api, transfer=code)
    assert again["player_id"] == made["player_id"]
    assert second.get(f"{BASE}/me").status_code == 200
    assert api.ask("POST", "/session", json={"transfer": code}).status_code == 401


def test_the_store_does_not_hold_the_token_that_is_transferred(api: Api, ada: Person, store):
    api.ask("POST", "/session/transfer", ada, json={}, expect=201)
    values = [store.client.get(key) for key in store.client.keys("transfer:*")]
    assert values
    assert all(ada.token.encode() not in value for value in values)


OURS = "http://localhost"
FOREIGN = "http://evil.test"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Origin": OURS}, 201),
        ({"Origin": FOREIGN}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "same-origin", "Origin": FOREIGN}, 201),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": OURS}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
    ids=str,
)
def test_a_cookie_does_not_speak_for_another_sites_page(api: Api, headers: dict, status: int):
    client, _ = begun(api, name="Ada")
    for method, path, body in (
        ("POST", "/games", {"ruleset": "alexandros"}),
        ("PATCH", "/me", {"name": "Eve"}),
        ("DELETE", "/session", None),
    ):
        answer = client.open(f"{BASE}{path}", method=method, json=body, headers=headers)
        if status == 403:
            assert (answer.status_code, answer.json["code"]) == (403, "cross_site"), path
        else:
            assert answer.status_code < 300, path
    assert (client.get(f"{BASE}/me").status_code == 401) == (status == 201)


def test_another_sites_page_may_send_a_token_of_its_own(api: Api, ada: Person):
    headers = {**ada.headers, "Sec-Fetch-Site": "cross-site", "Origin": FOREIGN}
    answer = api.client.patch(f"{BASE}/me", json={"name": "Eve"}, headers=headers)
    assert answer.status_code == 200


def test_another_sites_page_may_read_public_answers_despite_the_cookie(api: Api):
    client, _ = begun(api, name="Ada")
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert client.get(f"{BASE}/rulesets", headers=headers).status_code == 200


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[x]"])
def test_an_origin_that_is_no_address_is_refused(api: Api, origin: str):
    client, _ = begun(api, name="Ada")
    answer = client.post(f"{BASE}/games", json={"ruleset": "x"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json["code"]) == (403, "cross_site")


def test_a_session_ends_in_this_browser_only(api: Api, ada: Person):
    client, _ = begun(api, token=ada.token)
    assert client.delete(f"{BASE}/session").status_code == 204
    assert client.get(f"{BASE}/me").status_code == 401
    assert api.get("/me", ada)["name"] == "Ada"


def test_a_stale_cookie_still_watches_public_games(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    client, _ = begun(api, token=ada.token)
    api.ask("POST", "/me/token", ada, json={}, expect=201)
    assert client.get(f"{BASE}/games/{game}").json["viewer"]["seat"] is None
    assert client.get(f"{BASE}/me").status_code == 401


def cookie(made: dict) -> dict[str, str]:
    """The token of a session's cookie, as a program would send it."""
    token = made["cookie"].partition("=")[2].partition(";")[0]
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("way", ["name", "token", "transfer"])
def test_the_token_of_a_session_is_void_when_it_ends(api: Api, ada: Person, way: str):
    code = api.ask("POST", "/session/transfer", ada, json={}, expect=201).json["transfer"]
    client, made = begun(api, **{way: {"name": "Eve", "token": ada.token, "transfer": code}[way]})
    kept = cookie(made)
    assert api.ask("GET", "/me", headers=kept).status_code == 200
    client.delete(f"{BASE}/session")
    assert api.ask("GET", "/me", headers=kept).status_code == 401
    assert api.get("/me", ada)["name"] == "Ada"


def test_a_transfer_stays_good_when_the_session_it_came_from_ends(api: Api):
    first, made = begun(api, name="Ada")
    code = first.post(f"{BASE}/session/transfer", json={}).json["transfer"]
    first.delete(f"{BASE}/session")
    _, again = begun(api, transfer=code)
    assert again["player_id"] == made["player_id"]


def test_a_replaced_token_takes_every_session_with_it(api: Api, ada: Person):
    clients = [begun(api, token=ada.token)[0] for _ in range(3)]
    api.ask("POST", "/me/token", ada, json={}, expect=201)
    assert [client.get(f"{BASE}/me").status_code for client in clients] == [401] * 3


def test_a_departed_player_leaves_no_token_behind(api: Api, ada: Person, store: RedisStore):
    begun(api, token=ada.token)
    api.ask("DELETE", "/me", ada, expect=204)
    assert store.client.keys("token:*") == []


def test_of_too_many_sessions_the_oldest_ends(api: Api, ada: Person):
    clients = [begun(api, token=ada.token)[0] for _ in range(17)]
    statuses = [client.get(f"{BASE}/me").status_code for client in clients]
    assert statuses == [401] + [200] * 16
    assert api.get("/me", ada)["name"] == "Ada"


@pytest.mark.parametrize("given", [{}, {"name": "Ada", "token": "x"}, {"name": ""}, {"nome": "x"}])
def test_one_way_in_is_asked_for(api: Api, given):
    assert api.ask("POST", "/session", json=given).status_code == 422


def test_an_unknown_token_or_code_opens_nothing(api: Api):
    for given in ({"token": "ana_x"}, {"token": ""}, {"transfer": "x"}, {"transfer": ""}):
        answer = api.ask("POST", "/session", json=given)
        assert answer.status_code == 401
        assert "Set-Cookie" not in answer.headers


def test_a_transfer_needs_a_session(api: Api):
    assert api.ask("POST", "/session/transfer", json={}).status_code == 401
