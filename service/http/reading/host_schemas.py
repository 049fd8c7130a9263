"""The shapes of requests of hosts and moderators."""

from marshmallow import fields, validate

from service.http.reading.fields import LineField, Number, Request
from service.moderation.rights import RIGHTS

REASON_LENGTH = 200
MOST_ACTS = 100


class NewAct(Request):
    """An act on a game or player."""

    action = fields.String(required=True, validate=validate.OneOf([*RIGHTS]))
    subject = fields.String(
        required=True,
        validate=validate.Length(1, 100),
        metadata={"description": "A game's id; a player's id or handle."},
    )
    reason = LineField(REASON_LENGTH, required=True)


class ActsQuery(Request):
    """A page of the log of acts."""

    before = Number(
        load_default=None,
        validate=validate.Range(min=1),
        metadata={"description": "Only acts before the one with this number."},
    )
    limit = Number(
        load_default=50,
        validate=validate.Range(1, MOST_ACTS),
        metadata={"description": "The most acts on the page."},
    )
