"""Answers as plain JSON: the terminal reads the same fields of any ruleset."""

from collections.abc import Mapping
from typing import cast

from ..shapes import JsonObject


def plain(answer: Mapping[str, object]) -> JsonObject:
    """Return an answer of the client without its type, which differs from ruleset to ruleset."""
    return cast(JsonObject, answer)
