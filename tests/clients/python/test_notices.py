"""The client's part for notices asks as the API wants to be asked."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from clients.python import Anabasis, Notices
from service.app import create_app
from service.settings.config import Config
from tests.clients.python.canned_service import Canned
from tests.service.conftest import fake_store

OK = httpx.Response(200, json={"id": "c1"})
NO_CONTENT = httpx.Response(204)
HOOK, KEYS = "https://hooks.example/1", {"p256dh": "B", "auth": "a"}
SUBSCRIPTION = {"endpoint": "https://push.example/1", "keys": KEYS}

Ask = Callable[[Notices], Any]


@pytest.mark.parametrize(
    ("ask", "method", "path", "body"),
    [
        (lambda n: n.read(), "GET", "/me/notices", None),
        (lambda n: n.log(), "GET", "/me/notices/log", None),
        (lambda n: n.log(page=2, per_page=5), "GET", "/me/notices/log?page=2&per_page=5", None),
        (
            lambda n: n.add_email("a@games.example"),
            "POST",
            "/me/channels",
            {"kind": "email", "address": "a@games.example"},
        ),
        (
            lambda n: n.add_push(SUBSCRIPTION, "Phone"),
            "POST",
            "/me/channels",
            {"kind": "push", "subscription": SUBSCRIPTION, "label": "Phone"},
        ),
        (
            lambda n: n.add_webhook(HOOK, shape="slack"),
            "POST",
            "/me/channels",
            {"kind": "webhook", "url": HOOK, "shape": "slack"},
        ),
        (lambda n: n.confirm("t"), "POST", "/me/channels/confirm", {"token": "t"}),
        (
            lambda n: n.change("c1", digest=None, always=True),
            "PATCH",
            "/me/channels/c1",
            {"digest": None, "always": True},
        ),
        (lambda n: n.test("c/1"), "POST", "/me/channels/c%2F1/test", {}),
        (lambda n: n.make_feeds(), "POST", "/me/feeds", {}),
    ],
)
def test_a_method_has_its_path_and_body(ask: Ask, method: str, path: str, body: object):
    service = Canned(OK)
    assert ask(service.client().notices) == {"id": "c1"}
    request = service.asked[0]
    assert (request.method, request.url.raw_path.decode()) == (method, "/api/v1" + path)
    assert (json.loads(request.content) if request.content else None) == body


@pytest.mark.parametrize(
    ("ask", "method", "path"),
    [
        (lambda n: n.remove("c1"), "DELETE", "/me/channels/c1"),
        (lambda n: n.mute("g"), "PUT", "/me/notices/muted/g"),
        (lambda n: n.unmute("g"), "DELETE", "/me/notices/muted/g"),
        (lambda n: n.see("g", 7), "POST", "/games/g/seen"),
        (lambda n: n.remove_feeds(), "DELETE", "/me/feeds"),
    ],
)
def test_what_has_no_answer_returns_none(ask: Ask, method: str, path: str):
    service = Canned(NO_CONTENT)
    assert ask(service.client().notices) is None
    request = service.asked[0]
    assert (request.method, request.url.path) == (method, "/api/v1" + path)


def test_notices_are_those_of_the_clients_player():
    service = Canned(OK)
    service.client(token="ana_ada").with_token("ana_bob").notices.read()
    assert service.asked[0].headers["Authorization"] == "Bearer ana_bob"


def test_a_test_message_whose_answer_was_lost_is_not_asked_for_again():
    service = Canned(httpx.ReadTimeout("lost"), OK)
    with pytest.raises(Exception, match="no answer"):
        service.client().notices.test("c1")
    assert len(service.asked) == 1


def test_the_service_understands_each_call():
    app = create_app(Config(rate_limit=False, webhooks_private=True), fake_store())
    with Anabasis(transport=httpx.WSGITransport(app=app)) as public:
        ada = public.with_token(public.create_player("Ada")["token"])
        hook = ada.notices.add_webhook(HOOK)
        assert hook["secret"].startswith("whsec_")
        assert ada.notices.change(hook["id"], digest="daily")["digest"] == "daily"
        ada.notices.test(hook["id"])
        assert [each["kind"] for each in ada.notices.log()["deliveries"]] == ["test"]
        view = ada.create_game(ruleset="alexandros", bots=["greedy"])
        ada.notices.see(view["game_id"], view["version"])
        ada.notices.mute(view["game_id"])
        assert ada.notices.make_feeds().keys() == {"atom", "calendar"}
        notices = ada.notices.read()
        assert (notices["muted"], notices["feeds"]) == ([view["game_id"]], True)
        ada.notices.unmute(view["game_id"])
        ada.notices.remove_feeds()
        ada.notices.remove(hook["id"])
        assert ada.notices.read()["channels"] == []
