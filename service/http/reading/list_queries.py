"""The shapes of queries for lists of games: filters, pages by number, and cursors."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any, ClassVar, get_args

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.errors import Malformed
from domain.kernel.rulesets import rulesets
from domain.record.visibility import JsonObject
from projections.list_facts import Filters, Outcome
from projections.lobby import LISTED, SEATS, Pace
from service.http.reading.fields import Number, Request
from service.http.reading.queries import PAGE_LENGTH, WAIT_SECONDS, PageQuery
from service.readmodels.selecting import ListPosition, position_of

SELECTED = ("seats", "pace", "bots")
"""Selections of the lobby's numbered pages that are made within one status."""
UNNUMBERED = ("cursor", "board", "player", "since", "result", "reason")
"""Selections of the lobby whose pages have no numbers, as that would count all games."""
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
CODE = re.compile(r"[a-z0-9_]{1,40}")


class Moment(fields.AwareDateTime):
    """A time in a query, loaded as milliseconds since 1970; UTC unless it says otherwise."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="iso", default_timezone=UTC, **kwargs)

    def _deserialize(self, value: Any, *arguments: Any, **kwargs: Any) -> Any:
        try:
            moment = super()._deserialize(value, *arguments, **kwargs)
            return max(0, int(moment.timestamp() * 1000))
        except (ValidationError, ValueError, OverflowError) as error:
            fault = "Give a time such as 2026-11-29T12:00:00Z, or a date."
            raise ValidationError(fault) from error


class Cursor(fields.String):
    """A cursor, loaded as the position that it stands for."""

    def _deserialize(self, value: Any, *arguments: Any, **kwargs: Any) -> Any:
        position = position_of(super()._deserialize(value, *arguments, **kwargs))
        if position is None:
            raise ValidationError("Take a cursor from `next` or `Link` of a page, as it is.")
        return position


def _of(form: "re.Pattern[str]", description: str) -> fields.String:
    def check(text: str) -> None:
        if not form.fullmatch(text):
            raise ValidationError(f"Give a text of the form {form.pattern}.")

    pattern = f"^{form.pattern}$"
    return fields.String(
        load_default=None,
        validate=check,
        metadata={"description": description, "pattern": pattern},
    )


def _result(who_has: str) -> fields.String:
    description = f"Only games that {who_has} `won` alone, `lost`, or won with others (`shared`)."
    return fields.String(
        load_default=None,
        validate=validate.OneOf(list(get_args(Outcome))),
        metadata={"description": description},
    )


class FilterQuery(Request):
    """Filters of a list of games, and the place in it to begin after."""

    ruleset = fields.String(load_default=None, metadata={"description": "A ruleset's id."})
    board = _of(CODE, "The id of a board, such as `near_east`.")
    seats = Number(
        load_default=None,
        validate=validate.Range(SEATS[0], SEATS[-1]),
        metadata={"description": "Only games with so many seats."},
    )
    pace = fields.String(
        load_default=None,
        validate=validate.OneOf(list(get_args(Pace))),
        metadata={
            "description": "Only games with such a deadline: `none`; `live`, with less than a day "
            "for a turn, or for all turns of a player; or `days`, with a day or more."
        },
    )
    bots = fields.Boolean(
        load_default=None,
        metadata={
            "description": "True for only those games in which a bot sits, false for those with "
            "none."
        },
    )
    since = Moment(
        load_default=None,
        metadata={"description": "Only games that have changed at this time or later."},
    )
    reason = _of(CODE, "Only games that ended for this reason, such as `resignation`.")
    cursor = Cursor(
        load_default=None,
        metadata={
            "description": "The `next` of another page, for the page after it. Pages with a cursor "
            "stay in place while games before them change."
        },
    )

    unnumbered: ClassVar[Sequence[str]] = UNNUMBERED

    @validates_schema
    def _check_page(self, query: JsonObject, **_: object) -> None:
        if query.get("page", 1) != 1 and any(query[each] is not None for each in self.unnumbered):
            fault = "Pages by cursor have no numbers: leave `page` out, and follow `next`."
            raise ValidationError(fault, "page")


class LobbyQuery(FilterQuery, PageQuery):
    """A selection of the lobby's games."""

    status = fields.String(load_default=None, validate=validate.OneOf(list(LISTED)))
    player = _of(
        ID,
        "Only games in which the player of this id sits. Unlisted games are never in this list, "
        "not even your own.",
    )
    result = _result("`player` has")

    @validates_schema
    def _with_status(self, query: JsonObject, **_: object) -> None:
        # Of all statuses at once, one numbered page would read 1,728 keys of the store.
        if not is_numbered(query) or query["status"] is not None:
            return
        if any(query[each] is not None for each in SELECTED):
            raise ValidationError("Name a status to select by seats, pace or bots.", "status")

    @validates_schema
    def _with_player(self, query: JsonObject, **_: object) -> None:
        if query["result"] is not None and query["player"] is None:
            raise ValidationError("Name the player whose result this is.", "player")


class OwnQuery(FilterQuery):
    """A selection of a player's own games."""

    unnumbered = (*UNNUMBERED, *SELECTED, "status", "ruleset")
    status = fields.String(load_default=None, validate=validate.OneOf([*LISTED, "abandoned"]))
    player = _of(ID, "Only games in which the player of this id sits, too.")
    result = _result("you have")
    study = fields.Boolean(
        load_default=None,
        metadata={"description": "True for studies only, false for all games but studies."},
    )


class MyGamesQuery(OwnQuery, PageQuery):
    """A selection of a player's games."""

    waiting = fields.Boolean(
        load_default=False,
        metadata={"description": "True for only those games that wait for the player's move."},
    )
    per_page = Number(load_default=PAGE_LENGTH, validate=validate.Range(1, PAGE_LENGTH))
    wait = fields.Float(
        load_default=0,
        validate=validate.Range(0, WAIT_SECONDS),
        metadata={"description": "The most seconds to wait for an event after `after`."},
    )
    after = fields.String(
        load_default=None,
        validate=validate.Length(max=30),
        metadata={"description": "The `last_event_id` that you have, with `wait`."},
    )

    @validates_schema
    def _check_wait(self, query: JsonObject, **_: object) -> None:
        if query["wait"] and query["after"] is None:
            raise ValidationError("Say with `after` which `last_event_id` you have.", "wait")


class ArchiveQuery(OwnQuery):
    """A selection of a player's games, and the form of the answer."""

    format = fields.String(
        load_default=None,
        validate=validate.OneOf(["ndjson", "zip"]),
        metadata={"description": "The form of the answer; as `Accept` says if left out."},
    )


def is_numbered(query: Mapping[str, Any]) -> bool:
    """True if the pages of the lobby that a query selects have numbers."""
    return all(query[each] is None for each in UNNUMBERED)


def position_in(query: Mapping[str, Any]) -> ListPosition | None:
    """Return the position of a query's cursor."""
    position: ListPosition | None = query["cursor"]
    return position


def filters_in(query: Mapping[str, Any]) -> Filters:
    """Return the filters of a query. Raises Malformed for a ruleset or board that is not known."""
    ruleset, board = query["ruleset"], query["board"]
    if ruleset is not None and ruleset not in rulesets():
        raise _unknown("ruleset", ruleset, rulesets())
    if board is not None:
        known = [id_ for each in rulesets().values() for id_ in each.wire.boards.ids]
        if board not in known:
            raise _unknown("board", board, known)
    return Filters(**{name: query[name] for name in Filters.__slots__})


def _unknown(field: str, value: str, known: Any) -> Malformed:
    return Malformed({field: [f"must be one of {', '.join(known)}, not {value[:80]!r}."]})
