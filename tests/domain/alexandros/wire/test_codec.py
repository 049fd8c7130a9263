"""Moves, events and options as JSON: strict decoding, messages by field, schemas that agree."""

import pytest
from jsonschema import Draft202012Validator

from domain.alexandros import RULESET
from domain.alexandros.cards import counts_of
from domain.alexandros.wire.events import EVENTS
from domain.errors import Malformed
from tests.domain.alexandros.given import malformed

WIRE = RULESET.wire

MARCH = {"type": "march", "space": [2, 1], "path": [[0, 0], [1, 1], [2, 2]]}
EXAMPLES = [
    {"type": "choose_card", "from": "display", "slot": 0},
    {"type": "choose_card", "from": "display", "slot": 1, "joker": "horse"},
    {"type": "choose_card", "from": "hand", "card": "lyre"},
    MARCH,
    {"type": "march", "space": [0, 0], "path": [[-1, 1]]},
    {"type": "take_card", "from": "supply"},
    {"type": "take_card", "from": "display", "slot": 1},
    {"type": "occupy", "province": [3, 4], "governors": [[3, 4]]},
    {"type": "take_over", "province": [3, 4], "governors": [[3, 4], [3, 5]]},
    {"type": "take_over", "province": [3, 4], "governors": [[3, 4]], "compensation": {"lyre": 1}},
    {"type": "levy_taxes", "card": "soldier"},
    {"type": "recall", "space": [3, 4]},
    {"type": "end_turn"},
    {"type": "resign"},
]


@pytest.mark.parametrize("move", EXAMPLES, ids=str)
def test_the_moves_of_the_api_come_back_as_they_are(move):
    assert WIRE.moves.json(WIRE.moves.read(move)) == move


def test_a_compensation_may_state_zeros():
    move = {**EXAMPLES[9], "compensation": {"lyre": 1, "temple": 0}}
    stated, shorter = WIRE.moves.read(move), WIRE.moves.read(EXAMPLES[9])
    assert counts_of(stated.compensation) == counts_of(shorter.compensation)


@pytest.mark.parametrize(
    ("move", "field", "words"),
    [
        (None, "move", "must be an object with a type, not None"),
        ([], "move", "must be an object"),
        ({}, "type", "must be one of choose_card, march,"),
        ({"type": "pass"}, "type", "not 'pass'"),
        ({"type": ["march"]}, "type", "must be one of"),
        ({"type": "end_turn", "slot": 0}, "slot", "is no field of this move; it has: type."),
        ({"type": "choose_card"}, "from", "is missing"),
        ({"type": "choose_card", "from": "supply"}, "from", "display, hand, not 'supply'"),
        ({"type": "choose_card", "from": "display", "slot": 2}, "slot", "0 or 1, not 2"),
        ({"type": "choose_card", "from": "display", "slot": True}, "slot", "not True"),
        ({"type": "choose_card", "from": "display", "slot": 0.0}, "slot", "not 0.0"),
        (
            {"type": "choose_card", "from": "display", "slot": 0, "joker": "Horse"},
            "joker",
            "temple, amphora, horse, lyre, soldier, not 'Horse'",
        ),
        ({"type": "choose_card", "from": "display", "slot": 0, "joker": None}, "joker", "None"),
        (
            {"type": "choose_card", "from": "hand", "card": "lyre", "joker": "horse"},
            "joker",
            "is no field",
        ),
        ({**MARCH, "space": [1]}, "space", "must be a space [row, column], not [1]."),
        ({**MARCH, "space": [1, True]}, "space", "not [1, True]"),
        ({**MARCH, "space": "1,2"}, "space", "not '1,2'"),
        ({**MARCH, "path": []}, "path", "a list of 1 or more, each a point [x, y], not []."),
        ({**MARCH, "path": [[0, 0], [1, 1.5]]}, "path", "not [[0, 0], [1, 1.5]]."),
        ({**EXAMPLES[7], "governors": []}, "governors", "1 or more, each a space"),
        ({**EXAMPLES[7], "governors": [[1, 2], [1, 2]]}, "governors", "none twice, not [[1, 2],"),
        ({**EXAMPLES[7], "governors": {"0": [1, 2]}}, "governors", "must be a list"),
        ({**EXAMPLES[7], "compensation": {}}, "compensation", "is no field"),
        (
            {**EXAMPLES[8], "compensation": {"lyre": -1}},
            "compensation",
            "must be an object with a whole number from 0 up",
        ),
        ({**EXAMPLES[8], "compensation": {"lyre": True}}, "compensation", "not {'lyre': True}."),
        (
            {**EXAMPLES[8], "compensation": {"gold": 1}},
            "compensation",
            "for any of temple, amphora, horse,",
        ),
        ({**EXAMPLES[8], "compensation": None}, "compensation", "must be an object"),
    ],
    ids=str,
)
def test_a_malformed_move_is_turned_down_by_field(move, field, words):
    errors = malformed(move)
    assert words in " ".join(errors[field])


def test_all_faults_are_named_together():
    assert set(malformed({"type": "march", "space": 3, "way": []})) == {"space", "path", "way"}


@pytest.mark.parametrize("move", EXAMPLES, ids=str)
def test_the_schema_takes_each_example_as_one_kind(move):
    Draft202012Validator.check_schema(WIRE.moves.schema())
    Draft202012Validator(WIRE.moves.schema()).validate(move)


def test_stored_event_names_never_change():
    assert list(EVENTS.types) == [
        "dealt",
        "card_chosen",
        "marched",
        "card_taken",
        "province_occupied",
        "province_taken_over",
        "taxes_levied",
        "governor_recalled",
        "turn_ended",
        "resigned",
    ]


# Options
def test_options_have_defaults():
    defaults = {
        "joker": "closest",
        "compensation_rounding": "up",
        "two_seat_compensation": False,
        "target_score": 100,
    }
    assert WIRE.options.json(WIRE.options.read({})) == defaults
    schema = WIRE.options.schema()
    assert all("A" in option["description"] for option in schema["properties"].values())


@pytest.mark.parametrize(
    ("options", "field", "words"),
    [
        ([], "options", "must be an object of options, not []"),
        ({"walls": 3}, "options.walls", "is no option; there are: joker,"),
        ({"joker": "none"}, "options.joker", "closest, any, not 'none'"),
        ({"joker": None}, "options.joker", "not None"),
        ({"compensation_rounding": ["up"]}, "options.compensation_rounding", "not ['up']"),
        ({"two_seat_compensation": 1}, "options.two_seat_compensation", "true or false, not 1"),
        ({"target_score": 9}, "options.target_score", "from 10 to 300, not 9"),
        ({"target_score": 301}, "options.target_score", "not 301"),
        ({"target_score": True}, "options.target_score", "not True"),
        ({"target_score": 100.0}, "options.target_score", "not 100.0"),
        ({"target_score": "100"}, "options.target_score", "not '100'"),
    ],
    ids=str,
)
def test_a_malformed_option_is_turned_down_by_name(options, field, words):
    with pytest.raises(Malformed) as error:
        WIRE.options.read(options)
    assert words in " ".join(error.value.errors[field])
