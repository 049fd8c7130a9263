"""The words of moves that a link has prepared: every legal move of every ruleset has some."""

import json
import re

import msgspec
import pytest
from quickjs import Context

from domain.kernel.game import Game, viewer_of
from domain.kernel.rulesets import rulesets
from projections.view import players_of, view
from service.clients import WEB
from service.pictures.sources import link_modules
from service.texts import LANGUAGES, texts
from service.texts.domain_texts import list_patterns
from tests.fixtures import fixtures, moments

LISTED = 60
"""Moves of a position that are put in words."""
SETUP = """
globalThis.told = (list) => {
  const { view, moves, facts } = JSON.parse(list);
  return JSON.stringify(moves.map((move, n) => own.moves[move.type](move, view, facts[n])));
};
"""


def engine(ruleset: str, language: str) -> Context:
    entries = {"own": f"{ruleset}/moves.js", "words": "picture/texts.js"}
    modules = link_modules(WEB, entries, {"ui/texts.js": "picture/texts.js"})
    context = Context()
    said = json.dumps({"texts": texts(language), "lists": list_patterns(language)})
    context.eval(f"{modules.script}\nwords.speak({said});{SETUP}")
    return context


def told(context: Context, game: Game, seat: int) -> list[tuple[str, str]]:
    """Each legal move of a seat but its leaving: the type and the words."""
    wire = game.ruleset.wire
    legal = game.ruleset.legal_moves(game.state, seat, LISTED, None).moves
    facts = wire.move_facts(game.state, seat, legal)
    listed = [
        (wire.moves.json(move), fact)
        for move, fact in zip(legal, facts, strict=True)
        if wire.moves.json(move)["type"] != "resign"
    ]
    names = dict.fromkeys(players_of(game), "Ada")
    subject = {
        "view": view("g1", game, viewer_of(game, seat), names.__getitem__),
        "moves": [move for move, _ in listed],
        "facts": [fact for _, fact in listed],
    }
    words = json.loads(context.get("told")(msgspec.json.encode(subject).decode()))
    return [(move["type"], said) for (move, _), said in zip(listed, words, strict=True)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_every_type_of_move_is_put_in_whole_words(ruleset: str, language: str):
    context, types = engine(ruleset, language), set[str]()
    for game in positions(ruleset):
        for seat in game.facts.to_act:
            for type_, said in told(context, game, seat):
                types.add(type_)
                assert said == said.strip()
                assert not re.search(r"undefined|null|NaN|[{}]|\W$(?<!\))", said), (type_, said)
    assert len(types) >= 7, types


def test_an_answer_to_an_offer_names_its_terms_and_differs_from_a_counter_offer():
    context = engine("settlers", "en")
    offer = {"give": {"wool": 2}, "get": {"ore": 1}, "answers": [None, None]}
    answers = [
        {"accept": True, "get": {"wool": 2}, "give": {"ore": 1}},
        {"accept": True},
        {"accept": True, "get": {"wool": 2}, "give": {"brick": 1}},
        {"accept": False},
    ]
    subject = {
        "view": {"state": {"offer": offer}},
        "moves": [{"type": "answer_trade", **each} for each in answers],
        "facts": [{}] * len(answers),
    }
    assert json.loads(context.get("told")(json.dumps(subject))) == [
        "Accept: you give 1 ore and get 2 wool",
        "Accept: you give 1 ore and get 2 wool",
        "Make a counter-offer: you give 1 brick and get 2 wool",
        "Refuse",
    ]


def positions(ruleset: str) -> list[Game]:
    """Positions all over a few finished games."""
    games = [moments(path) for path in fixtures(ruleset)[-4:]]
    return [game for each in games for game in each[::4] if game.status == "live"]
