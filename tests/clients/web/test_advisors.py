"""Advisors in the page's log: the one that a seat took, and those that followed (G21)."""

import json
from pathlib import Path
from typing import Any

import pytest
from quickjs import Context

import clients
from service.pictures.sources import link_modules
from service.texts import page_texts, text
from service.texts.domain_texts import list_patterns

WEB = Path(clients.__file__).parent / "web"
CODE = "alexander_the_great"
BEFORE = [None, "first", "second", None]
"""Seat 0 has as many chips more than 1 as than 2, so it has to choose."""


def said(code: str, **gaps: str) -> str:
    return text("en", f"{CODE}.{code}", **gaps)


def advisor(rank: str) -> str:
    return said(f"advisor_{rank}")


@pytest.fixture(scope="module")
def tell() -> Any:
    """The sentence of an event after a view in which the seats hold these advisors."""
    entries = {"sentences": "alexander_the_great/sentences.js", "texts": "picture/texts.js"}
    modules = link_modules(WEB, entries, {"ui/texts.js": "picture/texts.js"})
    context = Context()
    context.eval(modules.script)
    words = {"texts": page_texts("en"), "lists": list_patterns("en")}
    context.set("WORDS", json.dumps(words))
    context.eval(SETUP)
    told: Any = context.get("tell")

    def sentence(seat: int, data: Any, before: list[str | None] | None) -> str:
        return str(told(json.dumps({"seat": seat, "data": data}), json.dumps(before)))

    return sentence


SETUP = """
texts.speak(JSON.parse(WORDS));
globalThis.tell = (event, held) => {
  const { seat, data } = JSON.parse(event);
  const advisors = JSON.parse(held);
  const before = advisors && { state: { seats: advisors.map((advisor) => ({ advisor })) } };
  const name = (seat) => `Seat${seat}`;
  return sentences.tellers.advisor_chosen({ seat, data }, name, {}, before);
};
"""


def test_the_advisor_that_was_chosen_is_named_and_not_the_one_that_followed(tell: Any):
    data = {"from": 2, "advisors": ["first", "second", None, None]}
    chosen = said("says_advisor_chosen", name="Seat0", other="Seat2", advisor=advisor("second"))
    followed = said("says_advisor", name="Seat0", advisor=advisor("first"))
    assert tell(0, data, BEFORE) == f"{chosen} {followed}"


def test_a_choice_that_nothing_follows_is_one_sentence(tell: Any):
    data = {"from": 1, "advisors": ["first", None, "second", None]}
    chosen = said("says_advisor_chosen", name="Seat0", other="Seat1", advisor=advisor("first"))
    assert tell(0, data, BEFORE) == chosen


def test_nobody_is_said_to_have_risen_where_the_position_before_is_unknown(tell: Any):
    data = {"from": 1, "advisors": ["first", None, "second", None]}
    chosen = said("says_advisor_chosen", name="Seat0", other="Seat1", advisor=advisor("first"))
    assert tell(0, data, None) == chosen
