"""Other sites' pages: the public API is theirs by token, the cookie's operations are not."""

import pytest

from tests.service.api import BASE, Api, Person

ELSEWHERE = {"Origin": "https://elsewhere.example"}


def preflight(api: Api, path: str, method: str, *headers: str):
    asked = {"Access-Control-Request-Method": method}
    if headers:
        asked["Access-Control-Request-Headers"] = ", ".join(headers)
    return api.ask("OPTIONS", path, headers={**ELSEWHERE, **asked}).headers


def words(header: str) -> set[str]:
    return {word.strip().lower() for word in header.split(",")}


@pytest.mark.parametrize("path", ["/games", "/rulesets", "/openapi.json", "/games/none", "/livez"])
def test_every_page_may_read_public_answers(api: Api, path: str):
    answer = api.ask("GET", path, headers=ELSEWHERE)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_preflight_names_the_methods_of_the_path_and_the_headers_that_count(api: Api):
    sent = ("authorization", "if-match", "idempotency-key", "content-type", "accept-language")
    headers = preflight(api, "/games/none/moves", "POST", *sent)
    assert {"get", "post"} <= words(headers["Access-Control-Allow-Methods"])
    assert {*sent, "if-none-match", "last-event-id"} <= words(
        headers["Access-Control-Allow-Headers"]
    )
    assert int(headers["Access-Control-Max-Age"]) >= 3600
    assert {"patch", "delete"} <= words(
        preflight(api, "/me", "PATCH")["Access-Control-Allow-Methods"]
    )


def test_a_page_may_see_the_headers_that_we_set(api: Api, ada: Person, bob: Person):
    answer = api.ask("GET", f"/games/{api.game(ada, bob)}", headers=ELSEWHERE)
    shown = words(answer.headers["Access-Control-Expose-Headers"])
    assert {"etag", "location", "retry-after", "record-broken", "content-language"} <= shown


def test_refusals_can_be_read_too(api: Api):
    refused = api.ask("POST", "/games", json={}, headers=ELSEWHERE)
    assert refused.status_code == 401
    assert refused.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/session", "/session/transfer"])
def test_the_cookies_operations_stay_at_home(api: Api, path: str):
    assert "Access-Control-Allow-Origin" not in preflight(api, path, "POST", "content-type")
    posted = api.ask("POST", path, json={"name": "Ada"}, headers=ELSEWHERE)
    assert "Access-Control-Allow-Origin" not in posted.headers


@pytest.mark.parametrize("path", ["/", "/docs", "/livez"])
def test_everything_but_the_api_stays_at_home(api: Api, path: str):
    answer = api.client.get(path, headers=ELSEWHERE)
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_an_answer_without_a_preflight_lists_no_methods(api: Api):
    answer = api.ask("GET", "/games", headers=ELSEWHERE)
    assert "Access-Control-Allow-Methods" not in answer.headers
    assert api.client.get(f"{BASE}/games").headers["Access-Control-Allow-Origin"] == "*"
