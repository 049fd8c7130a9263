"""Optional spans for OpenTelemetry; if they are off, nothing of it is loaded."""

import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib.util import find_spec
from typing import Any, Self

NAME = "ANABASIS_TRACES"
TIMEOUT = "OTEL_EXPORTER_OTLP_TIMEOUT"
SECONDS = "2"
"""The longest wait for a collector, also at a stop, unless the variable TIMEOUT is set."""

METRICS = "opentelemetry.metrics", "opentelemetry.sdk.metrics"

_tracer: Any = None
_NOTHING = nullcontext()


class TracingUnavailable(Exception):
    """Traces are on, but the packages that send them are missing; names the remedy."""


def is_traced(environment: Mapping[str, str] = os.environ) -> bool:
    """True if this process should send traces."""
    return environment.get(NAME, "").strip() == "on"


def check_installed(environment: Mapping[str, str] = os.environ) -> None:
    """Raise TracingUnavailable if traces are on but cannot be sent."""
    if is_traced(environment) and not _is_installed():
        raise TracingUnavailable(
            f"{NAME}=on needs packages that are not installed: install them with "
            "`pip install --require-hashes -r deploy/requirements-tracing.lock`, or leave it out."
        )


def _is_installed() -> bool:
    try:
        return find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    except ModuleNotFoundError:
        return False


def trace_from_now_on(kind: str) -> None:
    """Send this process's spans, if traces are on; call it after a fork, not before.

    OpenTelemetry's own variables set the collector and the sampling. Raises TracingUnavailable.
    """
    if is_traced():
        check_installed()
        allow_metrics()
        _begin(_sender(), kind)


def allow_metrics() -> None:
    """Let OpenTelemetry load its metrics, without which it loads no traces; see ``service``."""
    for name in METRICS:
        if sys.modules.get(name, sys) is None:
            del sys.modules[name]


def _sender() -> Any:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
        OTLPSpanExporter,
    )
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    os.environ.setdefault(TIMEOUT, SECONDS)
    return BatchSpanProcessor(OTLPSpanExporter())


def _begin(processor: Any, kind: str) -> None:
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415

    global _tracer  # noqa: PLW0603 - a process has one
    service = os.environ.get("OTEL_SERVICE_NAME", "anabasis")
    named: dict[str, Any] = {
        "service.name": service,
        "process.pid": os.getpid(),
        "anabasis.process": kind,
    }
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer("anabasis")


class Span:
    """A span around a block."""

    def __init__(self, name: str, attributes: Mapping[str, str], **options: Any) -> None:
        self._name, self._options = name, options
        self._attributes = {f"anabasis.{name}": value for name, value in attributes.items()}

    def begin(self) -> Self:
        """Begin the span, which is the present one until it ends."""
        from opentelemetry import context, trace  # noqa: PLC0415

        self._span = _tracer.start_span(self._name, attributes=self._attributes, **self._options)
        self._token = context.attach(trace.set_span_in_context(self._span))
        return self

    def end(self, kind: type[BaseException] | None = None) -> None:
        """End the span, with the kind of the error that ended it."""
        from opentelemetry import context, trace  # noqa: PLC0415

        if kind is not None:
            # Only the kind, as the text of an error may contain a secret.
            self.note("error.type", kind.__name__)
            self._span.set_status(trace.StatusCode.ERROR)
        context.detach(self._token)
        self._span.end()

    def __enter__(self) -> Self:
        return self.begin()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.end(kind)

    def note(self, name: str, value: str | int) -> None:
        """Add an attribute."""
        self._span.set_attribute(name, value)


def span(name: str, **attributes: str) -> AbstractContextManager[object]:
    """Return a span around a block; it does nothing if traces are off."""
    return _NOTHING if _tracer is None else Span(name, attributes)


def begun_request(name: str, headers: Mapping[str, str], **attributes: str) -> Span | None:
    """Begin and return the span of a request, which continues a trace that the headers name.

    None if traces are off.
    """
    if _tracer is None:
        return None
    from opentelemetry.trace import SpanKind  # noqa: PLC0415

    parent = _propagator().extract(headers)
    return Span(name, attributes, context=parent, kind=SpanKind.SERVER).begin()


@cache
def _propagator() -> Any:
    from opentelemetry.trace.propagation.tracecontext import (  # noqa: PLC0415
        TraceContextTextMapPropagator,
    )

    return TraceContextTextMapPropagator()


def trace_id() -> str | None:
    """Return the id of the present trace, for lines of the log; None without one."""
    if _tracer is None:
        return None
    from opentelemetry.trace import format_trace_id, get_current_span  # noqa: PLC0415

    context = get_current_span().get_span_context()
    return format_trace_id(context.trace_id) if context.is_valid else None
