"""The shapes of requests about notices."""

import json
from typing import Any, get_args

from marshmallow import ValidationError, fields, validate, validates_schema

from service.http.reading.fields import LineField, Request, Whole, flag
from service.notices.contract import ChannelKind, Digest, Shape
from service.notices.public_addresses import URL_CHARACTERS, AddressRefused, target_of

ADDRESS_LENGTH = 254
KEY_LENGTH = 200
LABEL_LENGTH = 40

FIELDS = {"email": "address", "push": "subscription", "webhook": "url"}
"""The field that names a channel's address, by kind."""


class Email(fields.String):
    """An e-mail address in its usual form."""

    def __init__(self, **kwargs: Any) -> None:
        form = {"format": "email", "maxLength": ADDRESS_LENGTH, "examples": ["ada@games.example"]}
        super().__init__(metadata=form, **kwargs)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        # Slow to import, and most processes are never asked.
        from email_validator import EmailNotValidError, validate_email  # noqa: PLC0415

        text = str(super()._deserialize(value, attr, data, **kwargs)).strip()
        try:
            # No look-up of the domain: it would wait for a name server, and only a mail shows who
            # reads it. The cut keeps a text of megabytes from the parser.
            known = validate_email(text[: 2 * ADDRESS_LENGTH], check_deliverability=False)
        except EmailNotValidError as error:
            raise ValidationError("Give an e-mail address such as ada@games.example.") from error
        return known.normalized


class Https(fields.String):
    """The address of a web server that anybody may reach, by https."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(metadata={"format": "uri", "maxLength": URL_CHARACTERS}, **kwargs)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        url = str(super()._deserialize(value, attr, data, **kwargs))
        try:
            target_of(url)
        except AddressRefused as error:
            raise ValidationError(REMEDIES[error.code]) from error
        return url


REMEDIES = {
    "address_not_https": "Give an address that begins with https://.",
    "address_malformed": f"Give at most {URL_CHARACTERS} characters of ASCII, "
    "without a user, a password or a fragment.",
    "address_port": "Give an address at port 443, or one from 1024 on.",
}


class SubscriptionKeys(Request):
    """The keys of a push subscription."""

    p256dh = fields.String(required=True, validate=validate.Length(1, KEY_LENGTH))
    auth = fields.String(required=True, validate=validate.Length(1, KEY_LENGTH))


class Subscription(Request):
    """A push subscription as browsers give it."""

    endpoint = Https(required=True)
    keys = fields.Nested(SubscriptionKeys(), required=True)
    expirationTime = Whole(load_default=None, allow_none=True)  # noqa: N815 - as browsers write it


class NewChannel(Request):
    """A channel for notices: an e-mail address, a push subscription or a webhook."""

    kind = fields.String(required=True, validate=validate.OneOf(get_args(ChannelKind)))
    address = Email()
    subscription = fields.Nested(Subscription())
    url = Https()
    shape = fields.String(
        validate=validate.OneOf(get_args(Shape)),
        metadata={"description": "The form of a webhook's requests; `standard` if left out."},
    )
    label = LineField(LABEL_LENGTH)

    @validates_schema
    def check_kind(self, data: dict[str, Any], **_: Any) -> None:
        """Require the address that belongs to the kind, and no other."""
        kind = data.get("kind", "")
        if FIELDS.get(kind) not in data:
            raise ValidationError(f"is missing for kind {kind}.", FIELDS.get(kind, "kind"))
        others = {*FIELDS.values(), "shape"} - {FIELDS[kind]}
        if kind == "webhook":
            others -= {"shape"}
        for name in sorted(others & data.keys()):
            raise ValidationError(f"is no field of kind {kind}.", name)


def target_in(body: dict[str, Any]) -> str:
    """Return the target of a new channel in its stored form."""
    target = body[FIELDS[body["kind"]]]
    if body["kind"] != "push":
        return str(target)
    # Sorted, and without `expirationTime`, so that one subscription always has one target.
    return json.dumps({"endpoint": target["endpoint"], "keys": target["keys"]}, sort_keys=True)


class Confirmation(Request):
    """The token of the mail that confirms an address."""

    token = fields.String(required=True, validate=validate.Length(1, KEY_LENGTH))


class ChannelChanges(Request):
    """Changes to a channel; fields left out stay."""

    digest = fields.String(
        allow_none=True,
        validate=validate.OneOf(get_args(Digest)),
        metadata={"description": "How often collected notices are sent; null to send at once."},
    )
    always = flag(
        metadata={"description": "True to send notices of turns that were already seen, too."}
    )
    label = LineField(LABEL_LENGTH)
    state = fields.String(
        validate=validate.OneOf(["active", "paused"]),
        metadata={"description": "An unconfirmed channel stays unconfirmed until it is confirmed."},
    )


class SeenVersion(Request):
    """The version of a game that its player has looked at."""

    version = Whole(required=True, validate=validate.Range(min=1))
