"""The codec of moves, by toy kinds: a class is all that a kind of move needs."""

from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar

import pytest
from jsonschema import Draft202012Validator
from msgspec import UNSET, Meta, UnsetType

from domain.errors import Malformed
from domain.wire.kinds import type_of
from domain.wire.moves import Move, MoveCodec
from domain.wire.values import EACH_ONCE

G = TypeVar("G", bound=StrEnum)


class Fruit(StrEnum):
    PEAR = "pear"
    APPLE = "apple"


Pair = Annotated[tuple[int, int], Meta(extra={"words": "a pair [x, y]"})]


class Plant(Move, Generic[G], frozen=True, tag="plant"):
    """Plant trees,
    in any number."""

    trees: Annotated[dict[G, Annotated[int, Meta(ge=1, le=9)]], Meta(description="By fruit.")]
    at: Annotated[tuple[Pair, ...], Meta(min_length=1, description="Where."), EACH_ONCE]
    deep: Annotated[bool | None, Meta(description="Whether deep.")] = None


class Pick(Move, frozen=True, tag="pick"):
    """Pick a fruit."""


class PickAny(Pick, frozen=True, tag_field="from", tag="ground"):
    """Pick any fruit up."""


class PickOne(Pick, frozen=True, tag_field="from", tag="tree"):
    """Pick one kind of fruit."""

    fruit: Annotated[Fruit, Meta(description="The fruit.")] | UnsetType = UNSET


MOVES = MoveCodec[Any](Plant[StrEnum] | PickAny | PickOne, "Moves of a garden", "Dig.", Fruit)
PLANT = {"type": "plant", "trees": {"pear": 2}, "at": [[0, 1], [1, 1]]}
EXAMPLES: list[dict[str, Any]] = [
    PLANT,
    {**PLANT, "deep": False},
    {"type": "pick", "from": "ground"},
    {"type": "pick", "from": "tree"},
    {"type": "pick", "from": "tree", "fruit": "apple"},
]


def faults(body: Any) -> dict[str, list[str]]:
    with pytest.raises(Malformed) as refusal:
        MOVES.read(body)
    return refusal.value.errors


@pytest.mark.parametrize("body", EXAMPLES, ids=str)
def test_a_move_comes_back_as_it_was_sent(body):
    assert MOVES.json(MOVES.read(body)) == body


def test_a_move_is_of_its_class():
    assert MOVES.read(EXAMPLES[1]) == Plant({Fruit.PEAR: 2}, ((0, 1), (1, 1)), deep=False)
    assert MOVES.read(EXAMPLES[4]) == PickOne(Fruit.APPLE)
    assert MOVES.types == ("plant", "pick")
    assert [type_of(kind) for kind in (Plant, PickAny, PickOne)] == ["plant", "pick", "pick"]


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        ("plant", "move", "must be an object with a type, not 'plant'."),
        ({}, "type", "is missing; it must be one of plant, pick."),
        ({"type": "eat"}, "type", "must be one of plant, pick, not 'eat'."),
        ({"type": ["pick"]}, "type", "must be one of plant, pick, not ['pick']."),
        ({"type": "pick"}, "from", "is missing; it must be one of ground, tree."),
        ({"type": "pick", "from": "sea"}, "from", "must be one of ground, tree, not 'sea'."),
        (
            {"type": "pick", "from": "ground", "fruit": "pear"},
            "fruit",
            "is no field of this move; it has: from, type.",
        ),
        (
            {"type": "pick", "from": "tree", "fruit": None},
            "fruit",
            "must be one of pear, apple, not None.",
        ),
        (
            {**PLANT, "trees": {"plum": 1}},
            "trees",
            "must be an object with a whole number from 1 to 9 for any of pear, apple, "
            "not {'plum': 1}.",
        ),
        ({**PLANT, "deep": 1}, "deep", "must be true or false or null, not 1."),
        (
            {**PLANT, "at": []},
            "at",
            "must be a list of 1 or more, each a pair [x, y], none twice, not [].",
        ),
        (
            {**PLANT, "at": [[1, 2], [1, 2]]},
            "at",
            "must be a list of 1 or more, each a pair [x, y], none twice, not [[1, 2], [1, 2]].",
        ),
    ],
    ids=str,
)
def test_a_fault_names_the_field_and_its_legal_values(body, field: str, words: str):
    assert faults(body) == {field: [words]}


def test_all_faults_are_named_together():
    body = {"type": "plant", "trees": [], "at": 3, "sun": 1}
    assert set(faults(body)) == {"trees", "at", "sun"}
    assert set(faults({"type": "plant"})) == {"trees", "at"}


def test_the_schema_follows_from_the_classes():
    schema = MOVES.schema()
    Draft202012Validator.check_schema(schema)
    plant, ground, tree = schema["oneOf"]
    assert (plant["title"], plant["description"]) == ("plant", "Plant trees, in any number.")
    assert plant["required"] == ["type", "trees", "at"]
    assert plant["properties"]["trees"] == {
        "description": "By fruit.",
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 9},
        "propertyNames": {"enum": ["pear", "apple"]},
    }
    assert ground["properties"] == {"type": {"const": "pick"}, "from": {"const": "ground"}}
    assert tree["required"] == ["type", "from"]
    assert tree["properties"]["fruit"]["enum"] == ["apple", "pear"]


@pytest.mark.parametrize("body", EXAMPLES, ids=str)
def test_the_schema_takes_each_example_as_one_kind(body):
    Draft202012Validator(MOVES.schema()).validate(body)


@pytest.mark.parametrize(
    "body", [{**PLANT, "at": [[1, 2], [1, 2]]}, {**PLANT, "deep": 1}, {"type": "pick"}], ids=str
)
def test_the_schema_rejects_the_same_bodies_as_decoding(body):
    assert not Draft202012Validator(MOVES.schema()).is_valid(body)
    assert faults(body)
