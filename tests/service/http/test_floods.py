"""Floods: the allowance a request uses, behind proxies too; bounds on streams and long polls."""

from itertools import chain
from typing import Any

import pytest
from werkzeug.test import TestResponse

from domain.kernel.rulesets import rulesets
from service import context
from service.app import create_app
from service.http.asking import checks
from service.http.asking.auth import bot_token
from service.people import allowances
from service.people.allowances import Allowance
from service.people.devices import hash_secret
from service.people.sessions import Sessions
from service.run import gunicorn_settings
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person
from tests.service.listening import listeners_of

FLOODED = [200] * 3 + [429] * 2


@pytest.fixture
def narrow(store: RedisStore) -> Api:
    """A service that takes three requests a minute from each."""
    return Api(create_app(Config(rate_limits="3 per minute"), store))


def statuses(api: Api, *headers: dict[str, str], **more: Any) -> list[int]:
    """Return the status of a request with each of these headers."""
    client = api.app.test_client(use_cookies=False)
    return [client.get(f"{BASE}/rulesets", headers=each, **more).status_code for each in headers]


def token(said: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {said}"}


def test_a_made_up_token_gives_no_fresh_allowance(narrow: Api):
    made_up = [token(f"ana_{number}") for number in range(3)]
    others = [token("anab_game_0_stamp"), {"Authorization": "Basic x"}]
    assert statuses(narrow, *made_up, *others) == FLOODED
    assert statuses(narrow, {}) == [429]


def test_a_player_has_one_allowance_by_token_and_by_cookie_wherever_they_are(narrow: Api):
    ada, bob = narrow.person("Ada"), narrow.person("Bob")
    by_cookie = {"Cookie": f"anabasis={ada.token}"}
    asked = [ada.headers, by_cookie, {"Authorization": f"bearer  {ada.token}"}]
    assert statuses(narrow, *asked, ada.headers, by_cookie) == FLOODED
    assert statuses(narrow, ada.headers, environ_base={"REMOTE_ADDR": "10.0.0.9"}) == [429]
    assert statuses(narrow, bob.headers) == [200]


def test_a_bots_seat_has_an_allowance_of_its_own(narrow: Api):
    key = narrow.app.extensions["anabasis"].key
    first, second = (token(bot_token(key, "somegame", seat)) for seat in (0, 1))
    assert statuses(narrow, *[first] * 5) == FLOODED
    assert statuses(narrow, second, {}) == [200, 200]


def test_new_players_count_for_their_address_with_any_token(narrow: Api):
    ada = narrow.person("Ada")
    for expected in (201, 201, 429):
        made = narrow.ask("POST", "/players", ada, json={"name": "Eve"})
        assert made.status_code == expected


def test_the_caller_is_looked_up_once_for_limit_and_answer(store: RedisStore, monkeypatch):
    api = Api(create_app(Config(), store))
    ada = api.person("Ada")
    looked_up: list[str] = []
    real = Sessions.id_of_hash
    monkeypatch.setattr(
        Sessions, "id_of_hash", lambda self, t: looked_up.append(t) or real(self, t)
    )
    api.get("/me", ada)
    assert looked_up == [hash_secret(ada.token)]


# Behind proxies
def asked_through(api: Api, *hops: str) -> int:
    headers = {"X-Forwarded-For": ", ".join(hops)}
    return api.ask("GET", "/rulesets", headers=headers).status_code


def test_clients_behind_trusted_proxies_are_distinguished(store: RedisStore):
    api = Api(create_app(Config(rate_limits="1 per minute", proxies=2), store))
    assert asked_through(api, "192.0.2.1", "10.0.0.1") == 200
    assert asked_through(api, "192.0.2.2", "10.0.0.1") == 200
    assert asked_through(api, "192.0.2.1", "10.0.0.1") == 429


def test_addresses_before_the_trusted_proxies_are_not_believed(store: RedisStore):
    api = Api(create_app(Config(rate_limits="1 per minute", proxies=1), store))
    assert asked_through(api, "made up", "192.0.2.1") == 200
    assert asked_through(api, "made up as well", "192.0.2.1") == 429


def test_no_proxy_is_trusted_unasked(narrow: Api):
    assert [asked_through(narrow, f"192.0.2.{n}") for n in range(5)] == FLOODED


@pytest.mark.parametrize(("proxies", "warnings"), [(0, 1), (1, 0)])
def test_a_proxy_that_nobody_has_named_is_reported_once(
    store: RedisStore, caplog: pytest.LogCaptureFixture, proxies: int, warnings: int
):
    checks._warn_of_proxy.cache_clear()
    api = Api(create_app(Config(proxies=proxies), store))
    for _ in range(3):
        asked_through(api, "192.0.2.1")
    assert caplog.text.count("set ANABASIS_PROXIES") == warnings


def test_a_page_behind_a_proxy_is_ours_by_the_host_that_the_proxy_names(store: RedisStore):
    api = Api(create_app(Config(proxies=1), store))
    ada = api.person("Ada")
    headers = {
        "Cookie": f"anabasis={ada.token}",
        "Origin": "https://games.example",
        "X-Forwarded-Host": "games.example",
        "X-Forwarded-Proto": "https",
    }
    client = api.app.test_client(use_cookies=False)
    assert client.post(f"{BASE}/me/token", headers=headers, json={}).status_code == 201


# Streams and long polls
@pytest.fixture
def small(store: RedisStore) -> Api:
    """A service that holds three streams open, two for each."""
    config = Config(rate_limit=False, streams=3, streams_each=2, streams_address=3)
    return Api(create_app(config, store))


def opened(api: Api, game: str, who: Person | None, path: str = "/stream") -> TestResponse:
    return api.ask("GET", f"/games/{game}{path}", who, buffered=False)


@pytest.mark.parametrize("path", ["/stream", "?wait=20&after=3"])
def test_an_address_with_too_many_streams_is_refused_another_and_a_long_poll(small: Api, path: str):
    ada, bob = small.person("Ada"), small.person("Bob")
    game = small.game(ada, bob)
    held = [opened(small, game, ada) for _ in range(2)]
    refused = opened(small, game, ada, path)
    assert (refused.status_code, refused.json["code"]) == (429, "too_many_requests")
    assert "2 streams and long polls" in refused.json["detail"]
    assert int(refused.headers["Retry-After"]) >= 1
    held.append(opened(small, game, bob))
    assert [stream.status_code for stream in held] == [200] * 3
    assert opened(small, game, None, path).status_code == 429, "the process holds three"
    for stream in reversed(held):
        stream.close()
    opened(small, game, None).close()
    assert listeners_of(small.app.extensions["anabasis"].live) == 0


def test_a_long_poll_that_need_not_wait_is_answered_however_many_streams_are_open(small: Api):
    ada, bob = small.person("Ada"), small.person("Bob")
    game = small.game(ada, bob)
    held = [opened(small, game, ada) for _ in range(2)]
    assert small.view(game, ada, wait=20, after=2)["version"] == 3
    for stream in reversed(held):
        stream.close()


def test_a_process_takes_more_connections_than_streams():
    assert gunicorn_settings.worker_connections > gunicorn_settings._config.streams


# Long answers
@pytest.mark.parametrize("path", ["/export", "/verify", "/replay"])
def test_an_address_has_few_answers_made_from_whole_records(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch, path: str
):
    monkeypatch.setattr(context, "LONG_ANSWERS_EACH", 1)
    api = Api(create_app(Config(rate_limit=False), store))
    game = api.game(api.person("Ada"), api.person("Bob"))
    with api.app.extensions["anabasis"].long_answers.of("127.0.0.1"):
        refused = api.ask("GET", f"/games/{game}{path}", expect=429)
        elsewhere = {"environ_base": {"REMOTE_ADDR": "192.0.2.9"}}
        api.ask("GET", f"/games/{game}{path}", expect=200, **elsewhere)
    assert refused.json["detail"].startswith("1 long answers for your address")
    assert refused.headers["Retry-After"] == "1"
    api.ask("GET", f"/games/{game}{path}", expect=200)


# Allowances
@pytest.fixture
def frugal(store: RedisStore) -> Api:
    """A service on which two players an hour may be made from an address."""
    return Api(create_app(Config(new_players="2 per hour"), store))


def asked_from(api: Api, address: str, path: str = "/players", **more: Any) -> TestResponse:
    more = {"json": {"name": "Eve"}, **more}
    return api.ask("POST", path, environ_base={"REMOTE_ADDR": address}, **more)


@pytest.mark.parametrize("path", ["/players", "/session"])
def test_an_address_may_make_few_players(frugal: Api, path: str):
    made = [asked_from(frugal, "192.0.2.7", path).status_code for _ in range(3)]
    assert made == [201, 201, 429]
    refused = asked_from(frugal, "192.0.2.7", path)
    assert refused.json["code"] == "too_many_requests"
    assert "2 new players within 60 min" in refused.json["detail"]
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert asked_from(frugal, "192.0.2.8", path).status_code == 201


def test_all_addresses_of_an_ipv6_network_are_one(frugal: Api):
    sent_from = ["2001:db8:0:7::1", "2001:db8:0:7:ffff::2", "2001:db8:0:7::3", "2001:db8:0:8::1"]
    statuses = [asked_from(frugal, address).status_code for address in sent_from]
    assert statuses == [201, 201, 429, 201]


def test_an_ipv4_address_written_as_ipv6_is_the_same(frugal: Api):
    sent_from = ["192.0.2.9", "::ffff:192.0.2.9", "::ffff:192.0.2.9", "::ffff:192.0.2.10"]
    statuses = [asked_from(frugal, address).status_code for address in sent_from]
    assert statuses == [201, 201, 429, 201]


def test_many_players_give_an_address_four_times_the_requests_of_one(store: RedisStore):
    api = Api(create_app(Config(rate_limits="3 per minute", new_players="99 per hour"), store))
    maker = Api(create_app(Config(rate_limit=False), store))
    people = [maker.person(f"Player {number}") for number in range(7)]
    answers = [statuses(api, person.headers, person.headers) for person in people]
    assert [*chain(*answers)].count(200) == 12
    assert answers[-1] == [429, 429]
    assert statuses(api, people[-1].headers, environ_base={"REMOTE_ADDR": "192.0.2.9"}) == [200]


BOTS_ALONE = {"seats": 2, "board": "tiny", "bots": ["random"] * 2, "join": False}
TINY = rulesets()["alexandros"].wire.boards.read("tiny")
OWN_BOARD = {"seats": 2, "board": rulesets()["alexandros"].wire.boards.json(TINY)}


@pytest.mark.parametrize(
    ("kind", "terms"),
    [
        ("bot_games", BOTS_ALONE),
        ("boards", OWN_BOARD),
        ("games", {"seats": 2, "board": "tiny"}),
    ],
)
def test_a_player_may_make_so_many_games(store: RedisStore, monkeypatch, kind: str, terms: Any):
    monkeypatch.setitem(allowances.ALLOWANCES, kind, Allowance("2 per hour", "9 per hour"))
    api = Api(create_app(Config(), store))
    ada = api.person("Ada")
    make = {"ruleset": "alexandros", **terms}
    made = [api.ask("POST", "/games", ada, json=make) for _ in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    assert made[-1].json["detail"].startswith("At most 2 ")


def test_a_creation_sent_again_costs_nothing(store: RedisStore, monkeypatch):
    monkeypatch.setitem(allowances.ALLOWANCES, "games", Allowance("1 per hour", "9 per hour"))
    api = Api(create_app(Config(), store))
    ada = api.person("Ada")
    make = {"ruleset": "alexandros", "seats": 2, "board": "tiny"}
    made = [
        api.ask("POST", "/games", ada, json=make, headers={"Idempotency-Key": "k"}, expect=201)
        for _ in range(3)
    ]
    assert len({answer.json["game_id"] for answer in made}) == 1


def test_bots_seated_one_by_one_count_as_bots_alone(store: RedisStore, monkeypatch):
    monkeypatch.setitem(allowances.ALLOWANCES, "bot_games", Allowance("1 per hour", "9 per hour"))
    api = Api(create_app(Config(), store))
    ada = api.person("Ada")
    make = {"ruleset": "alexandros", "seats": 2, "board": "tiny", "join": False}
    for expected in (201, 429):
        made = api.ask("POST", "/games", ada, json=make, expect=201).json
        seats = f"/games/{made['game_id']}/seats"
        assert api.ask("POST", seats, ada, json={"bot": "random"}).status_code == expected
