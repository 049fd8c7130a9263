"""The shapes of reports, and of requests of hosts and moderators."""

from typing import Any

from marshmallow import ValidationError, fields, validate

from domain.record.visibility import JsonObject
from service.http.reading.fields import LINE, LineField, Number, Request
from service.http.reading.list_queries import Moment
from service.machine import clock
from service.moderation.reports import RESOLUTIONS
from service.moderation.rights import RIGHTS
from service.people.announcements import LONGEST, LONGEST_TIME
from service.people.reports import KINDS, REASONS, TEXT_LENGTH
from service.texts import LANGUAGES
from service.texts.visible_text import TextRefused, fault_in

REASON_LENGTH = 200
MOST_ACTS = 100
SEARCH_LENGTH = 80
CURSOR_LENGTH = 400
MOST_LISTED = 100


class NewAct(Request):
    """An act on a game or player."""

    action = fields.String(required=True, validate=validate.OneOf([*RIGHTS]))
    subject = fields.String(
        required=True,
        validate=validate.Length(1, 100),
        metadata={"description": "A game's id; a player's id or handle; a network."},
    )
    reason = LineField(REASON_LENGTH, required=True)
    until = fields.AwareDateTime(
        format="iso",
        load_default=None,
        allow_none=True,
        metadata={"description": "When a suspension or a ban ends by itself; else ignored."},
    )


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


class _ListQuery(Request):
    """A page of a list of a host's."""

    search = fields.String(
        load_default=None,
        validate=validate.Length(1, SEARCH_LENGTH),
        metadata={"description": "The beginning of what is looked for, or an id."},
    )
    cursor = fields.String(
        load_default=None,
        validate=validate.Length(1, CURSOR_LENGTH),
        metadata={"description": "The `next` of the page before, with the same query."},
    )
    limit = Number(
        load_default=20,
        validate=validate.Range(1, MOST_LISTED),
        metadata={"description": "The most on the page."},
    )


class HostPlayersQuery(_ListQuery):
    """A search for players, or an order of all."""

    order = fields.String(
        load_default="newest",
        validate=validate.OneOf(["newest", "busiest", "creators"]),
        metadata={
            "description": "`newest` first; `busiest`, with the most games under way; or "
            "`creators`, who have made the most open games."
        },
    )


class HostGamesQuery(_ListQuery):
    """A search for games, or the open games that a player made."""

    creator = fields.String(
        load_default=None,
        validate=validate.Length(1, 64),
        metadata={"description": "The id of the player who made the open games."},
    )


AnnouncementTexts = Request.from_dict(
    {language: LineField(LONGEST) for language in LANGUAGES}, name="AnnouncementTexts"
)


def _check_texts(texts: JsonObject) -> None:
    if not texts:
        raise ValidationError("Give a text in at least one language.")


def _check_end(until: int) -> None:
    if not 0 < until - clock.now_ms() <= LONGEST_TIME:
        raise ValidationError("Give a time to come, within a year.")


class NewAnnouncement(Request):
    """What the host says to everybody, and until when."""

    texts = fields.Nested(
        AnnouncementTexts,
        required=True,
        validate=_check_texts,
        metadata={"description": "By language; readers of others get the first one."},
    )
    until = Moment(
        required=True, validate=_check_end, metadata={"description": "Its end, within a year."}
    )


class PlainTextField(fields.String):
    """A text of some lines, joined into one; empty by default. Raises TextRefused."""

    def __init__(self, longest: int, description: str) -> None:
        self.longest = longest
        form = {"maxLength": longest, "description": f"{description} Lines are joined. {LINE}"}
        super().__init__(load_default="", metadata=form)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        text = " ".join(str(super()._deserialize(value, attr, data, **kwargs)).split())
        if len(text) > self.longest:
            raise ValidationError(f"Give at most {self.longest} characters, not {len(text)}.")
        fault = fault_in(text) if text else None
        if fault is not None:
            raise TextRefused(str(attr), fault)
        return text


class NewReport(Request):
    """A report to the host."""

    target = fields.String(required=True, validate=validate.OneOf(KINDS))
    id = fields.String(
        required=True,
        validate=validate.Length(1, 100),
        metadata={
            "description": "A player's id or handle; else the game's, also of a title or board."
        },
    )
    reason = fields.String(required=True, validate=validate.OneOf(REASONS))
    text = PlainTextField(TEXT_LENGTH, "What happened, in your words; moderators read it.")
    join_code = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=100),
        metadata={"description": "The code of an unlisted game; it is not kept."},
    )


class ReportsQuery(Request):
    """A page of the queue of reports."""

    page = Number(
        load_default=1, validate=validate.Range(1, 1_000), metadata={"description": "From 1."}
    )
    per_page = Number(load_default=50, validate=validate.Range(1, MOST_ACTS))


class NewResolution(Request):
    """How a report is resolved."""

    outcome = fields.String(required=True, validate=validate.OneOf([*RESOLUTIONS]))
    reason = PlainTextField(REASON_LENGTH, "Why; only the log shows it.")
