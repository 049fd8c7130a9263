"""The shapes of request bodies about handles, bot accounts and challenges."""

from typing import Any

from marshmallow import ValidationError, fields, pre_load, validate

from domain.kernel.rulesets import rulesets
from service.http.reading.fields import LineField, Request, Whole
from service.http.reading.schemas import FEWEST_SEATS, MOST_SEATS, NewGame
from service.people.bot_accounts import MOST_GAMES, PACES
from service.people.challenges import REASONS
from service.people.handles import FORM, LONGEST, SHORTEST

OWNER_LENGTH = 80


def _check_form(handle: str) -> None:
    if not FORM.fullmatch(handle):
        raise ValidationError("Give letters from A to Z, digits, _ and - only.")


class NewHandle(Request):
    """A handle to be claimed."""

    handle = fields.String(
        required=True,
        validate=[validate.Length(SHORTEST, LONGEST), _check_form],
        metadata={"pattern": f"^{FORM.pattern}$", "examples": ["ada_l"]},
    )


def _among(field: fields.Field[Any], values: str) -> fields.List[Any]:
    """Return a field for the values that a bot takes, null for all."""
    return fields.List(
        field,
        allow_none=True,
        validate=validate.Length(1, 10),
        metadata={"description": f"The {values} that it takes; null for all."},
    )


class BotChanges(Request):
    """Changes to a bot account; fields left out stay."""

    owner = LineField(
        OWNER_LENGTH,
        metadata={"description": "Who answers for it: a name, a handle or an address on the web."},
    )
    rulesets = _among(fields.String(validate=validate.OneOf(list(rulesets()))), "rulesets")
    seats = _among(Whole(validate=validate.Range(FEWEST_SEATS, MOST_SEATS)), "numbers of seats")
    paces = _among(
        fields.String(validate=validate.OneOf(PACES)),
        "paces (no clock, a `least` below ten minutes, or longer turns)",
    )
    games = Whole(
        validate=validate.Range(0, MOST_GAMES),
        metadata={"description": "How many live games it plays at once; 20 if never stated."},
    )


class NewBotAccount(BotChanges):
    """A program's account."""

    owner = LineField(
        OWNER_LENGTH,
        required=True,
        metadata={"description": "Who answers for it: a name, a handle or an address on the web."},
    )


class NewChallenge(Request):
    """A game proposed to a player."""

    to = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=100),
        metadata={"description": "A handle; null for anybody with the link."},
    )
    terms = fields.Nested(
        NewGame,
        required=True,
        metadata={
            "description": "As in `POST /games`; `seats` are by default 2 and those of `bots`."
        },
    )

    @pre_load
    def add_seats(self, data: Any, **_: Any) -> Any:
        """Add the number of seats if it is left out."""
        terms = data.get("terms") if isinstance(data, dict) else None
        bots = terms.get("bots", []) if isinstance(terms, dict) else None
        if not isinstance(terms, dict) or not isinstance(bots, list):
            return data
        seats = min(2 + len(bots), MOST_SEATS)
        return {**data, "terms": {"seats": seats, **terms}}


class Decline(Request):
    """A challenge declined."""

    reason = fields.String(load_default="generic", validate=validate.OneOf(REASONS))
