"""The client asks as the API wants to be asked, and asks again only where that is safe."""

import json

import httpx
import pytest

from clients.python import Anabasis, RateLimited, Refused, Unavailable
from tests.clients.python.canned_service import Canned, problem

OK = httpx.Response(200, json={"version": 12})
MADE = httpx.Response(201, json={"version": 13, "events": [], "view": {}})
END = {"type": "end_turn"}


def test_the_token_goes_into_the_header_and_nowhere_else():
    service = Canned(OK)
    service.client(token="ana_secret").me()
    assert service.asked[0].headers["Authorization"] == "Bearer ana_secret"
    assert "secret" not in str(service.asked[0].url)


def test_a_transport_needs_no_certificates(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere/at/all.pem")
    service = Canned(OK)
    service.client(token=None).view("g")
    assert len(service.asked) == 1


def test_the_public_has_no_token():
    service = Canned(OK)
    service.client(token=None).view("g")
    assert "Authorization" not in service.asked[0].headers


def test_another_player_shares_the_connection_but_not_the_token():
    service = Canned(OK)
    ada = service.client(token="ana_ada")
    ada.with_token("ana_bob").me()
    ada.me()
    tokens = [request.headers["Authorization"] for request in service.asked]
    assert tokens == ["Bearer ana_bob", "Bearer ana_ada"]


@pytest.mark.parametrize(
    ("ask", "path"),
    [
        (lambda c: c.my_games(waiting=True), "/me/games?waiting=true"),
        (lambda c: c.my_games(page=2), "/me/games?page=2"),
        (lambda c: c.rulesets(), "/rulesets"),
        (lambda c: c.ruleset("alexandros"), "/rulesets/alexandros"),
        (
            lambda c: c.board("alexandros", "near_east"),
            "/rulesets/alexandros/boards/near_east",
        ),
        (lambda c: c.lobby(status="open", page=2), "/games?status=open&page=2"),
        (lambda c: c.lobby(seats=2, pace="live"), "/games?seats=2&pace=live"),
        (lambda c: c.view("g", at=7), "/games/g?at=7"),
        (lambda c: c.moves("g", type="march", limit=9), "/games/g/moves?type=march&limit=9"),
        (lambda c: c.events("g", after=3), "/games/g/events?after=3"),
        (lambda c: c.replay("g"), "/games/g/replay"),
        (lambda c: c.replay("g", after=5, limit=9), "/games/g/replay?after=5&limit=9"),
        (lambda c: c.statistics("g"), "/games/g/statistics"),
        (lambda c: c.animation("g"), "/games/g/animation"),
        (lambda c: c.animation("g", format="gif"), "/games/g/animation?format=gif"),
        (lambda c: c.animation_file("g"), "/games/g/animation.webp"),
        (
            lambda c: c.animation_file("g", format="gif", language="da"),
            "/games/g/animation.gif?language=da",
        ),
        (lambda c: c.rematch_of("g"), "/games/g/rematch"),
        (lambda c: c.rematch_of("g", wait=9), "/games/g/rematch?wait=9"),
        (lambda c: c.invitations(), "/me/invitations"),
        (lambda c: c.export("g"), "/games/g/export"),
        (lambda c: c.verify("g"), "/games/g/verify"),
        (lambda c: c.visits("g"), "/games/g/visits"),
        (lambda c: c.orders("g"), "/games/g/orders"),
        (lambda c: c.view("g", code="k"), "/games/g?join_code=k"),
        (lambda c: c.events("g", code="k"), "/games/g/events?join_code=k"),
        (lambda c: c.replay("g", code="k"), "/games/g/replay?join_code=k"),
        (lambda c: c.statistics("g", code="k"), "/games/g/statistics?join_code=k"),
        (lambda c: c.verify("g", code="k"), "/games/g/verify?join_code=k"),
        (lambda c: c.export("g", code="k"), "/games/g/export?join_code=k"),
        (lambda c: c.moves("g", notation=True), "/games/g/moves?notation=true"),
        (lambda c: c.rules("settlers"), "/rulesets/settlers/rules"),
        (lambda c: c.board_picture("a", "b"), "/rulesets/a/boards/b/picture.svg"),
        (lambda c: c.head("g"), "/games/g/head"),
        (lambda c: c.keys(), "/keys"),
        (lambda c: c.log(since=3), "/log?since=3"),
        (lambda c: c.leaves(after=3, limit=9), "/log/leaves?after=3&limit=9"),
        (lambda c: c.export_zip("g"), "/games/g/export.zip"),
        (lambda c: c.picture("g", "png", at=3), "/games/g/picture.png?at=3"),
        (lambda c: c.view("../me"), "/games/..%2Fme"),
    ],
)
def test_a_reading_method_has_its_path(ask, path: str):
    service = Canned(OK)
    ask(service.client())
    assert service.asked[0].method == "GET"
    assert service.asked[0].url.raw_path.decode() == "/api/v1" + path


@pytest.mark.parametrize(
    ("ask", "path", "body"),
    [
        (lambda c: c.create_player("Ada"), "/players", {"name": "Ada"}),
        (lambda c: c.create_game(ruleset="alexandros"), "/games", {"ruleset": "alexandros"}),
        (lambda c: c.take_seat("g"), "/games/g/seats", {}),
        (lambda c: c.take_seat("g", bot="greedy"), "/games/g/seats", {"bot": "greedy"}),
        (lambda c: c.take_seat("g", code="k"), "/games/g/seats", {"join_code": "k"}),
        (lambda c: c.move("g", END, 12), "/games/g/moves", END),
        (lambda c: c.preview("g", END), "/games/g/preview", END),
        (lambda c: c.replace_token(), "/me/token", {}),
        (lambda c: c.undo("g", 5, 12), "/games/g/undo", {"to": 5}),
        (lambda c: c.redo("g", 12), "/games/g/redo", {}),
        (lambda c: c.answer_undo("g", True), "/games/g/undo/answer", {"accept": True}),
        (
            lambda c: c.answer_undo("g", False, to=5),
            "/games/g/undo/answer",
            {"accept": False, "to": 5},
        ),
        (lambda c: c.ask_extension("g", "2d"), "/games/g/extension", {"time": "2d"}),
        (lambda c: c.answer_extension("g", True), "/games/g/extension/answer", {"accept": True}),
        (lambda c: c.ask_pause("g"), "/games/g/pause", {}),
        (lambda c: c.take_vacation("g", 9), "/games/g/vacation", {"days": 9}),
        (lambda c: c.take_vacation_everywhere(9), "/me/vacation", {"days": 9}),
        (lambda c: c.answer_pause("g", True), "/games/g/pause/answer", {"accept": True}),
        (lambda c: c.agree_to_stand_in("g", 1), "/games/g/stand-in", {"seat": 1}),
        (lambda c: c.come_back("g"), "/games/g/return", {}),
        (lambda c: c.resume("g"), "/games/g/resume", {}),
        (lambda c: c.resign("g"), "/games/g/resign", {}),
        (lambda c: c.animate("g"), "/games/g/animation", {}),
        (lambda c: c.animate("g", shape="wide"), "/games/g/animation", {"shape": "wide"}),
        (lambda c: c.rematch("g"), "/games/g/rematch", {}),
        (lambda c: c.branch("g", at=5), "/games/g/branches", {"at": 5}),
        (lambda c: c.visit("g"), "/games/g/visits", {}),
        (
            lambda c: c.check_board("settlers", {"hexes": []}),
            "/rulesets/settlers/boards/check",
            {"board": {"hexes": []}},
        ),
    ],
)
def test_a_writing_method_has_its_path_and_body(ask, path: str, body: object):
    service = Canned(MADE)
    ask(service.client())
    request = service.asked[0]
    assert (request.method, request.url.path) == ("POST", "/api/v1" + path)
    assert json.loads(request.content) == body


@pytest.mark.parametrize(
    ("ask", "path"),
    [
        (lambda c: c.cancel_game("g"), "/games/g"),
        (lambda c: c.leave_seat("g", 1), "/games/g/seats/1"),
        (lambda c: c.withdraw_order("g", "move_on"), "/games/g/orders/move_on"),
        (lambda c: c.withdraw_orders("g"), "/games/g/orders"),
    ],
)
def test_what_is_cancelled_freed_or_withdrawn_is_so_once_only(ask, path: str):
    service = Canned(OK)
    ask(service.client())
    request = service.asked[0]
    assert (request.method, request.url.path) == ("DELETE", "/api/v1" + path)
    assert request.headers["Idempotency-Key"]


def test_an_order_is_given_by_its_code_and_values_and_again_when_its_answer_was_lost():
    service = Canned(httpx.ReadTimeout("lost"), OK)
    service.client().give_order("g", "bid_up_to", most=5)
    request = service.asked[-1]
    assert (request.method, request.url.path) == ("PUT", "/api/v1/games/g/orders/bid_up_to")
    assert json.loads(request.content) == {"most": 5}
    assert len(service.asked) == 2


def test_a_view_of_the_same_version_is_no_change_though_names_are_new():
    view = {"version": 12}
    assert Canned(httpx.Response(200, json=view)).client().view_if_changed("g", 12) is None


def test_an_invitation_is_declined_by_its_game():
    service = Canned(httpx.Response(204))
    service.client().decline("g")
    request = service.asked[0]
    assert (request.method, request.url.path) == ("DELETE", "/api/v1/me/invitations/g")


def test_a_move_names_the_version_it_was_decided_on():
    service = Canned(MADE)
    service.client().move("g", END, 12)
    assert service.asked[0].headers["If-Match"] == '"12"'


def test_a_view_is_asked_for_by_its_version_and_none_when_it_still_is_that():
    service = Canned(httpx.Response(304))
    assert service.client().view_if_changed("g", 12) is None
    assert service.asked[0].headers["If-None-Match"] == '"12"'


def test_a_view_that_has_changed_comes():
    view = {"version": 13}
    assert Canned(httpx.Response(200, json=view)).client().view_if_changed("g", 12) == view


def test_waiting_lasts_longer_than_the_service_waits():
    service = Canned(OK)
    assert service.client().wait("g", after=11, wait=25) == {"version": 12}
    assert service.asked[0].url.query == b"after=11&wait=25"
    assert service.asked[0].extensions["timeout"]["read"] > 25


@pytest.mark.parametrize("answer", [OK, httpx.Response(304), httpx.Response(204)])
def test_waiting_in_vain_gives_none(answer: httpx.Response):
    assert Canned(answer).client().wait("g", after=12) is None


def test_a_move_is_sent_again_with_the_same_key_when_its_answer_was_lost():
    service = Canned(httpx.ReadError("reset"), problem(503, "store_unavailable"), MADE)
    assert service.client().move("g", END, 12)["version"] == 13
    keys = {request.headers["Idempotency-Key"] for request in service.asked}
    assert (len(service.asked), len(keys)) == (3, 1)


def test_every_move_has_a_key_of_its_own():
    service = Canned(MADE)
    service.client().move("g", END, 12)
    service.client().move("g", END, 13)
    first, second = (request.headers["Idempotency-Key"] for request in service.asked)
    assert first != second


def test_a_given_key_is_kept():
    service = Canned(MADE)
    service.client().move("g", END, 12, key="mine")
    assert service.asked[0].headers["Idempotency-Key"] == "mine"


def test_a_refused_move_is_not_sent_again():
    service = Canned(problem(409, "not_your_turn"))
    with pytest.raises(Refused):
        service.client().move("g", END, 12)
    assert len(service.asked) == 1


def test_the_service_is_waited_for_as_long_as_it_asks():
    service = Canned(problem(429, "too_many_requests", retry_after="7"), OK)
    service.client().me()
    assert service.pauses == [7.0]


def test_a_wait_that_is_too_long_is_the_callers_to_decide():
    service = Canned(problem(429, "too_many_requests", retry_after="3600"))
    with pytest.raises(RateLimited) as raised:
        service.client().me()
    assert raised.value.retry_after == 3600
    assert service.pauses == []


def test_pauses_grow_and_end():
    service = Canned(problem(503, "store_unavailable"))
    with pytest.raises(Unavailable):
        service.client(retries=3).me()
    assert len(service.asked) == 4
    assert service.pauses == sorted(service.pauses)


def test_a_player_is_not_made_twice_when_the_answer_was_lost():
    service = Canned(httpx.ReadError("reset"), MADE)
    with pytest.raises(Unavailable):
        service.client().create_player("Ada")
    assert len(service.asked) == 1


@pytest.mark.parametrize(
    "failure", [httpx.ConnectError("refused"), problem(429, "too_many_requests")]
)
def test_a_player_is_asked_for_again_when_the_service_never_began(failure):
    service = Canned(failure, httpx.Response(201, json={"token": "ana_1"}))
    assert service.client().create_player("Ada")["token"] == "ana_1"


def test_an_app_can_be_driven_in_process():
    def app(environ, start_response):
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps({"path": environ["PATH_INFO"]}).encode()]

    with Anabasis(transport=httpx.WSGITransport(app)) as client:
        assert client.rulesets() == {"path": "/api/v1/rulesets"}
