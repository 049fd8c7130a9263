"""The hosts and schemes of requests: those the service believes, repeats and refuses."""

import pytest

from service.app import create_app
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person

EVIL = {"Host": "evil.test"}


@pytest.fixture
def named(store: RedisStore) -> Api:
    """A service that goes by a name and all names under another."""
    return Api(create_app(Config(hosts=("games.example", ".play.example")), store))


def test_a_place_is_shown_without_the_host_that_the_request_named(api: Api, ada: Person):
    headers = {**ada.headers, **EVIL}
    answer = api.client.post(f"{BASE}/games", json={"ruleset": "alexandros"}, headers=headers)
    assert answer.headers["Location"] == f"{BASE}/games/{answer.json['game_id']}"
    assert "evil" not in str(answer.headers) + answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "path", ["//api/v1/games", "/api//v1/games", "/docs//start.js", "//evil.test"]
)
def test_no_path_redirects_to_the_host_that_the_request_named(api: Api, path: str):
    answer = api.client.get("/", headers=EVIL, environ_overrides={"PATH_INFO": path})
    assert answer.status_code in (200, 404)
    assert "Location" not in answer.headers


def test_the_mounts_own_address_leads_into_it_by_a_path(api: Api):
    mounted = {"PATH_INFO": "", "SCRIPT_NAME": "/play"}
    answer = api.client.get("/", headers=EVIL, environ_overrides=mounted)
    assert (answer.status_code, answer.headers["Location"]) == (308, "/play/")
    bare = api.client.get("/", headers=EVIL, environ_overrides={"PATH_INFO": ""})
    assert (bare.status_code, bare.headers["Location"]) == (308, "/")


@pytest.mark.parametrize("host", ["evil.test", "games.example.evil.test", "xgames.example", "a b"])
def test_a_foreign_host_is_refused_when_names_are_set(named: Api, host: str):
    for path in (f"{BASE}/rulesets", "/", "/docs"):
        answer = named.client.get(path, headers={"Host": host})
        assert (answer.status_code, answer.json["code"]) == (400, "host_unknown"), path
        assert "Location" not in answer.headers


@pytest.mark.parametrize(
    "host",
    [
        "games.example",
        "games.example:8443",
        "GAMES.example",
        "play.example",
        "a.play.example",
        "localhost:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
    ],
)
def test_its_own_names_and_the_machines_are_served(named: Api, host: str):
    assert named.client.get(f"{BASE}/rulesets", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/livez", "/readyz", f"{BASE}/livez", f"{BASE}/readyz"])
def test_a_probe_may_come_by_any_address(named: Api, path: str):
    assert named.client.get(path, headers={"Host": "10.0.0.7:8000"}).status_code == 200


def test_a_client_on_tls_is_asked_to_stay_with_it(store: RedisStore):
    api = Api(create_app(Config(proxies=1), store))
    for path in ("/", "/docs", f"{BASE}/rulesets", f"{BASE}/nowhere"):
        secure = api.client.get(path, headers={"X-Forwarded-Proto": "https"})
        assert secure.headers["Strict-Transport-Security"] == "max-age=31536000", path
        plain = api.client.get(path, headers={"X-Forwarded-Proto": "http"})
        assert "Strict-Transport-Security" not in plain.headers


def test_the_scheme_is_no_clients_to_choose(api: Api):
    answer = api.client.get(f"{BASE}/rulesets", headers={"X-Forwarded-Proto": "https"})
    assert "Strict-Transport-Security" not in answer.headers
