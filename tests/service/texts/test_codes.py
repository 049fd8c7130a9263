"""Codes and texts: nothing is asked for that is not there, nothing is there for nobody."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import clients
import domain
import projections
import service
from domain.errors import Refused
from domain.kernel.decider import Ruleset
from domain.kernel.facts import Status
from domain.kernel.rulesets import rulesets
from projections.text.contract import telling_of, word_code
from projections.view import SEAT_COLOURS
from service.clients.planners.levels import LEVEL_NAMES
from service.http.answering.problem_details import _HTTP_CODES
from service.http.page import privacy_facts
from service.http.page.foot import HOUSE_PAGES
from service.http.page.house_pages import UNFILLED
from service.http.reading.bodies import _KINDS
from service.people import allowances
from service.people.bot_accounts import Refusal
from service.people.challenges import Direction, State
from service.redis.errors import FullPlace, RetirementCause, Unsafe
from service.texts import DEFAULT, LANGUAGES, catalogue, visible_text
from service.texts.domain_texts import refusal_code

CODES = catalogue(DEFAULT).keys()
NOTICES = Path(service.__path__[0]) / "notices"
BEFORE_REASON = r"(?:Undeliverable\(|TryAgain\(|pause\([\w.]+, |or |else |channel, |return )"
REASON = BEFORE_REASON + r'"([a-z]+_?[a-z_]+)"'
FAULT = r'\b(?:BoardFault|_at)\(\s*"(\w+)"'
GAP_IN_TEMPLATE = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")


def sources(package: Any, kind: str) -> str:
    (root,) = package.__path__
    paths = (path for path in Path(root).rglob(f"*.{kind}") if "node_modules" not in path.parts)
    return "\n".join(path.read_text("utf-8") for path in sorted(paths))


PAGE = sources(clients, "js")
MAILS = sources(service, "html") + sources(service, "txt") + sources(clients, "html")
PYTHON = "\n".join(sources(package, "py") for package in (domain, projections, service))


def refusals() -> Iterator[type[Refused]]:
    """Every refusal with a sentence of its own, of the kernel and of the rulesets on offer."""
    found = [*Refused.__subclasses__()]
    for kind in found:
        found.extend(kind.__subclasses__())
        is_told = kind.ruleset in (None, *rulesets())
        if "template" in vars(kind) and kind.__module__.startswith("domain.") and is_told:
            yield kind


def page_patterns() -> Iterator[str]:
    """Yield regular expressions for the codes the page may ask for; templates have gaps."""
    yield from (re.escape(code) for code in re.findall(r'"([a-z_.A-Z]+)"', PAGE))
    for template in re.findall(r"`([^`\n]*)`", PAGE):
        parts = GAP_IN_TEMPLATE.split(template)
        if re.fullmatch(r"(?=.*[_.])[a-z_.]{4,}", "".join(parts)) and len(parts) > 1:
            yield r"\w+".join(map(re.escape, parts))


def told_codes() -> Iterator[str]:
    """Yield the codes of a view's texts: those in its lines, and those made of its values."""
    yield from re.findall(r'"((?:\w+\.)?told\.\w+)"', PYTHON)
    yield from (f"told.status_{status}" for status in get_args(Status))
    yield from (f"told.colour_{colour}" for colour in SEAT_COLOURS)


def problem_codes() -> Iterator[str]:
    yield from re.findall(r'"((?:problem|device|mail|host)\.[\w.]+)"', PYTHON + MAILS)
    yield from (f"problem.{code}" for code in re.findall(r'\bplain\(\s*\d{3}, "(\w+)"', PYTHON))
    yield from (f"problem.{code}" for code in re.findall(r'_too_many\("(\w+)"', PYTHON))
    statuses = {*_HTTP_CODES, *re.findall(r"\b(?:problem|plain|_by_case)\(\s*(\d{3}),", PYTHON)}
    yield from (f"problem.title.{status}" for status in statuses)
    yield from (f"problem.{code}" for code in _HTTP_CODES.values())
    yield from (f"problem.allowance.{kind}" for kind in get_args(allowances.Kind))
    yield from (f"problem.text.{case}" for case in get_args(visible_text.Case))
    yield from (f"problem.too_many_open.{whose}" for whose in ("player", "address"))
    for state in set(get_args(State)) - {"pending"}:
        yield f"problem.challenge_over.{state}"
    yield from (f"problem.too_many_challenges.{which}" for which in get_args(Direction))
    yield from (f"problem.bot_declines.{reason}" for reason in get_args(Refusal))
    yield from (f"problem.store_unsafe.{case}" for case in get_args(Unsafe))
    yield from (f"problem.store_full.{place}" for place in get_args(FullPlace))
    yield from (f"problem.store_closed.{reason}" for reason in get_args(RetirementCause))
    yield from (f"problem.{code}" for code in re.findall(r'_stopped\("(\w+)"', PYTHON))
    yield from (f"problem.board.{code}" for code in re.findall(FAULT, PYTHON))
    yield from ("strength.note", "strength.level", *(f"strength.{each}" for each in LEVEL_NAMES))
    yield from (f"problem.not_json.{kind}" for kind in (*_KINDS.values(), "null"))
    for error, prefix in (
        ("NoRight", "no_right"),
        ("HeaderInvalid", "header_invalid"),
        ("BodyInvalid", "not_json"),
        ("UnknownName", "unknown"),
        ("PasskeyRefused", "passkey_refused"),
        ("RoleTooLow", "no_right"),
        ("ActionRefused", "act_refused"),
    ):
        for case in re.findall(rf'{error}\(\s*"([\w ]+)"', PYTHON):
            yield f"problem.{prefix}.{case.replace(' ', '_')}"


def house_codes() -> Iterator[str]:
    """Yield the codes that the host's own pages may ask for; some of them have no text."""
    yield from (*UNFILLED, *(f"house.{page}" for page in HOUSE_PAGES))
    yield from re.findall(r'text\(\w+, "(house\.\w+)"', PYTHON)
    for word in re.findall(r'"(\w+)"', Path(privacy_facts.__file__).read_text("utf-8")):
        yield from (f"privacy.{word}", f"privacy.{word}_term")


def ruleset_codes(ruleset: Ruleset[Any, Any, Any]) -> Iterator[str]:
    for board in ruleset.wire.boards.ids:
        yield f"board_{board}"
    for name, option in ruleset.wire.options.schema()["properties"].items():
        yield from (f"option_{name}", f"option_{name}_help")
        yield from (f"option_{name}_{value}" for value in option.get("enum", ()))
    for order, schema in ruleset.orders.codec.schemas().items():
        yield from (f"order.{order}", f"order.{order}.help")
        yield from (f"order.{order}.{value}" for value in schema["properties"])
    for section in telling_of(ruleset.id).sections:
        yield f"rule.{section.id}"
        yield from () if section.rules else (f"rule.{section.id}.text",)
        for rule in section.rules:
            yield from (f"rule.{rule}.title", f"rule.{rule}.text")


def words() -> Iterator[set[str]]:
    """For each enum of a ruleset on offer the codes of its members, which a refusal may say."""
    for ruleset in rulesets():
        yield from (set(map(word_code, kind)) for kind in telling_of(ruleset).words)


def api_codes() -> set[str]:
    told = {f"{each.id}.{code}" for each in rulesets().values() for code in ruleset_codes(each)}
    spoken = {*problem_codes(), *told_codes(), *map(refusal_code, refusals())}
    return {*told, *spoken, "refusal.none"}


def test_every_reason_in_the_log_of_notices_has_its_text():
    notices = "\n".join(path.read_text("utf-8") for path in NOTICES.glob("*.py"))
    reasons = {*re.findall(REASON, notices)}
    assert {"over", "receiver_gone", "mail_unreachable", "undeliverable", "failing"} <= reasons
    assert sorted({f"account.reason_{reason}" for reason in reasons} - CODES) == []


def test_everything_that_the_api_says_has_its_text():
    assert sorted(api_codes() - CODES) == []


def test_every_text_is_used():
    asked = re.compile("|".join(f"(?:{pattern})" for pattern in set(page_patterns())))
    untold = CODES - api_codes().union(house_codes(), *words())
    assert sorted(code for code in untold if not asked.fullmatch(code)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_member_of_an_enum_has_its_word_in_every_language(language: str):
    assert sorted(set().union(*words()) - catalogue(language).keys()) == []


def test_every_code_that_the_page_spells_out_has_its_text():
    spelled = set(re.findall(r'\bt\(\s*"([^"]+)"', PAGE))
    spelled |= set(re.findall(rf'"((?:{"|".join(rulesets())})\.[^"/]+)"', PAGE))
    assert len(spelled) > 100
    assert sorted(spelled - CODES) == []


def test_every_code_that_the_page_puts_together_may_have_its_text():
    for template in re.findall(r"\bt\(\s*`([^`]+)`", PAGE):
        asked = r"\w+".join(map(re.escape, GAP_IN_TEMPLATE.split(template)))
        assert any(re.fullmatch(asked, code) for code in CODES), template


@pytest.mark.parametrize("kind", list(refusals()), ids=refusal_code)
def test_a_refusals_english_is_the_domains(kind: type[Refused]):
    assert catalogue(DEFAULT)[refusal_code(kind)] == kind.template


def test_no_two_refusals_share_a_sentences_code():
    codes = [refusal_code(kind) for kind in refusals()]
    assert len(codes) > 50
    assert len(set(codes)) == len(codes)


def test_every_ruleset_has_refusals_and_rules_that_they_cite():
    for ruleset in rulesets().values():
        own = [kind for kind in refusals() if kind.ruleset == ruleset.id]
        numbers = {rule for section in telling_of(ruleset.id).sections for rule in section.rules}
        assert own
        assert {kind.rule for kind in own if kind.rule} <= numbers
