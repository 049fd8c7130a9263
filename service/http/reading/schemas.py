"""The shapes of request bodies."""

from collections.abc import Iterator
from typing import Any

from marshmallow import INCLUDE, ValidationError, fields, post_load, validate, validates_schema

from service.http.document.shapes import ref
from service.http.reading.deadlines import TURN_FORM, DeadlineField
from service.http.reading.fields import LineField, Request, Whole, flag, hexadecimal
from service.http.reading.notice_schemas import Email
from service.http.reading.quiet_hours import QuietHoursShape, TimeZone
from service.people.account_invitations import MOST_USES_OF_MEMBER
from service.people.scoped_tokens import MOST_DAYS
from service.people.scopes import SCOPES
from service.texts import LANGUAGES
from service.texts.visible_text import TextRefused, fault_in

# The bounds of all rulesets together; each has its own within them.
FEWEST_SEATS, MOST_SEATS = 2, 4
NAME_LENGTH = 40
TITLE_LENGTH = 80
NOTATION_LENGTH = 5_000
DAYS = 90
"""The days until the end of a token that states none."""


class Nothing(Request):
    """An empty object."""


def _text(length: int, description: str) -> fields.String:
    return fields.String(
        load_default=None,
        validate=validate.Length(max=length),
        metadata={"description": description},
    )


class Invitee(Request):
    """What a house that takes new players by invitation only asks for; others ignore it."""

    invitation = _text(100, "The token of an invitation to make an account.")
    game_id = _text(100, "Instead, where the host allows it: an open game, with `join_code`.")
    join_code = _text(100, "The code of the link by which the game is joined.")
    ticket = _text(100, "The ticket of a place in the line of new players, from a 429.")


class NewPlayer(Invitee):
    """A new player."""

    name = LineField(NAME_LENGTH, required=True, metadata={"examples": ["Ada"]})


class NewAccountInvitation(Request):
    """A new invitation to make an account."""

    uses = Whole(
        load_default=1,
        validate=validate.Range(1, MOST_USES_OF_MEMBER),
        metadata={"description": "The number of accounts that it may make."},
    )
    days = Whole(
        load_default=7,
        validate=validate.Range(1, 30),
        metadata={"description": "The days until its end."},
    )


class InvitationToken(Request):
    """An invitation to make an account."""

    invitation = fields.String(required=True, validate=validate.Length(1, 100))


class InvitationMail(Request):
    """The address to which an invitation to make an account is sent."""

    email = Email(required=True)


class NewSession(Invitee):
    """One of: a new player's name, a token, or a transfer code."""

    name = LineField(NAME_LENGTH, load_default=None)
    token = fields.String(load_default=None, validate=validate.Length(max=100))
    transfer = fields.String(load_default=None, validate=validate.Length(max=100))

    @validates_schema
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Require exactly one of the fields."""
        if sum(data[each] is not None for each in ("name", "token", "transfer")) != 1:
            raise ValidationError("Give one of name, token and transfer.", "name")


class NewAccessToken(Request):
    """A new token for a program."""

    name = LineField(NAME_LENGTH, required=True, metadata={"examples": ["My bot"]})
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata={
            "description": "What the token may do; `play` includes `read`, and `bot` both.",
            "examples": [["play"]],
        },
    )
    days = Whole(
        load_default=DAYS,
        validate=validate.Range(1, MOST_DAYS),
        metadata={"description": "The days until its end."},
    )


class PasskeyAnswer(Request):
    """The answer of a browser to the options of a passkey."""

    credential = fields.Dict(
        required=True,
        keys=fields.String(),
        metadata={"description": "The result of WebAuthn's `PublicKeyCredential.toJSON()`."},
    )


class SignIn(Request):
    """A request for a sign-in link."""

    email = Email(required=True)


class SignInFinish(Request):
    """A sign-in link that was followed."""

    token = fields.String(required=True, validate=validate.Length(1, 100))
    code = fields.String(
        load_default="",
        validate=validate.Length(max=20),
        metadata={"description": "The code shown in the browser that asked, if it is another one."},
    )
    player_id = fields.String(
        load_default=None,
        validate=validate.Length(max=100),
        metadata={"description": "One of several players with the address."},
    )


class PlayerChanges(Request):
    """Changes to a player; fields left out stay."""

    name = LineField(NAME_LENGTH)
    locale = fields.String(validate=validate.OneOf(list(LANGUAGES)))
    notifications = flag()
    time_zone = TimeZone(
        allow_none=True, metadata={"description": "An IANA name.", "examples": ["Europe/Berlin"]}
    )
    quiet_hours = fields.Nested(
        QuietHoursShape,
        allow_none=True,
        metadata={
            "description": "The hours in which no notices are sent and the clock is stopped in "
            "games whose deadline has `quiet_hours`; null for none. Clocks follow a change a day "
            "after it is made."
        },
    )


class BoardToCheck(Request):
    """A board to be checked."""

    board = fields.Dict(
        required=True,
        keys=fields.String(),
        metadata={"description": "A whole board, in the form that `GET` on a board returns."},
    )


class NewGame(Request):
    """A game to be played."""

    ruleset = fields.String(required=True, metadata={"examples": ["alexandros"]})
    seats = Whole(
        validate=validate.Range(FEWEST_SEATS, MOST_SEATS),
        metadata={"description": "If left out: 2, or enough for `bots` and you."},
    )
    board = fields.Raw(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "A board's id, or a whole board in the form that `GET` on a board "
            "returns; the ruleset's first board if left out.",
            "type": ["string", "object"],
        },
    )
    options = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        metadata={"description": "The ruleset's options; GET /rulesets/{name} has their schema."},
    )
    title = LineField(
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
            "description": "True to list the game in the lobby; otherwise only `join_code` opens "
            "it."
        },
    )
    undo = fields.String(
        validate=validate.OneOf(["free", "consent", "off", "drawn_stays"]),
        metadata={
            "description": "Who may undo moves that other seats have seen or answered: every "
            "player (`free`), all together (`consent`), nobody (`off`), or every player back to "
            "the last card drawn or dice rolled (`drawn_stays`). If left out: `consent` among "
            "people, `drawn_stays` against bots alone."
        },
    )
    join = flag(load_default=True, metadata={"description": "True to take a seat yourself."})
    server_key = flag(
        load_default=False,
        metadata={"description": "True to name the server's public key in the first event."},
    )
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
        "Fixes all luck, for tests and puzzles: the same seed, board, options and moves give the "
        "same game. It is marked `fair: false`."
    )
    contribution = hexadecimal(
        "Your own luck, mixed into the game's; made for you if absent. Not with a `seed`."
    )
    deadline = DeadlineField(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "The time that seats have, and the consequence when it is up; a time "
            "alone, such as `3d`, is the time for each turn. Null for a game without a clock. The "
            "service's own bots and seats that are only asked to trade have no clock; no turn "
            "begins with less than `least`; undo gives no time back; a move recorded before the "
            "clock's event is in time.",
            "anyOf": [*TURN_FORM["anyOf"], ref("DeadlineTerms"), {"type": "null"}],
        },
    )

    @validates_schema
    def check_seats(self, data: dict[str, Any], **_: Any) -> None:
        """Check that there are seats for all, and that the first seat exists."""
        sitting, seats = _sitting(data), _seats(data)
        if sitting > seats:
            message = f"{sitting} to sit (bots and you), but only {seats} seats."
            raise ValidationError(message, "bots")
        if data["first_seat"] is not None and data["first_seat"] >= seats:
            message = f"Seat {data['first_seat']} is none of 0 to {seats - 1}."
            raise ValidationError(message, "first_seat")
        if data["seed"] is not None and data.get("contribution") is not None:
            message = "A game from a seed takes no contributions: leave one of the two out."
            raise ValidationError(message, "contribution")

    @post_load
    def add_seats(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Add the number of seats if it is left out."""
        return data | {"seats": _seats(data)}


def _sitting(terms: dict[str, Any]) -> int:
    """Return the number of seats taken at once."""
    return len(terms["bots"]) + int(terms["join"])


def _seats(terms: dict[str, Any]) -> int:
    """Return the number of seats, by default enough for all who sit down at once."""
    enough = min(max(FEWEST_SEATS, _sitting(terms)), MOST_SEATS)
    return int(terms.get("seats", enough))


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
        """Let any fields through."""

        # The ruleset knows its moves' fields, and checks them as strictly.
        unknown = INCLUDE

    type = fields.String(required=True, metadata={"examples": ["end_turn"]})


class Notation(Request):
    """A move as a line of text."""

    notation = LineField(
        NOTATION_LENGTH,
        required=True,
        metadata={
            "description": "A move in the form of `notation` among a listed move's `facts`. Case "
            "and surrounding blanks do not matter. A line that is not a move is refused, with "
            "examples from its ruleset.",
            "examples": ["march 2,1 to 2,2", "road 12"],
        },
    )


class UndoTarget(Request):
    """The event to go back to."""

    to = Whole(
        required=True,
        metadata={"description": "An event of the present line, from the start to before `head`."},
    )


class BranchPoint(Request):
    """The event that a study begins after, undone or not."""

    at = Whole(required=True)


class Consent(Request):
    """An answer to another seat's request."""

    accept = flag(
        required=True, metadata={"description": "True to agree; a refusal ends the request."}
    )


class StandInSeat(Request):
    """The seat for whose player a bot may play."""

    absent = Whole(
        required=True,
        data_key="seat",
        metadata={"description": "The seat of a player who is suspended, banned or gone."},
    )


class Answer(Consent):
    """An answer to another seat's request to undo."""

    to = Whole(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "The event that the request goes back to; if another request is "
            "pending, the answer is refused (`another_undo_requested`)."
        },
    )


def check_board_texts(board: Any) -> None:
    """Raise TextRefused if a text in an inline board has a fault.

    Empty and blank texts have none.
    """
    # Only here: a stored game's board is read again each time, and must stay readable when the
    # rules for texts become stricter.
    for line in _texts(board):
        fault = fault_in(line) if line.strip() else None
        if fault is not None:
            raise TextRefused("board", fault)


def _texts(board: Any) -> Iterator[str]:
    """Yield every text in JSON, however deep."""
    # A stack of its own, for boards as deep as `bodies` lets them be.
    left = [board]
    while left:
        part = left.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            left += [*part.keys(), *part.values()]
        elif isinstance(part, list):
            left += part
