"""A view as text: whole in every language, from every kind of line that games lead to."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.alexander_the_great import board as alexander_the_great
from domain.alexandros.wire.notation import position_of
from domain.kernel.game import Game, evolve
from domain.kernel.rulesets import rulesets
from domain.record.visibility import Viewer
from domain.settlers import board as settlers
from domain.settlers.cards import Resource
from projections.text.contract import telling_of
from projections.text.line import Abbreviated, Line, PlayerAt, Text, TextRow, text
from projections.text.position import lines
from projections.view import view
from service.texts import DEFAULT, LANGUAGES, catalogue
from service.texts.line_texts import Teller
from tests import fixtures
from tests.domain.alexandros.drawn import parse

OTHERS = [language for language in LANGUAGES if language != DEFAULT]
NAMES = ("Xerxes", "Yolanda", None, "Zeno")
TELLERS = {language: Teller(language, NAMES) for language in LANGUAGES}
SAME_IN_ALL = {
    "told.seat_has",
    "alexandros.told.letter",
    "alexandros.told.symbol",
    "alexander_the_great.told.bid",
}
"""Texts that only put others beside each other."""

GAMES = {
    "alexandros": ("near-east-two-greedy", "tiny-four-leaving"),
    "settlers": ("standard-four-random", "v2-standard-leaving"),
    "alexander_the_great": ("campaign-four-choice", "v2-campaign-seven", "mirror-three"),
}
EVERY = 23


def moments(path: Path) -> Iterator[Game]:
    """The game at its first events, and then ever so often, up to its end."""
    game, events = None, list(fixtures.events_of(fixtures.load(path)))
    for n, event in enumerate(events):
        game = evolve(game, event)
        if n < EVERY or n % EVERY == 0 or event is events[-1]:
            yield game


def told(ruleset: str) -> list[Line]:
    """All lines about games of a ruleset, for seats and for the public."""
    found: list[Line] = []
    for path in fixtures.fixtures(ruleset):
        if path.name.removesuffix(".json.gz") in GAMES[ruleset]:
            for n, game in enumerate(moments(path)):
                eyes = Viewer((0, None, 1)[n % 3])
                found += lines(game, view("G", game, eyes, "player {}".format), eyes)
    return found


def texts_in(line: object) -> Iterator[Text]:
    """The texts that a line is made of."""
    match line:
        case Text(_, gaps):
            yield line
            yield from (each for value in gaps.values() for each in texts_in(value))
        case TextRow(parts):
            yield from (each for part in parts for each in texts_in(part))
        case list():
            yield from (each for value in line for each in texts_in(value))


@pytest.fixture(name="lines_of", scope="module")
def _lines_of() -> dict[str, list[Line]]:
    return {ruleset: told(ruleset) for ruleset in rulesets()}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("ruleset", rulesets())
def test_no_line_is_shown_in_english(lines_of, ruleset: str, language: str):
    """Every text with a word in it differs from the English one."""
    english, own = TELLERS[DEFAULT], TELLERS[language]
    for line in lines_of[ruleset]:
        if isinstance(line, Text) and line.code not in SAME_IN_ALL:
            assert english.line(line) != own.line(line), line


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_text_of_every_line_is_in_every_language(lines_of, ruleset: str):
    codes = {each.code for line in lines_of[ruleset] for each in texts_in(line)}
    assert len(codes) > 20
    for language in LANGUAGES:
        assert sorted(codes - catalogue(language).keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_every_gap_is_filled_and_no_code_is_shown(lines_of, ruleset: str, language: str):
    whole = TELLERS[language].text(lines_of[ruleset])
    assert re.findall(r"[{}]|\w+_\w+|\w\.\w", whole.replace("near_east", "")) == []


@pytest.mark.parametrize("ruleset", rulesets())
def test_everything_but_texts_is_signs_alone(lines_of, ruleset: str):
    """Letters stand in a drawing only where its notation has them."""
    for line in lines_of[ruleset]:
        parts = line.parts if isinstance(line, TextRow) else (line,)
        signs = "".join(part for part in parts if isinstance(part, str))
        assert not re.search(r"[a-z]{2}", signs.removeprefix("start:")), line


@pytest.mark.parametrize("ruleset", rulesets())
def test_games_lead_to_every_line_there_is(lines_of, ruleset: str):
    seen = {each.code for line in lines_of[ruleset] for each in texts_in(line)}
    own = {code for code in catalogue(DEFAULT) if code.startswith(f"{ruleset}.told.")}
    assert sorted(own - seen) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("terrains", [settlers.Terrain, alexander_the_great.Terrain])
def test_no_two_terrains_are_drawn_the_same(language: str, terrains):
    drawn = [TELLERS[language].line(TextRow((Abbreviated(each),))) for each in terrains]
    assert [len(each) for each in drawn] == [3] * len(drawn)
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_reads_back_beneath_every_language(lines_of, language: str):
    path = next(path for path in fixtures.fixtures("alexandros") if "tiny-two" in path.name)
    *_, game = moments(path)
    position = telling_of("alexandros").lines(game.state, Viewer())
    assert parse(TELLERS[language].text(position)) == position_of(game.state)


def test_a_seat_is_shown_by_number_and_name_when_somebody_sits_there():
    tell = TELLERS["de"].line
    assert tell(text("told.you", seat=PlayerAt(0))) == "du: Platz 0 (Xerxes)"
    assert tell(text("told.you", seat=PlayerAt(2))) == "du: Platz 2"


def test_places_stand_side_by_side_and_words_have_commas_or_semicolons():
    tell = TELLERS["nl"].line
    spaces = text("alexandros.told.held", seat=PlayerAt(1), governors=[(0, 1), (2, 3)])
    assert tell(spaces) == "bezet door plaats 1 (Yolanda), stadhouders op 0,1 2,3"
    cards = text("settlers.told.offer", give={Resource.ORE: 1, Resource.WOOL: 2}, get={})
    assert tell(cards) == "aanbod: 1 erts, 2 wol voor geen"
    facts = [text("settlers.told.harbours", harbours=["a, b", "c"])]
    assert tell(text("told.seat_has", seat=PlayerAt(2), facts=facts)) == "plaats 2: havens: a, b; c"


def test_a_number_decides_between_one_and_several():
    told = [TELLERS["en"].line(text("notices.told.digest", n=n)) for n in (1, 2)]
    assert told == ["News from one game", "News from 2 games"]
