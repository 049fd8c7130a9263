"""The shapes of requests for animations."""

from marshmallow import fields, validate

from service.http.reading.fields import Request
from service.http.reading.queries import CodeQuery
from service.pictures.subjects import FULL
from service.texts import LANGUAGES


def _format() -> fields.String:
    return fields.String(
        load_default="webp",
        validate=validate.OneOf(["webp", "gif"]),
        metadata={"description": "WebP is clearer; GIF has 256 colours and is shown everywhere."},
    )


class Animated(Request):
    """The look of an animation."""

    shape = fields.String(
        load_default="square",
        validate=validate.OneOf(list(FULL)),
        metadata={
            "description": "`square` is the board, 480 pixels wide; `wide` has the players and "
            "the standing beside it, 640 pixels wide."
        },
    )
    language = fields.String(
        load_default=None,
        validate=validate.OneOf(list(LANGUAGES)),
        metadata={"description": "The language of its words; by default from Accept-Language."},
    )


class NewAnimation(Animated):
    """An animation to be made."""

    format = _format()


class FilmQuery(CodeQuery, Animated):
    """An animation whose format the path names."""


class AnimationQuery(FilmQuery):
    """An animation."""

    format = _format()
