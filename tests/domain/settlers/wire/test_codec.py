"""Moves, events and options as JSON: strict decoding, messages by field, schemas."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from domain.errors import Malformed
from domain.settlers.moves import TradeWithBank
from domain.settlers.wire.events import EVENTS
from domain.settlers.wire.move_notation import format_move
from tests.domain.settlers.given import CHANCE, begun
from tests.domain.settlers.newest import RULESET
from tests.domain.settlers.random_games import random_game

WIRE = RULESET.wire

EXAMPLES: list[dict[str, Any]] = [
    {"type": "build_settlement", "corner": 12},
    {"type": "build_road", "edge": 0},
    {"type": "build_city", "corner": 53},
    {"type": "roll"},
    {"type": "discard", "cards": {"wool": 2, "ore": 2}},
    {"type": "move_robber", "hex": [0, -2]},
    {"type": "move_robber", "hex": [0, -2], "victim": 3},
    {"type": "buy_development_card"},
    {"type": "play_knight", "hex": [1, 1], "victim": 0},
    {"type": "play_road_building"},
    {"type": "play_year_of_plenty", "cards": {"brick": 1, "grain": 1}},
    {"type": "play_monopoly", "resource": "lumber"},
    {"type": "trade_with_bank", "give": "wool", "get": "ore"},
    {"type": "offer_trade", "give": {"wool": 1}, "get": {"ore": 2}},
    {"type": "answer_trade", "accept": False},
    {"type": "answer_trade", "accept": True},
    {"type": "answer_trade", "accept": True, "get": {"wool": 2}, "give": {"ore": 1}},
    {"type": "close_trade", "seat": 1},
    {"type": "withdraw_trade"},
    {"type": "end_turn"},
    {"type": "resign"},
]
TYPES = list(dict.fromkeys(move["type"] for move in EXAMPLES))
ROBBER, OFFER = EXAMPLES[5], EXAMPLES[13]


# Moves
@pytest.mark.parametrize("move", EXAMPLES, ids=str)
def test_the_moves_of_the_api_come_back_as_they_are(move):
    assert WIRE.moves.json(WIRE.moves.read(move)) == move


@pytest.mark.parametrize("move", EXAMPLES, ids=str)
def test_a_move_is_taken_back_from_its_line_of_text(move):
    state = begun()
    made = WIRE.moves.read(move)
    line = format_move(state, made)
    assert WIRE.parse_notation(state, f"  {line.upper()} ") == made


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("settlement 12", EXAMPLES[0]),
        ("robber 0, -2 rob 3", EXAMPLES[6]),
        ("discard 1 wool 2 ore 1 wool", EXAMPLES[4]),
        ("bank wool for ore", EXAMPLES[12]),
        ("bank 4 wool for 1 ore", EXAMPLES[12]),
        ("offer 1 wool for 2 ore", OFFER),
        ("accept give 1 ore get 2 wool", EXAMPLES[16]),
    ],
)
def test_a_line_of_text_is_a_move(text: str, move):
    assert WIRE.moves.json(WIRE.parse_notation(begun(), text)) == move


@pytest.mark.parametrize(
    "text", ["", "road", "road x", "road 99999", "robber 0", "offer 1 wool", "bank", "5", "rolls"]
)
def test_another_line_is_refused_with_examples(text: str):
    with pytest.raises(Malformed) as refusal:
        WIRE.parse_notation(begun(), text)
    (told,) = refusal.value.errors["notation"]
    assert told.startswith("must read like one of: ")


@pytest.mark.parametrize(
    ("move", "field", "words"),
    [
        (None, "move", "must be an object with a type, not None"),
        ([], "move", "must be an object"),
        ({}, "type", "must be one of build_settlement, build_road,"),
        ({"type": "march"}, "type", "not 'march'"),
        ({"type": ["roll"]}, "type", "not ['roll']"),
        ({"type": "roll", "dice": [1, 2]}, "dice", "is no field of this move; it has: type."),
        ({"type": "build_road"}, "edge", "is missing."),
        ({"type": "build_road", "edge": -1}, "edge", "must be a whole number from 0 up, not -1."),
        ({"type": "build_road", "edge": True}, "edge", "not True."),
        ({"type": "build_road", "edge": 1.0}, "edge", "not 1.0."),
        ({"type": "build_city", "corner": "1"}, "corner", "not '1'."),
        ({"type": "discard", "cards": {"gold": 1}}, "cards", "for any of brick, lumber, wool,"),
        ({"type": "discard", "cards": {"ore": 0}}, "cards", "a whole number from 1 to 19"),
        ({"type": "discard", "cards": {"ore": 20}}, "cards", "not {'ore': 20}"),
        ({"type": "discard", "cards": []}, "cards", "must be an object"),
        ({**ROBBER, "hex": [1]}, "hex", "must be a hex [q, r], not [1]."),
        ({**ROBBER, "hex": [1, True]}, "hex", "not [1, True]."),
        ({**ROBBER, "victim": "1"}, "victim", "must be a whole number or null, not '1'."),
        ({"type": "play_monopoly", "resource": "Ore"}, "resource", "must be one of brick, lumber,"),
        (
            {"type": "trade_with_bank", "give": "ore", "get": "gold"},
            "get",
            "must be one of brick, lumber,",
        ),
        ({**OFFER, "get": None}, "get", "not None."),
        ({**OFFER, "give": {"ore": 41}}, "give", "a whole number from 1 to 40"),
        ({"type": "answer_trade", "accept": 1}, "accept", "must be true or false, not 1."),
        ({"type": "close_trade", "seat": -1}, "seat", "not -1."),
    ],
    ids=str,
)
def test_a_malformed_move_is_turned_down_by_field(move, field, words):
    with pytest.raises(Malformed) as refusal:
        WIRE.moves.read(move)
    assert list(refusal.value.errors) == [field]
    assert words in " ".join(refusal.value.errors[field])


@pytest.mark.parametrize("move", EXAMPLES, ids=str)
def test_the_schema_takes_each_example_as_one_kind(move):
    Draft202012Validator(WIRE.moves.schema()).validate(move)


@pytest.mark.parametrize(
    "move",
    [
        {"type": "roll", "dice": 3},
        {"type": "build_road", "edge": -1},
        {"type": "discard", "cards": {"gold": 1}},
        {**OFFER, "give": {"gold": 1}},
        {**ROBBER, "hex": [1]},
        {**ROBBER, "hex": [1, 2, 3]},
        {"type": "play_monopoly", "resource": "gold"},
    ],
    ids=str,
)
def test_the_schema_rejects_the_same_bodies_as_decoding(move):
    assert not Draft202012Validator(WIRE.moves.schema()).is_valid(move)
    with pytest.raises(Malformed):
        WIRE.moves.read(move)


@pytest.mark.parametrize("number", [51, 52])
def test_the_cost_and_gain_in_a_moves_facts_are_those_of_the_move(number: int):
    for state, seat, _, _ in random_game(number):
        moves = RULESET.legal_moves(state, seat, 5000, None).moves
        for move, facts in zip(moves, WIRE.move_facts(state, seat, moves), strict=True):
            assert WIRE.parse_notation(state, facts["notation"]) == move
            if "cost" not in facts or facts["notation"].startswith("accept"):
                continue
            after = RULESET.evolve(state, RULESET.decide(state, seat, move, CHANCE))
            names = ("brick", "lumber", "wool", "grain", "ore")
            hands = (state.cards.hands[seat], after.cards.hands[seat])
            for name, before, left in zip(names, *hands, strict=False):
                change = facts.get("gains", {}).get(name, 0) - facts["cost"].get(name, 0)
                assert left - before == change, facts
            assert isinstance(move, TradeWithBank) or "gains" not in facts or state.turn.founded


def test_the_types_of_moves_keep_their_order():
    assert list(WIRE.moves.types) == TYPES


# Events
def test_stored_event_names_never_change():
    assert list(EVENTS.types) == [
        "dealt",
        "settlement_built",
        "road_built",
        "city_built",
        "dice_rolled",
        "cards_discarded",
        "robber_moved",
        "development_card_bought",
        "road_building_played",
        "year_of_plenty_played",
        "monopoly_played",
        "traded_with_bank",
        "trade_offered",
        "trade_answered",
        "trade_closed",
        "trade_withdrawn",
        "turn_ended",
        "resigned",
    ]


# Options
def test_options_have_defaults():
    defaults = {"target_points": 10, "reds_apart": True}
    assert WIRE.options.json(WIRE.options.read({})) == defaults
    schema = WIRE.options.schema()
    assert all("S" in option["description"] for option in schema["properties"].values())


@pytest.mark.parametrize(
    ("options", "field", "words"),
    [
        ([], "options", "must be an object of options, not []"),
        ({"gold": 3}, "options.gold", "is no option; there are: target_points, reds_apart"),
        ({"target_points": 2}, "options.target_points", "from 3 to 20, not 2"),
        ({"target_points": 21}, "options.target_points", "not 21"),
        ({"target_points": True}, "options.target_points", "not True"),
        ({"target_points": "10"}, "options.target_points", "not '10'"),
        ({"reds_apart": 1}, "options.reds_apart", "true or false, not 1"),
        ({"reds_apart": None}, "options.reds_apart", "not None"),
    ],
    ids=str,
)
def test_a_malformed_option_is_turned_down_by_name(options, field, words):
    with pytest.raises(Malformed) as refusal:
        WIRE.options.read(options)
    assert words in " ".join(refusal.value.errors[field])
