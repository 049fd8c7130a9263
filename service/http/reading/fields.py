"""The kinds of fields in requests; unknown fields and lookalike types are refused."""

import re
from typing import Any

from marshmallow import Schema, ValidationError, fields

from domain.record.visibility import JsonObject
from service.texts.visible_text import TextRefused, fault_in

# 64 bytes: twice the length of the digests that they are mixed into.
HEX_DIGITS = 128
HEX = re.compile(rf"([0-9a-fA-F]{{2}}){{1,{HEX_DIGITS // 2}}}")
# Fifteen digits stay within 2^53, which every reader keeps exact.
DIGITS = re.compile(r"-?[0-9]{1,15}")
UNKNOWN = "is no field here"
LINE = (
    "Surrounding blanks are removed. Hidden characters are refused, except where they change how "
    "letters or emoji are drawn. So are more than three combining marks that stack on a letter "
    "(five in Hebrew and Arabic), and more than eight of any kind in a row."
)


class Whole(fields.Integer):
    """A JSON whole number: no string, no float, no boolean."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        # Not isinstance: a boolean is an int in Python, and `true` must not mean 1.
        if type(value) is not int:
            raise ValidationError(f"{value!r} is not a whole number.")
        return value


class Number(fields.Integer):
    """A whole number in a query: plain digits, no sign, blanks or other alphabets."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if not (isinstance(value, str) and DIGITS.fullmatch(value)):
            raise ValidationError("Give a whole number in digits.")
        return int(value)


def flag(**kwargs: Any) -> fields.Boolean:
    """Return a field for a JSON boolean: true or false only."""
    return _Flag(**kwargs)


class _Flag(fields.Boolean):
    # marshmallow's own takes "yes", "off", 0 and 1, too.
    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, bool):
            raise ValidationError(f"{value!r} is not true or false.")
        return value


class LineField(fields.String):
    """A line of text, trimmed, of bounded length, without hidden characters. Raises TextRefused."""

    def __init__(self, longest: int, metadata: JsonObject | None = None, **kwargs: Any) -> None:
        self.longest = longest
        form = {"minLength": 1, "maxLength": longest, "description": LINE}
        super().__init__(metadata={**form, **(metadata or {})}, **kwargs)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs)).strip()
        if not 1 <= len(text) <= self.longest:
            raise ValidationError(f"Give 1 to {self.longest} characters, not {len(text)}.")
        fault = fault_in(text)
        if fault is not None:
            raise TextRefused(str(attr), fault)
        return text


def hexadecimal(description: str) -> fields.String:
    """Return a field for 2 to 128 hex digits, an even number of them, or null."""

    def check(text: str) -> None:
        if not HEX.fullmatch(text):
            raise ValidationError(f"Give an even number of hex digits, 2 to {HEX_DIGITS}.")

    form = {"pattern": f"^{HEX.pattern}$", "minLength": 2, "maxLength": HEX_DIGITS}
    return fields.String(
        validate=check,
        load_default=None,
        metadata={**form, "description": description, "examples": ["c0ffee"]},
    )


class Request(Schema):
    """The shape of a request."""

    # `parsing` recognises the fault by this text of ours, and adds the names of the fields.
    error_messages = {"unknown": UNKNOWN}  # noqa: RUF012
