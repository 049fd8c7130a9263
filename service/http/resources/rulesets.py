"""The rulesets on offer, their options and boards."""

from itertools import islice
from typing import Any, TypeVar

from flask import Response, request
from msgspec import Struct
from werkzeug.http import generate_etag

from domain.errors import UnknownName
from domain.kernel.decider import Ruleset
from domain.kernel.rulesets import ruleset_named, rulesets
from domain.record.visibility import JsonObject
from domain.wire.board_faults import BoardFault
from projections.answers.games import Board, BoardCheck, BoardProblem
from projections.text.contract import SectionText, telling_of
from service.clients.planners.levels import offered_bots
from service.clients.planners.strength import strength_note
from service.http import answers
from service.http.answering.private_answers import answer, kept_private
from service.http.asking.allowances import spend
from service.http.asking.auth import asker
from service.http.asking.languages import in_language, language
from service.http.document.describing import scoped_or_none
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource, read
from service.http.reading.schemas import BoardToCheck, check_board_texts
from service.texts import text
from service.texts.domain_texts import board_fault

BOARD = BoardToCheck()
# A senseless board has thousands of problems.
MOST_PROBLEMS = 100
Offered = TypeVar("Offered", bound=answers.RulesetOffered)

blp = Resource("rulesets", __name__, description="Rulesets and their boards.")


@blp.get("/rulesets")
@blp.response(200, ref("Rulesets"), description="All rulesets.")
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def list_rulesets() -> Response:
    """List all rulesets with their options and boards.

    Titles and descriptions are in the language of Accept-Language.
    """
    locale = language()
    offered = [_offer(answers.RulesetOffered, each, locale) for each in rulesets().values()]
    return _answer_in(answers.Rulesets(offered), locale)


@blp.get("/rulesets/<name>")
@blp.response(200, ref("Ruleset"), description="The ruleset.")
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def read_ruleset(name: str) -> Response:
    """Read a ruleset: seats, options, boards, bots, moves and standing orders.

    Options, moves and orders are JSON Schemas; those of the options have defaults.
    """
    ruleset, locale = ruleset_named(name), language()
    moves, orders = ruleset.wire.moves.schema(), _orders(ruleset, locale)
    return _answer_in(_offer(answers.Ruleset, ruleset, locale, moves, orders), locale)


@blp.get("/rulesets/<name>/rules")
@blp.response(200, ref("Rules"), description="The rules.")
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def read_rules(name: str) -> Response:
    """Read the rules, in the language of Accept-Language.

    The `rule` of a problem refers to one of them, and so do the descriptions of moves.
    """
    ruleset, locale = ruleset_named(name), language()
    contents = telling_of(ruleset.id).sections
    sections = [_section(ruleset.id, section, locale) for section in contents]
    return _answer_in(answers.Rules(ruleset.id, locale, sections), locale)


@blp.get("/rulesets/<name>/boards/<board>")
@blp.response(200, ref("Board"), description="The board and its topology.")
def read_board(name: str, board: str) -> Response:
    """Read a board and its topology.

    The topology has spaces, points and sides, or hexes, corners and edges, with their neighbours
    and coordinates for drawing.
    """
    ruleset = ruleset_named(name)
    if board not in ruleset.wire.boards.ids:
        raise UnknownName("board", board, list(ruleset.wire.boards.ids))
    wire = ruleset.wire
    drawn = wire.boards.read(board)
    return answer(Board(wire.boards.json(drawn), wire.boards.topology(drawn)))


@blp.post("/rulesets/<name>/boards/check")
@blp.doc(security=scoped_or_none("read"))
@blp.body(BOARD)
@blp.response(200, ref("BoardCheck"), description="The problems of the board.")
def check_board(name: str) -> Response:
    """Check a board of your own without making a game.

    All problems are listed at once, each with its place, in the language of Accept-Language. A
    board without problems is returned in the form that `POST /games` keeps, with its topology.
    """
    asker()
    wire, locale = ruleset_named(name).wire, language()
    stated = read(BOARD)["board"]
    # Anybody may ask for a check, even without a token.
    spend("board_checks")
    check_board_texts(stated)
    faults = islice(wire.boards.faults(stated), MOST_PROBLEMS)
    problems = [_problem(each, locale) for each in faults]
    board = None if problems else wire.boards.read(stated)
    checked = BoardCheck(
        valid=board is not None,
        problems=problems,
        board=board and wire.boards.json(board),
        topology=board and wire.boards.topology(board),
    )
    return in_language(answer(checked), locale)


def _problem(fault: BoardFault, locale: str) -> BoardProblem:
    return BoardProblem(fault.code, board_fault(locale, fault), fault.place)


def _answer_in(body: Struct, locale: str) -> Response:
    """Return an answer in a language, or 304 if the client has it."""
    response = answer(body)
    etag = f"{locale}-{generate_etag(response.data)}"
    response.set_etag(etag)
    if etag in request.if_none_match:
        response = kept_private(Response(status=304), etag)
    return in_language(response, locale)


def _offer(
    kind: type[Offered], ruleset: Ruleset[Any, Any, Any], locale: str, *more: Any
) -> Offered:
    return kind(
        ruleset.id,
        text(locale, f"{ruleset.id}.title"),
        ruleset.rules_version,
        list(ruleset.seat_counts),
        _options(ruleset, locale),
        [_board(ruleset.id, board, locale) for board in ruleset.wire.boards.ids],
        list(offered_bots(ruleset.id)),
        strength_note(ruleset.id, locale),
        *more,
    )


def _board(ruleset: str, board: str, locale: str) -> answers.BoardOffered:
    return answers.BoardOffered(board, text(locale, f"{ruleset}.board_{board}"))


def _options(ruleset: Ruleset[Any, Any, Any], locale: str) -> JsonObject:
    schema = ruleset.wire.options.schema()
    options = {
        name: _option(f"{ruleset.id}.option_{name}", option, locale)
        for name, option in schema["properties"].items()
    }
    return {**schema, "properties": options}


def _option(code: str, schema: JsonObject, locale: str) -> JsonObject:
    """Return an option's schema with its title, its description and its values' titles."""
    titles = {"title": text(locale, code), "description": text(locale, f"{code}_help")}
    values = [
        {"const": value, "title": text(locale, f"{code}_{value}")}
        for value in schema.get("enum", ())
    ]
    return {**schema, **titles, **({"oneOf": values} if values else {})}


def _orders(ruleset: Ruleset[Any, Any, Any], locale: str) -> list[answers.OrderOffered]:
    codec = ruleset.orders.codec
    return [
        answers.OrderOffered(
            code=code,
            title=text(locale, f"{ruleset.id}.order.{code}"),
            description=text(locale, f"{ruleset.id}.order.{code}.help"),
            until=codec.kinds[code].span,
            values=_titled(f"{ruleset.id}.order.{code}", schema, locale),
        )
        for code, schema in codec.schemas().items()
    ]


def _titled(code: str, schema: JsonObject, locale: str) -> JsonObject:
    """Return an order's schema, each of its values with a title."""
    values = {
        name: {**value, "title": text(locale, f"{code}.{name}")}
        for name, value in schema["properties"].items()
    }
    return {**schema, "properties": values}


def _section(ruleset: str, section: SectionText, locale: str) -> answers.RuleSection:
    code = f"{ruleset}.rule.{section.id}"
    return answers.RuleSection(
        id=section.id,
        title=text(locale, code),
        text=None if section.rules else text(locale, f"{code}.text"),
        rules=[_rule(ruleset, rule, locale) for rule in section.rules],
    )


def _rule(ruleset: str, rule: str, locale: str) -> answers.Rule:
    code = f"{ruleset}.rule.{rule}"
    return answers.Rule(rule, text(locale, f"{code}.title"), text(locale, f"{code}.text"))
