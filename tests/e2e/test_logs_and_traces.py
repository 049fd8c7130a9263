"""Log and traces of a whole run: every line is an object, and none has a secret in it."""

import json
import re
import socket
from collections.abc import Iterator
from threading import Thread
from typing import Any

import httpx
import pytest
import trustme

from clients.python import Anabasis
from tests.e2e.collecting import Collector, Span
from tests.service.notices.mailboxes import Mailbox
from tests.service.running import Running, running
from tests.waiting import eventually

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
PASSWORD, ADDRESS = "pa55-of-the-mails", "ada.lovelace@mail.example"


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def mailbox(authority: trustme.CA) -> Iterator[Mailbox]:
    with Mailbox(authority, "tls", login=f"anabasis:{PASSWORD}").serving() as mailbox:
        yield mailbox


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with Collector() as collector:
        Thread(target=collector.serve_forever, daemon=True).start()
        yield collector
        collector.shutdown()


@pytest.fixture(scope="module")
def run(
    tmp_path_factory: pytest.TempPathFactory,
    authority: trustme.CA,
    mailbox: Mailbox,
    collector: Collector,
) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("logs")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    settings = {
        "ANABASIS_DATA": str(folder / "var"),
        "ANABASIS_WORKERS": "1",
        "ANABASIS_LOG": "json",
        "ANABASIS_ACCESS_LOG": "on",
        "ANABASIS_URL": "https://games.example/",
        "ANABASIS_SMTP_URL": mailbox.url,
        "ANABASIS_MAIL_FROM": "no-reply@games.example",
        "SSL_CERT_FILE": str(folder / "ca.pem"),
        "ANABASIS_TRACES": "on",
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.server_port}",
        "OTEL_BSP_SCHEDULE_DELAY": "100",
    }
    with running(folder / "log", **settings) as run:
        assert run.address
        yield run


def link(mailbox: Mailbox, kind: str) -> str:
    """The token of a mail's link."""
    body = mailbox.take().mail.get_body(("plain",))
    found = re.search(rf"#{kind}=([\w-]+)", body.get_content() if body else "")
    assert found
    return found[1]


def lines(run: Running) -> list[dict[str, Any]]:
    """All whole lines; of one that crosses a page of the file, half may be there first."""
    return [json.loads(line) for line in run.told.splitlines(True) if line.endswith("\n")]


def lost_password(run: Running, ada: Anabasis, mailbox: Mailbox) -> list[str]:
    """Come back by a mail's link; the secrets that this took."""
    ada.notices.add_email(ADDRESS)
    confirming = link(mailbox, "confirm")
    ada.notices.confirm(confirming)
    with httpx.Client(base_url=run.address) as browser:
        code = browser.post("/api/v1/sign-in", json={"email": ADDRESS}).json()["code"]
        coming = link(mailbox, "sign-in")
        browser.get(f"/account?sign-in={coming}")  # as if somebody had sent it to the server
        done = browser.post("/api/v1/sign-in/finish", json={"token": coming, "code": code})
        return [confirming, coming, *browser.cookies.values(), *done.cookies.values()]


def test_no_secret_of_a_whole_game_is_reported(
    run: Running, mailbox: Mailbox, collector: Collector
) -> None:
    public = Anabasis(run.address)
    token = public.create_player("Ada")["token"]
    ada = public.with_token(token)
    used = lost_password(run, ada, mailbox)
    feed = ada.notices.make_feeds()
    httpx.get(run.address + httpx.URL(feed["atom"]).path)
    terms = {"ruleset": "alexandros", "board": "tiny", "bots": ["greedy"], "listed": False}
    made = ada.create_game(**terms, options={"target_score": 10})
    game, key = made["game_id"], made["join_code"]
    httpx.get(f"{run.address}/api/v1/games/{game}", params={"join_code": key})
    eventually(lambda: play(ada, game), 60.0)
    mailbox.answers[ADDRESS] = f"550 no {ADDRESS} here"
    mailbox.to_sender = f"530 no, {PASSWORD}"
    httpx.post(run.address + "/api/v1/sign-in", json={"email": ADDRESS})
    eventually(lambda: "mail server" in run.told)

    secret = httpx.URL(feed["atom"]).path.split("/")[-2]
    for each in (token, key, secret, PASSWORD, ADDRESS, "ada.lovelace", *used):
        assert each not in run.told, each
        assert each.encode() not in collector.raw, each
    assert {line.get("game_id") for line in lines(run)} == {None, game}


def play(ada: Anabasis, game: str) -> bool:
    """Make a move if one is due; True once the game is over."""
    listed = ada.moves(game, limit=5)
    moves, version = listed["moves"], listed["version"]
    if moves and moves[0]["type"] != "resign":
        ada.move(game, moves[0], version, key=f"move-{version}")
    return bool(ada.view(game)["status"] == "finished")


def test_a_line_and_its_answer_have_the_same_ids(run: Running) -> None:
    sent = {"X-Request-ID": "trace-7", "Idempotency-Key": "key-8"}
    path = "/api/v1/games/abcdefgh/moves"
    answers = [
        httpx.post(run.address + path, json={}, headers=sent),
        httpx.post(run.address + path, json={}, headers={"X-Request-ID": "no id"}),
    ]
    told = eventually(
        lambda: [li for li in lines(run) if li.get("path") == path][1:] and lines(run)
    )
    requests = [line for line in told if line.get("path") == path]
    assert [line["request_id"] for line in requests] == [
        answer.headers["X-Request-ID"] for answer in answers
    ]
    first = {name: requests[0][name] for name in ("request_id", "game_id", "command_id", "status")}
    ids = {"request_id": "trace-7", "game_id": "abcdefgh", "command_id": "key-8"}
    assert first == ids | {"status": 401}


@pytest.mark.parametrize(
    ("sent", "method", "path", "status"),
    [
        (b"GET /x?join_code=k HTTP/1.1\r\nbad header\r\n\r\n", "GET", "/x", 400),
        (b"\x16\x03\x01?key=k\r\n\r\n", "?", "/", 400),
    ],
)
def test_a_request_that_never_reached_the_application_is_in_the_access_log(
    run: Running, sent: bytes, method: str, path: str, status: int
) -> None:
    url = httpx.URL(run.address)
    with socket.create_connection((url.host, url.port or 80), 20) as client:
        client.sendall(sent)
        answer = client.recv(65536)
    assert answer.startswith(f"HTTP/1.1 {status}".encode())
    told = eventually(
        lambda: [li for li in lines(run) if (li.get("method"), li.get("path")) == (method, path)]
    )
    assert [(line["status"], line["address"]) for line in told] == [(status, "127.0.0.1")]
    assert "key=k" not in run.told
    assert "code=k" not in run.told


def test_a_move_is_a_trace_of_request_decision_and_append(
    run: Running, collector: Collector
) -> None:
    public = Anabasis(run.address)
    token = public.create_player("Ada Lovelace")["token"]
    game = public.with_token(token).create_game(ruleset="alexandros", board="tiny", seats=2)
    path = f"{run.address}/api/v1/games/{game['game_id']}/seats"
    headers = {
        "Authorization": f"Bearer {public.create_player('Bob')['token']}",
        "traceparent": f"00-{TRACE}-{PARENT}-01",
        "X-Request-ID": "mine-1",
        "Idempotency-Key": "key-1",
    }
    httpx.post(path, json={}, headers=headers).raise_for_status()
    by_name: dict[str, Span] = {}

    def whole() -> Span:
        by_name.update({span["name"]: span for span in collector.of(TRACE)})
        return by_name.get("POST /api/v1/games/<game_id>/seats", {})

    request = eventually(whole)
    assert (request["parent"], request["process"]) == (PARENT, "web")
    assert request["anabasis.request_id"] == "mine-1"
    for name in ("decide", "append"):
        assert by_name[name]["parent"] == request["id"]
        assert by_name[name]["anabasis.game_id"] == game["game_id"]
    [access] = eventually(
        lambda: [line for line in lines(run) if line.get("request_id") == "mine-1"]
    )
    assert access["trace_id"] == TRACE
    assert token.encode() not in collector.raw
    assert b"Lovelace" not in collector.raw


def test_workers_and_bots_are_traced(run: Running, collector: Collector) -> None:
    public = Anabasis(run.address)
    ada = public.with_token(public.create_player("Ada")["token"])
    terms = {"ruleset": "alexandros", "board": "tiny", "bots": ["random", "random"], "seats": 2}
    ada.create_game(**terms, join=False)
    wanted = {"worker", "bots", "worker project", "worker play"}
    eventually(
        lambda: wanted <= {each for s in collector.spans for each in (s["process"], s["name"])},
        60.0,
    )


def test_the_start_and_the_stop_are_shown_in_json(run: Running) -> None:
    greeting = next(line for line in lines(run) if "Anabasis is running" in line["message"])
    assert (greeting["level"], greeting["logger"]) == ("info", "anabasis")
    run.signal(15)
    assert run.wait() == 0
    assert lines(run)[-1]["message"] == "Stopped; every game is kept."
