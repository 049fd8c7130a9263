"""The contract of texts, kept by every ruleset in every version."""

from collections.abc import Iterator
from enum import Enum, StrEnum

import pytest

from domain.kernel.rulesets import rulesets, versions
from domain.record.chance import Chance
from domain.record.visibility import Viewer
from projections.text.contract import telling_of, word_code
from projections.text.line import Abbreviated, Line, Text, TextRow
from tests import fixtures

EVERY = 7
for_each_ruleset = pytest.mark.parametrize("ruleset", rulesets())
for_each_version = pytest.mark.parametrize(
    ("ruleset", "version"),
    [(name, rules.rules_version) for name, known in versions().items() for rules in known],
)


def positions(ruleset: str, version: int) -> list:
    """Games under way, from the file of middle size of a version."""
    prefix = f"v{version}-" if version > 1 else ""
    own = [
        path
        for path in fixtures.fixtures(ruleset)
        if path.name.startswith(prefix) and (prefix or not path.name.startswith("v2-"))
    ]
    path = sorted(own, key=lambda path: path.stat().st_size)[len(own) // 2]
    games = [game for game in fixtures.moments(path) if game.to_act][::EVERY]
    assert {game.ruleset.rules_version for game in games} == {version}
    return games


def members(value: object) -> Iterator[Enum]:
    """The enum members that a line names."""
    match value:
        case Enum():
            yield value
        case Abbreviated(member):
            yield member
        case Text(_, gaps):
            yield from members(list(gaps.values()))
        case TextRow(parts):
            yield from members(list(parts))
        case list() | dict():
            yield from (member for each in value for member in members(each))


@for_each_version
def test_lines_name_nothing_that_is_hidden_from_their_viewer(ruleset: str, version: int):
    """Positions that differ only in hidden facts have the same lines."""
    lines, told_apart = telling_of(ruleset).lines, 0
    for n, game in enumerate(positions(ruleset, version)):
        seat = (None, 0, 1)[n % 3]
        other = game.ruleset.imagined(game.state, seat, Chance(n.to_bytes(32, "big")))
        assert list(lines(game.state, Viewer(seat))) == list(lines(other, Viewer(seat)))
        over = Viewer(over=True)
        told_apart += list(lines(game.state, over)) != list(lines(other, over))
    assert told_apart > 3 or not game.ruleset.visibility


@for_each_version
def test_every_word_in_a_line_has_its_code(ruleset: str, version: int):
    games = positions(ruleset, version)
    lines: list[Line] = [
        line for game in games for line in telling_of(ruleset).lines(game.state, Viewer())
    ]
    codes = {word_code(member) for member in members(lines)}
    assert codes
    assert all(code.count(".") == 1 for code in codes)


@for_each_ruleset
def test_every_enum_of_a_ruleset_has_its_words(ruleset: str):
    kinds = {*Enum.__subclasses__(), *StrEnum.__subclasses__()}
    own = {kind for kind in kinds if kind.__module__.startswith(f"domain.{ruleset}.")}
    assert own <= telling_of(ruleset).words.keys()


@for_each_ruleset
def test_sections_and_rules_are_numbered_once(ruleset: str):
    sections = telling_of(ruleset).sections
    numbers = [rule for section in sections for rule in section.rules]
    assert len({section.id for section in sections}) == len(sections) > 1
    assert [int(rule[1:]) for rule in numbers] == list(range(1, len(numbers) + 1))
    assert len({rule[0] for rule in numbers}) == 1
