"""A collector that gets traces by OTLP on the loopback."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

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
