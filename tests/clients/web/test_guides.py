"""The guides to the rules: each phase has a rule, and every rule and picture exists."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import clients
from domain.kernel.rulesets import rulesets
from projections.text.contract import telling_of

WEB = Path(clients.__file__).parent / "web"


def table(ruleset: str) -> dict[str, str]:
    """The rule of each phase, as the guide has it."""
    guide = (WEB / ruleset / "guide.js").read_text("utf-8")
    block = re.search(r"const RULES = \{(.*?)\};", guide, re.DOTALL)
    assert block
    return dict(re.findall(r'(\w+): "(\w+)"', block[1]))


def known(ruleset: str) -> set[str]:
    """The rules and sections of a ruleset and, for the scenario, of its base."""
    books = [
        ruleset,
        *re.findall(r'base: "(\w+)"', (WEB / ruleset / "guide.js").read_text("utf-8")),
    ]
    return {
        name
        for book in books
        for section in telling_of(book).sections
        for name in (section.id, *section.rules)
    }


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_phase_has_its_rule(ruleset: str):
    phases = {phase.value for phase in import_module(f"domain.{ruleset}.state").Phase}
    assert table(ruleset).keys() == phases
    assert set(table(ruleset).values()) <= known(ruleset)


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_picture_belongs_to_a_rule(ruleset: str):
    guide = (WEB / ruleset / "guide.js").read_text("utf-8")
    pictures = set(re.findall(r"^    (\w+): ", guide.partition("figures: {")[2], re.MULTILINE))
    assert len(pictures) >= 5
    assert pictures <= known(ruleset)
