"""The application: its hooks run in an order that tests hold, or in any order."""

import pytest
from flask import Flask

from service import app as application
from service.app import create_app
from service.config import Config
from service.http.plumbing import document, problems
from service.http.plumbing.compression import Compressed
from service.store.redis_store import RedisStore
from tests.service.api import Api

ELSEWHERE = {"Host": "elsewhere.example"}
TEXT = {"Content-Type": "text/plain"}
SETTINGS = {"API_TITLE": "A", "API_VERSION": "1", "OPENAPI_VERSION": "3.1.0"}


@pytest.fixture
def narrow(store: RedisStore) -> Api:
    """A service with a name, which takes two requests a minute from each."""
    return Api(create_app(Config(rate_limits="2 per minute", hosts=("games.example",)), store))


def codes(api: Api, times: int, **more: str) -> list[str]:
    made = (api.ask("POST", "/players", data="Ada", headers=more) for _ in range(times))
    return [each.json["code"] for each in made]


def test_refusals_for_another_host_count_against_the_rate_limit(narrow: Api):
    assert codes(narrow, 3, **ELSEWHERE) == [*["host_unknown"] * 2, "too_many_requests"]


def test_refusals_of_a_content_type_count_against_the_rate_limit(narrow: Api):
    assert codes(narrow, 3, **TEXT) == [*["wrong_content_type"] * 2, "too_many_requests"]


def test_a_request_for_another_host_learns_nothing_of_content_types(narrow: Api):
    assert codes(narrow, 1, **ELSEWHERE, **TEXT) == ["host_unknown"]


def test_compression_comes_after_all_that_touches_an_answer(store: RedisStore):
    hooks = create_app(Config(), store).after_request_funcs[None][::-1]  # as Flask runs them
    ours = [hook for hook in hooks if hook.__module__.startswith("service.")]
    assert len(ours) == 5
    assert isinstance(getattr(ours[-1], "__self__", None), Compressed)


@pytest.mark.parametrize("order", [("api", "problems"), ("problems", "api")])
def test_http_errors_are_problems_whichever_handler_was_added_last(order: tuple[str, ...]):
    app = Flask("anabasis")
    app.config.update(SETTINGS)
    add = {"api": lambda: document.ProblemApi(app), "problems": lambda: problems.register(app)}
    for part in order:
        add[part]()
    app.add_url_rule("/read", view_func=lambda: "read")
    assert app.test_client().post("/read").json["code"] == "method_not_allowed"


def test_files_are_exempt_from_limits_also_when_they_are_added_last(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    add_resources = application._add_resources
    monkeypatch.setattr(application, "_add_resources", lambda _: None)
    app = create_app(Config(rate_limits="1 per minute"), store)
    add_resources(app)
    client = app.test_client()
    assert [client.get("/web/worker.js").status_code for _ in range(3)] == [200] * 3
