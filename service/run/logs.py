"""Logging for every process: a message is one line of plain characters, despite any client."""

import logging
import re
import traceback
from typing import Any

LINE = "%(asctime)s %(levelname)s %(message)s"

_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


_SECRET = re.compile(r"(/(?:feeds|unsubscribe)/)[^/?#\s'\"]+")
"""Paths with a secret in them: whoever reads a log could use it."""


def install() -> None:
    """Encode control characters and leave out secrets in all that this process logs."""
    logging.setLogRecordFactory(_Record)


def plain(text: str) -> str:
    """Return the text with characters that move or hide others escaped, such as ``\\x1b``.

    A secret in a path is left out.
    """
    shown = _SECRET.sub(r"\1…", text)
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), shown)


class _Record(logging.LogRecord):
    """A record whose message is plain; a traceback's lines stand apart by their indent."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if self.exc_info and self.exc_info[0]:
            lines = "".join(traceback.format_exception(*self.exc_info)).splitlines()
            self.exc_text = "\n".join(f"    {plain(line)}" for line in lines)

    def getMessage(self) -> str:  # noqa: N802 - logging's own name
        """Return the message in plain characters."""
        return plain(super().getMessage())
