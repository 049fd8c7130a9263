"""Answers state the limits that their requests counted for, and what is left of them."""

import pytest

from service.app import create_app
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person

TINY = {"ruleset": "alexandros", "board": "tiny"}


@pytest.fixture
def api(store: RedisStore) -> Api:
    return Api(create_app(Config(rate_limits="8 per hour"), store))


@pytest.fixture
def ada(api: Api) -> Person:
    return api.person("Ada")


def left(answer) -> dict[str, str]:
    """The fields of `RateLimit` by the limit's name, without the time until it is reset."""
    items = answer.headers["RateLimit"].split(", ")
    return {item.split(";")[0].strip('"'): item.split(";")[1] for item in items}


def test_every_answer_says_how_many_requests_are_left(api: Api, ada: Person):
    answers = [api.ask("GET", "/me", ada) for _ in range(2)]
    assert [left(answer) for answer in answers] == [{"requests-3600s": f"r={n}"} for n in (7, 6)]
    assert answers[0].headers["RateLimit-Policy"] == '"requests-3600s";q=8;w=3600'
    assert 3_000 < int(answers[0].headers["RateLimit"].rpartition(";t=")[2]) <= 3_600


def test_a_costly_request_says_what_is_left_of_its_allowance(api: Api, ada: Person):
    answer = api.ask("POST", "/games", ada, json=TINY, expect=201)
    assert left(answer)["games"] == "r=119"
    assert '"games";q=120;w=3600' in answer.headers["RateLimit-Policy"]


def test_a_refusal_says_that_nothing_is_left(api: Api, ada: Person):
    refused = [api.ask("GET", "/me", ada) for _ in range(9)][-1]
    assert (refused.status_code, left(refused)) == (429, {"requests-3600s": "r=0"})
    assert f";t={refused.headers['Retry-After']}" in refused.headers["RateLimit"]


def test_only_a_refusal_tells_how_busy_the_others_at_an_address_are(api: Api, ada: Person):
    assert set(left(api.ask("GET", "/me", ada))) == {"requests-3600s"}
    for number in range(4):
        other = api.person(f"Eve {number}")
        answers = [api.ask("GET", "/me", other) for _ in range(8)]
    assert left(answers[-1]) == {"address-3600s": "r=0"}


def test_an_answer_that_caches_share_says_nothing_of_its_asker(api: Api, ada: Person):
    answer = api.ask("GET", "/rulesets/alexandros/boards/tiny/picture.svg", ada, expect=200)
    assert "public" in answer.headers["Cache-Control"]
    assert "RateLimit" not in answer.headers


def test_pages_of_other_sites_may_read_them(api: Api):
    exposed = api.ask("GET", "/rulesets").headers["Access-Control-Expose-Headers"]
    assert {"RateLimit", "RateLimit-Policy"} <= set(exposed.split(", "))
