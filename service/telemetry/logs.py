"""Logging for every process: each record is one line, as text or JSON, without secrets."""

import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal

from service.telemetry.instruments import LOG_LINES
from service.telemetry.redaction import hide, own_secrets, plain
from service.telemetry.request_ids import ids_in_hand, ids_of_record
from service.telemetry.tracing import trace_id

Form = Literal["text", "json"]
LINE = "%(asctime)s %(levelname)s %(message)s"
OPERATOR = "anabasis"
"""The logger of the launcher's messages to the host, in lines of JSON."""


def install(form: Form = "text") -> None:
    """Write this process's log to stderr without secrets, as lines of text or JSON."""
    # The form is the same without a terminal: people would be surprised if a pipe changed it.
    logging.setLogRecordFactory(_Record)
    hide(own_secrets(os.environ))
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(form))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.captureWarnings(form == "json")
    if form == "json":
        logging.getLogger(OPERATOR).setLevel(logging.INFO)
        sys.excepthook = _uncaught
        threading.excepthook = _uncaught_in_thread


def formatter(form: Form) -> logging.Formatter:
    """Return the layout of a line."""
    return JsonLine() if form == "json" else TextLine(LINE)


def teller(form: Form, write: Callable[[str], object]) -> Callable[[str], object]:
    """Return a function that writes messages to the host, as they are or as lines of JSON."""
    if form == "text":
        return write
    return lambda text: logging.getLogger(OPERATOR).info("%s", " ".join(text.split()))


def tell_end(reason: str) -> None:
    """Write the reason why this process ends in one line, as text or JSON."""
    if ends_in_json():
        logging.getLogger(OPERATOR).critical("%s", reason)
    else:
        sys.stderr.write(f"Error: {reason}\n")


def ends_in_json() -> bool:
    """True if the reason for the end is written as JSON, and not for people at a terminal."""
    is_json = any(isinstance(each.formatter, JsonLine) for each in logging.getLogger().handlers)
    return is_json and not sys.stderr.isatty()


class _Record(logging.LogRecord):
    """A record with a plain message and an indented traceback.

    It has the ids of the present request, unless its logger's caller states others.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.ids = ids_in_hand()
        if (trace := trace_id()) is not None:
            self.ids["trace_id"] = trace
        if (counted := LOG_LINES.get(self.levelname.lower())) is not None:
            counted.inc()
        if self.exc_info and self.exc_info[0]:
            lines = "".join(traceback.format_exception(*self.exc_info)).splitlines()
            self.exc_text = "\n".join(f"    {plain(line)}" for line in lines)

    def getMessage(self) -> str:  # noqa: N802 - logging's own name
        """Return the message in plain characters."""
        return plain(super().getMessage())


class TextLine(logging.Formatter):
    """A line for people; ids come last, in brackets, unless the message contains them."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Return the line without a traceback."""
        line = super().formatMessage(record)
        known = ids_of_record(record)
        ids = (f"{name} {value}" for name, value in known.items() if value not in line)
        stated = ", ".join(ids)
        return f"{line} [{stated}]" if stated else line


class JsonLine(logging.Formatter):
    """A line for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        # Imported with the first line: structlog takes a while to load, and most starts write none.
        from service.telemetry.json_lines import render  # noqa: PLC0415

        return render(record)


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logging.getLogger(OPERATOR).critical("ended by an error", exc_info=(kind, error, trace))


def _uncaught_in_thread(stated: threading.ExceptHookArgs) -> None:
    if stated.exc_value is not None:
        _uncaught(stated.exc_type, stated.exc_value, stated.exc_traceback)
