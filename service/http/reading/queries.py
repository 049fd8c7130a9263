"""The shapes of requests' queries."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.http.reading.fields import LineField, Number, Request
from service.http.reading.schemas import NOTATION_LENGTH
from service.pictures.subjects import FULL

PAGE_LENGTH = 100
# Proxies in front of the service usually give an answer a minute.
WAIT_SECONDS = 30
EVENTS = 1_000
STEPS = 2_000
LEAVES = 256
MOVES = 2_000
# A few fixed widths: each is a picture of its own to paint, and to keep in caches.
PICTURE_WIDTHS = (160, 320, 640, *FULL.values())


def _after(least: int, description: str) -> Number:
    """Return the field for the place to begin after; by default the least."""
    return Number(
        load_default=least,
        validate=validate.Range(min=least),
        metadata={"description": description},
    )


def _most(most: int, description: str) -> Number:
    """Return the field for the length of an answer; by default the most."""
    return Number(
        load_default=most,
        validate=validate.Range(1, most),
        metadata={"description": description},
    )


class PageQuery(Request):
    """A page of a list, and the length of pages."""

    page = Number(
        load_default=1,
        validate=validate.Range(1, 1_000_000),
        metadata={"description": "The page, from 1."},
    )
    per_page = Number(load_default=20, validate=validate.Range(1, PAGE_LENGTH))


class CodeQuery(Request):
    """The key to an unlisted game."""

    join_code = fields.String(
        load_default=None,
        metadata={
            "description": "The key to an unlisted game, which its players find in the view."
        },
    )


class ViewQuery(CodeQuery):
    """A moment of a game, or the time to wait for the next event."""

    at = Number(
        load_default=None,
        validate=validate.Range(min=1),
        metadata={"description": "The view after this event, undone or not."},
    )
    wait = fields.Float(
        load_default=0,
        validate=validate.Range(0, WAIT_SECONDS),
        metadata={"description": "The most seconds to wait for the game to pass `after`."},
    )
    after = Number(
        load_default=None,
        validate=validate.Range(min=0),
        metadata={"description": "The version that you have, with `wait`."},
    )

    @validates_schema
    def check_wait(self, data: dict[str, Any], **_: Any) -> None:
        """Require `after` with `wait`."""
        if data["wait"] and data["after"] is None:
            raise ValidationError("Say with `after` which version you have.", "wait")


class RematchQuery(CodeQuery):
    """The time to wait for a rematch."""

    wait = fields.Float(
        load_default=0,
        validate=validate.Range(0, WAIT_SECONDS),
        metadata={"description": "The most seconds to wait for a rematch."},
    )


class PictureQuery(CodeQuery):
    """A moment of a game, and the shape of its picture."""

    at = Number(
        load_default=None,
        validate=validate.Range(min=1),
        metadata={"description": "The game after this event, undone or not."},
    )
    shape = fields.String(
        load_default="wide",
        validate=validate.OneOf(list(FULL)),
        metadata={
            "description": "`wide` has the players and the standing beside the board; `square` is "
            "the board alone."
        },
    )


class PngQuery(PictureQuery):
    """A moment of a game, and the shape and size of its picture."""

    width = Number(
        load_default=None,
        validate=validate.OneOf(PICTURE_WIDTHS),
        metadata={"description": "The width in pixels; full size if left out."},
    )


class OEmbedQuery(Request):
    """The page to be shown in another page, and the space for it there."""

    url = fields.String(
        required=True,
        validate=validate.Length(max=2_000),
        metadata={"description": "The address of a game's page on this service."},
    )
    maxwidth = Number(
        load_default=None,
        validate=validate.Range(1, 10_000),
        metadata={"description": "The most pixels that the frame may be wide."},
    )
    maxheight = Number(
        load_default=None,
        validate=validate.Range(1, 10_000),
        metadata={"description": "The most pixels of height for the frame."},
    )
    format = fields.String(
        load_default="json",
        validate=validate.OneOf(["json"]),
        metadata={"description": "The form of the answer; there is only one."},
    )


class MovesQuery(CodeQuery):
    """A selection of the legal moves."""

    type = fields.String(
        load_default=None, metadata={"description": "Only moves of this type, such as `march`."}
    )
    limit = Number(
        load_default=MOVES,
        validate=validate.Range(1, MOVES),
        metadata={"description": "The most moves to list: first one for each target, then more."},
    )
    view = fields.Boolean(
        load_default=False, metadata={"description": "True to get the view at this version, too."}
    )
    notation = LineField(
        NOTATION_LENGTH,
        load_default=None,
        metadata={
            "description": "Only the move of this notation, listed or not: an empty list if it is "
            "not legal now. A line that is not a move is refused. `type` and `limit` then mean "
            "nothing.",
            "examples": ["end", "march 2,1 to 2,2"],
        },
    )


class EventsQuery(CodeQuery):
    """A range of events."""

    after = _after(0, "Events past this version; 0 for all.")
    limit = _most(EVENTS, "The most events to return; `more` is true if there are others.")


class ReplayQuery(CodeQuery):
    """The beginning of a replay."""

    after = _after(1, "Begin with the view after this event; 1 for the whole game.")
    limit = _most(STEPS, "The most steps to return; `more` is true if there are others.")


class LogQuery(Request):
    """An older size of the log."""

    since = Number(
        load_default=None,
        validate=validate.Range(min=1),
        metadata={"description": "An older size of the log, for the proof that it has only grown."},
    )


class LeavesQuery(Request):
    """A range of leaves of the log."""

    after = _after(0, "Skip this many leaves; 0 for none.")
    limit = _most(LEAVES, "The most leaves to return.")


class StreamQuery(CodeQuery):
    """The beginning of a stream without a Last-Event-ID."""

    # From the first event by default: a client that connects late misses nothing.
    after = _after(0, "Begin after this version, if there is no Last-Event-ID.")


class AccountStreamQuery(Request):
    """The beginning of a player's stream without a Last-Event-ID."""

    after = fields.String(
        load_default="",
        validate=validate.Length(max=30),
        metadata={
            "description": "Begin after this event, such as the `last_event_id` of `/me/games`, if "
            "there is no Last-Event-ID."
        },
    )
