"""JSON Schemas made of types, and how hidden values show in them."""

from typing import Literal

from msgspec import Struct

from domain.record.visibility import Audience, JsonObject
from domain.wire.shapes import or_null, redacted, schemas


class Inner(Struct):
    """An inner thing, ``so`` called."""

    title: str
    pair: tuple[int, int]


class Outer(Struct):
    """An outer thing."""

    kind: Literal["outer"]
    inner: Inner
    hands: tuple[str, ...]
    pile: tuple[str, ...] | None


def ref(name: str) -> JsonObject:
    return {"$ref": f"My{name}"}


def test_types_refer_to_one_another_by_name():
    found = schemas([Outer], ref)
    assert found.keys() == {"Outer", "Inner"}
    assert found["Outer"]["properties"]["inner"] == {"$ref": "MyInner"}


def test_constants_and_pairs_are_put_as_generators_take_them():
    found = schemas([Outer], ref)
    assert found["Outer"]["properties"]["kind"] == {"const": "outer"}
    pair = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer"}}
    assert found["Inner"]["properties"]["pair"] == pair


def test_titles_go_but_a_field_of_that_name_stays():
    inner = schemas([Outer], ref)["Inner"]
    assert "title" not in inner
    assert inner["properties"]["title"] == {"type": "string"}
    assert inner["description"] == "An inner thing, `so` called."


def test_hidden_fields_may_be_null():
    outer = schemas([Outer], ref)["Outer"]
    seen = redacted(outer, {"hands": Audience.EACH_SEAT, "kind": Audience.NO_ONE})["properties"]
    assert seen["hands"]["items"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert seen["kind"] == {"anyOf": [{"const": "outer"}, {"type": "null"}]}
    assert outer["properties"]["kind"] == {"const": "outer"}


def test_or_null_leaves_a_schema_with_null_alone():
    pile = schemas([Outer], ref)["Outer"]["properties"]["pile"]
    assert or_null(pile) == pile
