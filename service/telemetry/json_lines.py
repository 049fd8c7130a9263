"""Records of the log as JSON, by structlog; loaded when the first line is written."""

import logging
from typing import Any

import msgspec
from structlog.processors import EventRenamer, JSONRenderer, TimeStamper
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import EventDict, Processor

from service.telemetry.redaction import plain, redacted_fields
from service.telemetry.request_ids import ids_of_record

STATED = ("method", "path", "status", "seconds", "bytes", "address")
"""The other fields that ``extra`` of a logger's call may have: those of the access log."""


def render(record: logging.LogRecord) -> str:
    """Return a record as one line of JSON."""
    # Not by ProcessorFormatter.format, which ends with getMessage: that would redact the JSON.
    line: Any = {"event": record.getMessage(), "_record": record, "_from_structlog": False}
    for step in _STEPS:
        line = step(None, record.levelname.lower(), line)
    return str(line)


def _work(_logger: object, _name: str, line: EventDict) -> EventDict:
    """Add the process, and the ids of the work that the line is about."""
    record: logging.LogRecord = line["_record"]
    line["process"] = record.process
    if record.threadName not in (None, "MainThread") and not _is_greenlet(record):
        line["thread"] = record.threadName
    line.update(ids_of_record(record))
    return line


def _is_greenlet(record: logging.LogRecord) -> bool:
    """True if gevent has given the thread's name to a request's greenlet."""
    return str(record.threadName).startswith("Dummy-")


def _redacted(_logger: object, _name: str, line: EventDict) -> EventDict:
    """Leave out secrets, and add the traceback, whose lines are already plain."""
    record = line.pop("_record")
    line = redacted_fields(line, plain)
    if record.exc_text:
        line["exception"] = record.exc_text
    return line | {"_record": record}


def _encoded(line: EventDict, **_options: Any) -> str:
    return msgspec.json.encode(line).decode()


_STEPS: tuple[Processor, ...] = (
    TimeStamper(fmt="iso", utc=True),
    add_log_level,
    add_logger_name,
    EventRenamer("message"),
    ExtraAdder(allow=STATED),
    _work,
    _redacted,
    ProcessorFormatter.remove_processors_meta,
    JSONRenderer(serializer=_encoded),
)
