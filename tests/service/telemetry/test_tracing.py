"""Spans, in memory: their contents, and that there are none where traces are off."""

import logging
from collections.abc import Iterator

import pytest

from service.telemetry import logs, tracing
from service.telemetry.request_ids import ids_of_record
from service.telemetry.tracing import TracingUnavailable, begun_request, check_installed, span

tracing.allow_metrics()  # before the next line but one
from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: E402
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter  # noqa: E402


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    monkeypatch.setattr(tracing, "_tracer", None)
    tracing._begin(SimpleSpanProcessor(exporter), "tests")
    yield exporter
    monkeypatch.undo()


def test_a_span_in_a_span_is_its_child(exported: InMemorySpanExporter) -> None:
    with span("outer", game_id="abcd"), span("inner"):
        assert tracing.trace_id() is not None
    inner, outer = exported.get_finished_spans()
    assert inner.parent is not None
    assert outer.context is not None
    assert inner.parent.span_id == outer.context.span_id
    assert dict(outer.attributes or {}) == {"anabasis.game_id": "abcd"}


def test_an_error_is_shown_by_its_kind_alone(exported: InMemorySpanExporter) -> None:
    with pytest.raises(ValueError, match="s3cret"), span("append"):
        int("s3cret")
    [ended] = exported.get_finished_spans()
    assert dict(ended.attributes or {}) == {"error.type": "ValueError"}
    assert not ended.status.is_ok
    assert "s3cret" not in ended.to_json()


def test_a_request_goes_on_the_trace_that_its_headers_name(exported: InMemorySpanExporter) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    begun = begun_request("GET /", {"traceparent": f"00-{trace}-00f067aa0ba902b7-01"})
    assert begun is not None
    assert tracing.trace_id() == trace
    begun.end()
    assert tracing.trace_id() is None


def test_a_line_of_the_log_names_the_trace_in_hand(exported: InMemorySpanExporter) -> None:
    with span("append"):
        record = logs._Record("x", logging.ERROR, "", 1, "broken", (), None)
        assert ids_of_record(record) == {"trace_id": tracing.trace_id()}
    [ended] = exported.get_finished_spans()
    assert ended.context is not None
    assert record.ids == {"trace_id": f"{ended.context.trace_id:032x}"}


def test_where_traces_are_off_there_is_no_span() -> None:
    with span("append") as nothing:
        assert nothing is None
    assert begun_request("GET /", {}) is None
    assert tracing.trace_id() is None


def test_missing_packages_are_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    check_installed({})
    monkeypatch.setattr(tracing, "find_spec", lambda _: None)
    check_installed({"ANABASIS_TRACES": "off"})
    with pytest.raises(TracingUnavailable, match=r"requirements-tracing\.lock"):
        check_installed({"ANABASIS_TRACES": "on"})
