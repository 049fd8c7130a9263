"""All that touches Redis, HTTP, time and chance."""

import sys

# Where OpenTelemetry is installed for traces, redis-py would load its metrics in every process: a
# third of a start. `service.telemetry.tracing` takes this back where there are traces.
for _name in ("opentelemetry.metrics", "opentelemetry.sdk.metrics"):
    sys.modules.setdefault(_name, None)  # type: ignore[arg-type]
