"""Moves as JSON and as lines of text."""

import pytest

from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.moves import Bid, ChooseAdvisor, March, Pass, Pay
from domain.alexander_the_great.state import Occasion
from domain.errors import Malformed
from domain.settlers.moves import AnswerTrade, OfferTrade, Resign
from tests.domain.alexander_the_great.given import begun, to_pay, with_hands, with_knights
from tests.domain.alexander_the_great.newest import RULESET

WIRE = RULESET.wire

PAYING = with_knights(
    with_hands(to_pay(begun(), Occasion.BATTLE, 4), (0, 0, 1, 0, 0, 3)), 1, 0, 0, 0
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("march", March()),
        ("bid 3", Bid(3)),
        ("  BID  3 ", Bid(3)),
        ("pass", Pass()),
        ("pay 1 wool 2 gold knights 1", Pay({Good.WOOL: 1, Good.GOLD: 2}, 1)),
        ("pay knights 2", Pay({}, 2)),
        ("pay", Pay({})),
        ("advisor 1", ChooseAdvisor(1)),
        ("offer 2 gold for 1 ore", OfferTrade({Good.GOLD: 2}, {Good.ORE: 1})),
        ("resign", Resign()),
    ],
)
def test_a_line_of_text_is_a_move(text: str, move):
    assert WIRE.parse_notation(begun(), text) == move


@pytest.mark.parametrize("text", ["bid", "bid x", "pay 1", "advisor", "marches", ""])
def test_another_line_is_refused_with_examples(text: str):
    with pytest.raises(Malformed) as refusal:
        WIRE.parse_notation(begun(), text)
    assert "notation" in refusal.value.errors


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"type": "bid"}, "bid"),
        ({"type": "bid", "bid": 0}, "bid"),
        ({"type": "bid", "bid": 121}, "bid"),
        ({"type": "bid", "bid": "3"}, "bid"),
        ({"type": "pay", "cards": {"silver": 1}}, "cards"),
        ({"type": "pay", "cards": {"gold": 0}}, "cards"),
        ({"type": "pay", "cards": {}, "knights": -1}, "knights"),
        ({"type": "choose_advisor"}, "from"),
        ({"type": "march", "to": 3}, "to"),
        ({"type": "discard", "cards": {"gold": 3}}, "cards"),
        ({"type": "play_year_of_plenty", "cards": {"gold": 2}}, "cards"),
        ({"type": "play_monopoly", "resource": "gold"}, "resource"),
        ({"type": "walk"}, "type"),
    ],
)
def test_a_move_that_is_none_is_refused_by_field(given, field: str):
    """G10, G23: gold is neither discarded nor taken from the bank, nor a monopoly's."""
    with pytest.raises(Malformed) as refusal:
        WIRE.moves.read(given)
    assert list(refusal.value.errors) == [field]


@pytest.mark.parametrize("robber", [True, False, 1.0, "1", None])
def test_an_option_that_may_be_one_takes_nothing_that_only_looks_like_it(robber):
    assert WIRE.options.read({"robber": 1}).robber == 1
    with pytest.raises(Malformed) as refusal:
        WIRE.options.read({"robber": robber})
    assert list(refusal.value.errors) == ["options.robber"]


def test_gold_is_a_good_of_trade_and_payment():
    """G15, G23"""
    for type_ in ("offer_trade", "trade_with_bank"):
        wool = {"wool": 1} if type_ == "offer_trade" else "wool"
        gold = {"gold": 1} if type_ == "offer_trade" else "gold"
        WIRE.moves.read({"type": type_, "give": gold, "get": wool})
    move = WIRE.moves.read({"type": "answer_trade", "accept": True, "get": {"gold": 40}})
    assert move == AnswerTrade(True, get={Good.GOLD: 40})


def test_the_schema_describes_every_move_and_names_gold_where_it_may_stand():
    shapes = {shape["title"]: shape for shape in WIRE.moves.schema()["oneOf"]}
    assert {"march", "bid", "pass", "pay", "choose_advisor", "roll", "resign"} <= set(shapes)
    for shape in shapes.values():
        assert shape["description"]
        for name, field in shape["properties"].items():
            assert name == "type" or field["description"], (shape["title"], name)
    goods = {
        title: "gold" in shape["properties"][field]["propertyNames"]["enum"]
        for title, field in (
            ("pay", "cards"),
            ("offer_trade", "give"),
            ("discard", "cards"),
            ("play_year_of_plenty", "cards"),
        )
        for shape in [shapes[title]]
    }
    assert goods == {
        "pay": True,
        "offer_trade": True,
        "discard": False,
        "play_year_of_plenty": False,
    }


def test_a_move_states_its_cost_and_yield():
    facts = WIRE.move_facts(PAYING, 0, legal_moves(PAYING, 0, 9).moves)
    assert facts == [
        {
            "notation": "pay 1 wool 3 gold",
            "cost": {"wool": 1, "gold": 3},
            "knights": 0,
            "forfeit": False,
        },
        {"notation": "pay 1 wool knights 1", "cost": {"wool": 1}, "knights": 1, "forfeit": False},
        {"notation": "resign"},
    ]
    state = begun()
    (march, _) = WIRE.move_facts(state, 0, legal_moves(state, 0, 9).moves)
    assert march == {"notation": "march", "crossing": 0}
