"""The lines that a logger writes once its process has installed its logging."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

from service.telemetry import logs


@contextmanager
def written_by(logger: str, layout: logging.Formatter) -> Iterator[StringIO]:
    """The output of a logger in a layout."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(layout)
    logging.getLogger(logger).addHandler(handler)
    before = logging.getLogRecordFactory()
    logs.install()
    try:
        yield stream
    finally:
        logging.setLogRecordFactory(before)
        logging.getLogger(logger).removeHandler(handler)
