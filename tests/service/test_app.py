"""The application: its hooks run in an order that tests hold, or in any order."""

from unittest.mock import patch

import pytest
from flask import url_for
from flask_smorest import Api as Described
from werkzeug.routing import Rule

from service.app import create_app
from service.http.answering.compression import Compressed
from service.http.document import document
from service.http.page import pages
from service.http.resources import health
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api

ELSEWHERE = {"Host": "elsewhere.example"}
TEXT = {"Content-Type": "text/plain"}


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


def test_compression_is_all_that_touches_an_answer_after_its_view(store: RedisStore):
    hooks = create_app(Config(), store).after_request_funcs[None]
    (ours,) = [hook for hook in hooks if hook.__module__.startswith("service.")]
    assert isinstance(getattr(ours, "__self__", None), Compressed)


def test_the_document_is_put_together_when_it_is_first_asked_for(store: RedisStore):
    with patch("service.http.document.document.Api", side_effect=Described) as made:
        app = create_app(Config(), store)
        assert made.call_count == 0
        first, second = (document.document(app) for _ in range(2))
    assert made.call_count == 1
    assert first == second
    assert "/api/v1/games/{game_id}/moves" in first["paths"]


def test_a_route_learns_to_build_addresses_when_one_is_first_built(store: RedisStore):
    plain = Rule._compile_builder
    with patch.object(Rule, "_compile_builder", autospec=True, side_effect=plain) as compiled:
        app = create_app(Config(), store)
        assert compiled.call_count == 0
        with app.test_request_context():
            first, second = (url_for("games.read_game", game_id=name, at=7) for name in "ab")
    assert compiled.call_count == 1
    assert [first, second] == ["/api/v1/games/a?at=7", "/api/v1/games/b?at=7"]


def test_an_app_of_some_resources_answers_for_these_alone(store: RedisStore):
    client = create_app(Config(), store, resources=[health.blp]).test_client()
    assert client.get("/api/v1/livez").status_code == 200
    assert client.get("/api/v1/games").json["code"] == "not_found"
    assert client.post("/api/v1/livez").json["code"] == "method_not_allowed"


def test_files_are_exempt_from_limits_also_when_they_are_added_last(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    add_pages = pages.add
    monkeypatch.setattr(pages, "add", lambda _: None)
    app = create_app(Config(rate_limits="1 per minute"), store)
    add_pages(app)
    client = app.test_client()
    assert [client.get("/web/worker.js").status_code for _ in range(3)] == [200] * 3
