"""Traces of a whole run, as a real collector gets them by OTLP on the loopback."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from clients.python import Anabasis
from tests.service.running import Running, running
from tests.waiting import eventually

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"

Span = dict[str, Any]


class Collector(ThreadingHTTPServer):
    """A collector that keeps what it is sent."""

    daemon_threads = True

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.raw = b""
        super().__init__(("127.0.0.1", 0), _Handler)

    def taken(self, body: bytes) -> None:
        self.raw += body
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            process = _texts(resource.resource.attributes)
            for scope in resource.scope_spans:
                self.spans += [_span(each, process) for each in scope.spans]

    def of(self, trace: str) -> list[Span]:
        return [span for span in self.spans if span["trace"] == trace]


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Collector)
        self.server.taken(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def _texts(attributes: Any) -> dict[str, str]:
    return {each.key: each.value.string_value for each in attributes}


def _span(span: Any, process: dict[str, str]) -> Span:
    return {
        **_texts(span.attributes),
        "name": span.name,
        "trace": span.trace_id.hex(),
        "id": span.span_id.hex(),
        "parent": span.parent_span_id.hex(),
        "process": process["anabasis.process"],
    }


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with Collector() as collector:
        Thread(target=collector.serve_forever, daemon=True).start()
        yield collector
        collector.shutdown()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, collector: Collector) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("traces")
    settings = {
        "ANABASIS_DATA": str(folder / "var"),
        "ANABASIS_WORKERS": "1",
        "ANABASIS_LOG": "json",
        "ANABASIS_ACCESS_LOG": "on",
        "ANABASIS_TRACES": "on",
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.server_port}",
        "OTEL_BSP_SCHEDULE_DELAY": "100",
    }
    with running(folder / "log", **settings) as run:
        assert run.address
        yield run


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
    spans = eventually(lambda: collector.of(TRACE)[2:] and collector.of(TRACE))
    by_name = {span["name"]: span for span in spans}
    request = by_name["POST /api/v1/games/<game_id>/seats"]
    assert (request["parent"], request["process"]) == (PARENT, "web")
    assert request["anabasis.request_id"] == "mine-1"
    for name in ("decide", "append"):
        assert by_name[name]["parent"] == request["id"]
        assert by_name[name]["anabasis.game_id"] == game["game_id"]
    lines = [json.loads(line) for line in run.told.splitlines()]
    [access] = [line for line in lines if line.get("request_id") == "mine-1"]
    assert access["trace_id"] == TRACE
    assert token.encode() not in collector.raw
    assert b"Lovelace" not in collector.raw


def test_workers_and_bots_are_traced(run: Running, collector: Collector) -> None:
    public = Anabasis(run.address)
    ada = public.with_token(public.create_player("Ada")["token"])
    terms = {"ruleset": "alexandros", "board": "tiny", "bots": ["random", "random"], "seats": 2}
    ada.create_game(**terms, join=False)
    seen = eventually(
        lambda: {"worker", "bots"} <= {span["process"] for span in collector.spans}, 60.0
    )
    assert seen
    names = {span["name"] for span in collector.spans}
    assert {"worker project", "worker play"} <= names
