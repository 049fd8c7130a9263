"""The shapes of requests, checked strictly: unknown fields and lookalike types are refused."""

import re
import unicodedata
from typing import Any

from marshmallow import INCLUDE, Schema, ValidationError, fields, validate, validates_schema

from domain.record.visibility import JsonObject
from service.pictures.subjects import FULL
from service.texts import LANGUAGES

HEX_DIGITS = 128
HEX = re.compile(rf"([0-9a-fA-F]{{2}}){{1,{HEX_DIGITS // 2}}}")
DIGITS = re.compile(r"-?[0-9]{1,15}")
NAME_LENGTH = 40
TITLE_LENGTH = 80
NOTATION_LENGTH = 5_000
PAGE_LENGTH = 100
WAIT_SECONDS = 30
EVENTS = 1_000
STEPS = 2_000
MOVES = 2_000
PICTURE_WIDTHS = (160, 320, 640, *FULL.values())
UNKNOWN = "is no field here"


class Whole(fields.Integer):
    """A JSON whole number: no string, no float, no boolean."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise ValidationError(f"{value!r} is not a whole number.")
        return value


def flag(**kwargs: Any) -> fields.Boolean:
    """Return a JSON boolean: true or false and nothing that looks like it."""
    return _Flag(**kwargs)


class _Flag(fields.Boolean):
    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, bool):
            raise ValidationError(f"{value!r} is not true or false.")
        return value


INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
FORBIDDEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of what is written after them."""


class Line(fields.String):
    """A line of text, trimmed, of bounded length: something is to be seen, nothing upsets it."""

    def __init__(self, longest: int, metadata: JsonObject | None = None, **kwargs: Any) -> None:
        self.longest = longest
        form = {"minLength": 1, "maxLength": longest, "description": "Blanks around it go."}
        super().__init__(metadata={**form, **(metadata or {})}, **kwargs)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs)).strip()
        kinds = [unicodedata.category(letter) for letter in text]
        if INVISIBLE.issuperset(kinds) or len(text) > self.longest:
            raise ValidationError(f"Give 1 to {self.longest} characters, not {len(text)}.")
        if FORBIDDEN.intersection(kinds) or TURNING.intersection(text):
            raise ValidationError("Control characters are not allowed.")
        return text


def hexadecimal(description: str) -> fields.String:
    """Return a string of 2 to 128 hex digits, an even number of them, or null."""

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
    """The shape of a request; its fault for an unknown field is ours, not marshmallow's."""

    error_messages = {"unknown": UNKNOWN}  # noqa: RUF012


class Nothing(Request):
    """An empty object."""


class NewPlayer(Request):
    """A new player."""

    name = Line(NAME_LENGTH, required=True, metadata={"examples": ["Ada"]})


class NewSession(Request):
    """One of: a new player's name, a token, or a transfer code."""

    name = Line(NAME_LENGTH, load_default=None)
    token = fields.String(load_default=None, validate=validate.Length(max=100))
    transfer = fields.String(load_default=None, validate=validate.Length(max=100))

    @validates_schema
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Require exactly one of the fields."""
        if sum(value is not None for value in data.values()) != 1:
            raise ValidationError("Give one of name, token and transfer.", "name")


class PlayerChanges(Request):
    """Changes to a player; fields left out stay."""

    name = Line(NAME_LENGTH)
    locale = fields.String(validate=validate.OneOf(list(LANGUAGES)))
    notifications = flag()


class BoardToCheck(Request):
    """A board to be checked."""

    board = fields.Dict(
        required=True,
        keys=fields.String(),
        metadata={"description": "A whole board as `GET` on a board shows it."},
    )


class NewGame(Request):
    """A game to be played."""

    ruleset = fields.String(required=True, metadata={"examples": ["alexandros"]})
    seats = Whole(load_default=2, validate=validate.Range(2, 4))
    board = fields.Raw(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "A board's id, or a whole board as `GET` on a board shows it; the "
            "first one if left out.",
            "type": ["string", "object"],
        },
    )
    options = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        metadata={"description": "The ruleset's options; GET /rulesets/{name} has their schema."},
    )
    title = Line(
        TITLE_LENGTH,
        load_default=None,
        allow_none=True,
        metadata={
            "description": "The ruleset's name in the language of Accept-Language if left out."
        },
    )
    listed = flag(
        load_default=True,
        metadata={
            "description": "True to list it in the lobby; otherwise only `join_code` opens it."
        },
    )
    undo = fields.String(
        validate=validate.OneOf(["free", "consent", "off", "drawn_stays"]),
        metadata={
            "description": "Undo of moves that other seats have seen or answered: free for anybody "
            "seated, by consent of all, off, or free back to the last card drawn or dice rolled. "
            "If left out: consent among people; against bots alone, what was drawn stays drawn."
        },
    )
    join = flag(load_default=True, metadata={"description": "True to take a seat yourself."})
    bots = fields.List(
        fields.String(),
        load_default=list,
        validate=validate.Length(max=4),
        metadata={"description": "Bots to take the seats after yours.", "examples": [["greedy"]]},
    )
    first_seat = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 3),
        metadata={"description": "The seat that begins; null to draw it by lot."},
    )
    seed = hexadecimal(
        "Fixes all luck, for tests and puzzles: equal seeds, boards, options and moves give equal "
        "games, marked `fair: false`."
    )
    contribution = hexadecimal(
        "Your own luck, mixed into the game's; made for you if absent. Not with a `seed`."
    )
    deadline = Whole(
        load_default=None,
        allow_none=True,
        metadata={"description": "Not supported yet: null."},
    )

    @validates_schema
    def check_seats(self, data: dict[str, Any], **_: Any) -> None:
        """Check that all named fit, and that the first seat exists."""
        sitting = len(data["bots"]) + data["join"]
        if sitting > data["seats"]:
            message = f"{sitting} to sit (bots and you), but only {data['seats']} seats."
            raise ValidationError(message, "bots")
        if data["first_seat"] is not None and data["first_seat"] >= data["seats"]:
            message = f"Seat {data['first_seat']} is none of 0 to {data['seats'] - 1}."
            raise ValidationError(message, "first_seat")
        if data["deadline"] is not None:
            raise ValidationError("Deadlines are not kept yet: send null.", "deadline")
        if data["seed"] is not None and data.get("contribution") is not None:
            message = "A game from a seed takes no contributions: leave one of the two out."
            raise ValidationError(message, "contribution")


class NewSeat(Request):
    """A request to take a seat, or to seat a bot."""

    seat = Whole(load_default=None, allow_none=True, validate=validate.Range(0, 3))
    bot = fields.String(load_default=None, allow_none=True)
    join_code = fields.String(load_default=None, allow_none=True)
    contribution = hexadecimal(
        "Your own luck, mixed into the game's; made for you if absent. Not in a game from a seed."
    )


class Move(Request):
    """A move: its type and the fields that the ruleset requires."""

    class Meta:
        """The ruleset checks the other fields, as strictly."""

        unknown = INCLUDE

    type = fields.String(required=True, metadata={"examples": ["end_turn"]})


class Notation(Request):
    """A move as a line of text."""

    notation = Line(
        NOTATION_LENGTH,
        required=True,
        metadata={
            "description": "The `notation` among a listed move's `facts`, or one like it. Case "
            "and blanks around it do not matter. A line that is not a move is refused, with "
            "examples from its ruleset.",
            "examples": ["march 2,1 to 2,2", "road 12"],
        },
    )


class UndoTarget(Request):
    """The event of the present line to go back to."""

    to = Whole(
        required=True,
        metadata={"description": "An event of the present line, from the start to before head."},
    )


class BranchPoint(Request):
    """The event that a study begins from, undone or not."""

    at = Whole(required=True)


class Answer(Request):
    """An answer to another seat's request."""

    accept = flag(
        required=True, metadata={"description": "True to agree; a refusal ends the request."}
    )
    to = Whole(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "The event that the request goes back to; if another request is "
            "pending, the answer is refused (`another_undo_requested`)."
        },
    )


class Number(fields.Integer):
    """A whole number in a query: plain digits, no sign, blanks or other alphabets."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if not (isinstance(value, str) and DIGITS.fullmatch(value)):
            raise ValidationError("Give a whole number in digits.")
        return int(value)


class PageQuery(Request):
    """A page of a list, and the length of pages."""

    page = Number(
        load_default=1,
        validate=validate.Range(1, 1_000_000),
        metadata={"description": "The page, from 1."},
    )
    per_page = Number(load_default=20, validate=validate.Range(1, PAGE_LENGTH))


class LobbyQuery(PageQuery):
    """A selection of the lobby's games."""

    status = fields.String(load_default=None, validate=validate.OneOf(["open", "live", "finished"]))
    ruleset = fields.String(load_default=None)


class MyGamesQuery(PageQuery):
    """A selection of a player's games."""

    waiting = fields.Boolean(
        load_default=False,
        metadata={"description": "True for those that wait for the player's move only."},
    )
    study = fields.Boolean(
        load_default=None,
        metadata={"description": "True for studies only, false for all games but studies."},
    )
    per_page = Number(load_default=PAGE_LENGTH, validate=validate.Range(1, PAGE_LENGTH))


class CodeQuery(Request):
    """The key to an unlisted game."""

    join_code = fields.String(
        load_default=None,
        metadata={
            "description": "The key to an unlisted game, which its players find in the view."
        },
    )


class ViewQuery(CodeQuery):
    """A moment of a game, or the time to wait for the next."""

    at = Number(
        load_default=None,
        validate=validate.Range(min=1),
        metadata={"description": "The view as of this event, undone or not."},
    )
    wait = fields.Float(
        load_default=0,
        validate=validate.Range(0, WAIT_SECONDS),
        metadata={"description": "Seconds to wait at most for the game to pass `after`."},
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
        metadata={"description": "Seconds to wait at most for a rematch."},
    )


class PictureQuery(CodeQuery):
    """A moment of a game, and the shape of its picture."""

    at = Number(
        load_default=None,
        validate=validate.Range(min=1),
        metadata={"description": "The game as of this event, undone or not."},
    )
    shape = fields.String(
        load_default="wide",
        validate=validate.OneOf(list(FULL)),
        metadata={"description": "Wide tells of the game beside the board; square is the board."},
    )


class PngQuery(PictureQuery):
    """A moment of a game, and the shape and size of its picture."""

    width = Number(
        load_default=None,
        validate=validate.OneOf(PICTURE_WIDTHS),
        metadata={"description": "The width in pixels; in full size if left out."},
    )


class OEmbedQuery(Request):
    """The page to be shown in another one, and the room there."""

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
        metadata={"description": "The most pixels that the frame may be high."},
    )
    format = fields.String(
        load_default="json",
        validate=validate.OneOf(["json"]),
        metadata={"description": "The form of the answer: there is one."},
    )


class MovesQuery(CodeQuery):
    """A selection of the legal moves."""

    type = fields.String(
        load_default=None, metadata={"description": "Only moves of this type, such as `march`."}
    )
    limit = Number(
        load_default=MOVES,
        validate=validate.Range(1, MOVES),
        metadata={"description": "The most moves to list; one per target first, then more."},
    )


class EventsQuery(CodeQuery):
    """A range of events."""

    after = Number(
        load_default=0,
        validate=validate.Range(min=0),
        metadata={"description": "Events past this version; 0 for all."},
    )
    limit = Number(
        load_default=EVENTS,
        validate=validate.Range(1, EVENTS),
        metadata={"description": "The most events to return; `more` is true if there are others."},
    )


class ReplayQuery(CodeQuery):
    """The beginning of a replay."""

    after = Number(
        load_default=1,
        validate=validate.Range(min=1),
        metadata={"description": "Begin with the view after this event; 1 for the whole game."},
    )
    limit = Number(
        load_default=STEPS,
        validate=validate.Range(1, STEPS),
        metadata={"description": "The most steps to return; `more` is true if there are others."},
    )


class StreamQuery(CodeQuery):
    """The beginning of a stream without a Last-Event-ID."""

    after = Number(
        load_default=0,
        validate=validate.Range(min=0),
        metadata={"description": "Begin after this version, if there is no Last-Event-ID."},
    )
