"""The fields of a line of the log: plain text, and the ids of the work it is about."""

import logging
import re

from service.telemetry.redaction import redacted

IDS = ("request_id", "game_id", "command_id", "trace_id")
"""The ids of a line, where they are known; ``extra`` of a logger's call may state them."""

_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


def plain(text: str) -> str:
    """Return the text with characters that move or hide others escaped, such as ``\\x1b``.

    Secrets are left out.
    """
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), redacted(text))


def ids_of(record: logging.LogRecord) -> dict[str, str]:
    """Return the ids that a record's line has, in plain characters."""
    known = getattr(record, "ids", {}) | {k: v for k, v in vars(record).items() if k in IDS}
    return {name: plain(str(known[name])) for name in IDS if known.get(name)}
