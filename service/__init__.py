"""All that touches Redis, HTTP, time and chance."""

import sys

# redis-py imports OpenTelemetry's metrics when it is loaded, where they are installed for traces,
# and uses them nowhere unless asked: a third of a start. It has no switch for that, and
# OpenTelemetry's own (OTEL_SDK_DISABLED) is read too late. None is Python's documented mark of a
# module that is not to be found. `service.telemetry.tracing` takes it back where there are traces.
for _name in ("opentelemetry.metrics", "opentelemetry.sdk.metrics"):
    sys.modules.setdefault(_name, None)  # type: ignore[arg-type]
