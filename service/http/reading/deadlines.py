"""The deadline of a new game, as a request states it."""

import re
from typing import Any, get_args

from marshmallow import ValidationError, fields, post_load, validate, validates_schema

from domain.kernel.deadlines import (
    BRIEFEST,
    DAY,
    HOUR,
    IDLE,
    LARGEST_RESERVE,
    LONGEST,
    LONGEST_IDLE,
    MINUTE,
    MOST_VACATION,
    SHORTEST,
    AtZero,
    Deadline,
)
from domain.record.visibility import JsonObject
from service.http.reading.fields import Request, Whole, flag

UNITS = {"s": 1, "m": MINUTE, "h": HOUR, "d": DAY}
TIMES = ("per_move", "reserve", "increment", "least", "open_for", "idle_for")
# The clock plays on after everybody has left: with waits of a minute, a game made 131,000 events in
# thirty days.
IDLE_OF = {False: (IDLE, LONGEST_IDLE), True: (DAY, 7 * DAY)}
"""The usual and the longest ``idle_for``, by whether the game is live."""
DURATION = re.compile(r"([1-9][0-9]{0,5})([smhd])", re.ASCII)


class Duration(fields.Field[int]):
    """A time as a number with its unit, ``30s``, ``10m``, ``36h`` or ``3d``, or in seconds."""

    def __init__(self, least: int, most: int, description: str, **kwargs: Any) -> None:
        self.least, self.most = least, most
        super().__init__(metadata={**_form(least, most), "description": description}, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        seconds = _seconds(value)
        if seconds is None or not self.least <= seconds <= self.most:
            raise self.outside(self.least)
        return seconds

    def outside(self, least: int, hint: str = "") -> ValidationError:
        """Return the refusal of a time below ``least`` or above the most."""
        legal = f"{_written(least)} to {_written(self.most)}"
        return ValidationError(f'Give a time from {legal}, such as "36h" or "3d"{hint}.')


def _seconds(value: Any) -> int | None:
    if type(value) is int:
        return value
    match = DURATION.fullmatch(value) if isinstance(value, str) else None
    return None if match is None else int(match[1]) * UNITS[match[2]]


def _written(seconds: int) -> str:
    """Return a time in the largest unit that it is a multiple of."""
    unit, size = next((u, s) for u, s in reversed(UNITS.items()) if seconds % s == 0)
    return f"{seconds // size}{unit}"


def _form(least: int, most: int) -> JsonObject:
    in_words = {"type": "string", "pattern": f"^{DURATION.pattern}$", "examples": ["36h", "3d"]}
    return {"anyOf": [in_words, {"type": "integer", "minimum": least, "maximum": most}]}


class DeadlineTerms(Request):
    """The time that a seat has, and the consequence of its end."""

    per_move = Duration(
        BRIEFEST,
        LONGEST,
        "The time for each turn of a seat, counted from when the game begins to wait for it; not "
        "below `least`.",
    )
    reserve = Duration(
        BRIEFEST,
        LARGEST_RESERVE,
        "The time that a seat has for all of its turns (Fischer), instead of `per_move`; not below "
        "`least`.",
    )
    increment = Duration(
        0,
        LONGEST,
        "With `reserve`: the time that each turn adds to it, never beyond its size; 0 if left out.",
    )
    least = Duration(
        BRIEFEST,
        SHORTEST,
        "The least time that a seat has when the game begins to wait for it, even with an empty "
        "reserve or after a pause; 10m if left out. Live games have less.",
    )
    at_zero = fields.String(
        load_default="nudge",
        validate=validate.OneOf(list(get_args(AtZero))),
        metadata={
            "description": "The consequence when the time is up, once for each wait: `nudge` only "
            "adds an event; `skip` makes the ruleset's neutral moves, as few as the game needs to "
            "go on; with `bot` a bot plays until the player moves again; `resign` resigns for the "
            "player. Until that player acts again, further waits in the same turn, and in turns of "
            "others, last no longer than `absent_wait`."
        },
    )
    bot = fields.String(
        metadata={"description": "The bot for `at_zero: bot`; the ruleset's best if left out."}
    )

    open_for = Duration(
        HOUR,
        LONGEST_IDLE,
        "The time after which the game is abandoned unless it has started; 30d if left out.",
        load_default=IDLE,
    )
    idle_for = Duration(
        DAY,
        LONGEST_IDLE,
        "The time after which the game is abandoned if no player moves. If left out, it is 30d or "
        "four times `per_move` or `reserve`, the longer of the two. With a `least` below 10m it is "
        "1d if left out and 7d at most, or four times `per_move` or `reserve` if that is longer.",
    )

    quiet_hours = flag(
        metadata={
            "description": "True to stop a seat's clock during its player's quiet hours. The hours "
            "that are in force when a turn begins apply to it; new ones (`PATCH /me`) come into "
            "force a day after they are set. This holds for short times too: a live game stands "
            "still for the whole night of the player to move, so it rarely has quiet hours."
        },
    )
    vacation = Whole(
        validate=validate.Range(0, MOST_VACATION),
        metadata={
            "description": "The days of vacation that a seat may take in a calendar year; none "
            "if left out."
        },
    )

    @validates_schema
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Require one way to count time; an increment belongs to a reserve."""
        if ("per_move" in data) == ("reserve" in data):
            raise ValidationError("Give either per_move or reserve.", "per_move")
        if "increment" in data and "reserve" not in data:
            raise ValidationError("Only a reserve has an increment.", "increment")
        if "bot" in data and data["at_zero"] != "bot":
            raise ValidationError("A bot plays only with at_zero: bot.", "bot")
        # Each field has its own least; this one depends on another field, so the schema checks it.
        name, least = "per_move" if "per_move" in data else "reserve", data.get("least", SHORTEST)
        if data[name] < least:
            form: Any = self.fields[name]
            hint = "" if "least" in data else "; for a shorter one set `least` as well"
            raise ValidationError(form.outside(least, hint).messages, name)

    @post_load
    def add_idle(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Add the time after which the game is abandoned, and refuse a time shorter than a turn."""
        full = data.get("per_move") or data["reserve"]
        usual, most = IDLE_OF[data.get("least", SHORTEST) < SHORTEST]
        # By default all four seats may let a whole turn pass before a game counts as abandoned.
        idle = data.setdefault("idle_for", min(LONGEST_IDLE, max(usual, 4 * full)))
        if idle < full:
            raise ValidationError("Give at least the time of a turn.", "idle_for")
        if idle > max(most, 4 * full):
            legal = f"{_written(max(most, 4 * full))} at most"
            raise ValidationError(f"With such a least, give {legal}.", "idle_for")
        # Records omit fields at their defaults, so that the same terms are always stored alike.
        if data.get("least") == SHORTEST:
            del data["least"]
        return data


class Extension(Request):
    """More time for the present turn."""

    time = Duration(
        BRIEFEST,
        LARGEST_RESERVE,
        "The time to add: at most that of a whole turn (of a reserve, its size), and not below the "
        "`least` of the game, such as `2d`.",
        required=True,
    )


class VacationDays(Request):
    """Days of vacation, from now or from the end of a vacation that has begun."""

    days = Whole(
        required=True,
        validate=validate.Range(0, MOST_VACATION),
        metadata={"description": "At most the days left in this year; 0 to come back."},
    )


TURN_FORM = _form(SHORTEST, LONGEST)
TERMS_FORM: JsonObject = {
    "type": "object",
    "description": "The time that a seat has, and the consequence of its end.",
    "additionalProperties": False,
    "properties": {
        **{name: dict(DeadlineTerms().fields[name].metadata) for name in TIMES},
        "at_zero": {
            "type": "string",
            "enum": list(get_args(AtZero)),
            "default": "nudge",
            **DeadlineTerms().fields["at_zero"].metadata,
        },
        "bot": {"type": "string", **DeadlineTerms().fields["bot"].metadata},
        "quiet_hours": {"type": "boolean", **DeadlineTerms().fields["quiet_hours"].metadata},
        "vacation": {
            "type": "integer",
            "minimum": 0,
            "maximum": MOST_VACATION,
            **DeadlineTerms().fields["vacation"].metadata,
        },
    },
}
"""The JSON Schemas of the time of a turn alone, and of the whole terms."""


class DeadlineField(fields.Field[Deadline]):
    """The terms of a deadline, or the time of a move alone."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Deadline:
        stated = value if isinstance(value, dict) else {"per_move": value}
        try:
            return Deadline(**DeadlineTerms().load(stated)).renewed
        except ValidationError as error:
            # A client that sends a time alone has sent no field `per_move` for a fault to name.
            raise error if isinstance(value, dict) else _plain(error) from error


def _plain(error: ValidationError) -> ValidationError:
    """Return the fault of a time that stands alone."""
    return ValidationError(error.messages_dict["per_move"])
