"""The shapes of request bodies about handles, bot accounts and challenges."""

from marshmallow import fields, validate

from service.http.reading.fields import Request
from service.people.handles import FORM, LONGEST, SHORTEST


class NewHandle(Request):
    """A handle to be claimed."""

    handle = fields.String(
        required=True,
        validate=[
            validate.Length(SHORTEST, LONGEST),
            validate.Regexp(
                rf"^{FORM.pattern}\Z", error="Give letters from A to Z, digits, _ and - only."
            ),
        ],
        metadata={"examples": ["ada_l"]},
    )
