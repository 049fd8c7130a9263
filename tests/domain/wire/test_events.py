"""The codec of events, by toy kinds: a class is all that a kind of event needs."""

from typing import NewType

import msgspec
import pytest
from msgspec import Struct, ValidationError, field

from domain.kernel.decider import Outcome
from domain.wire.events import EventCodec, GameEvent, Spelling

Size = NewType("Size", int)
NAMES = ("small", "large")
SIZES = {Size: Spelling(NAMES.__getitem__, NAMES.index, str)}
OUTCOME = Outcome((0,), (3, 1), "ripe")
OUTCOME_JSON = {"winners": [0], "scores": [3, 1], "reason": "ripe"}


class Planted(GameEvent, frozen=True, gc=False, tag="planted"):
    """A tree was planted."""

    at: tuple[tuple[int, int], ...]
    from_: int = field(name="from")
    size: Size
    sizes: tuple[Size | None, ...]


class Picked(GameEvent, frozen=True, gc=False, kw_only=True, tag="picked"):
    """The harvest, which always says how the game stands."""

    seat: int | None
    result: Outcome | None


class Rained(GameEvent, frozen=True, gc=False, tag="rained"):
    """It rained."""


class RainedMuch(Rained, frozen=True, gc=False, tag="rained"):
    """It rained, and so much."""

    much: int


EVENTS = EventCodec[Planted | Picked | Rained](Planted | Picked | Rained | RainedMuch, SIZES)
PLANTED = Planted(((0, 1), (2, 3)), 4, Size(1), (Size(0), None))
PLANTED_JSON = {"at": [[0, 1], [2, 3]], "from": 4, "size": "large", "sizes": ["small", None]}


@pytest.mark.parametrize(
    ("event", "type_", "data"),
    [
        (PLANTED, "planted", PLANTED_JSON),
        (Rained(result=OUTCOME), "rained", {"result": OUTCOME_JSON}),
        (Picked(seat=1, result=None), "picked", {"seat": 1, "result": None}),
        (Picked(seat=None, result=OUTCOME), "picked", {"seat": None, "result": OUTCOME_JSON}),
        (RainedMuch(7), "rained", {"much": 7}),
    ],
    ids=str,
)
def test_an_event_is_stored_as_its_class_says(event, type_, data):
    assert EVENTS.type(event) == type_
    assert EVENTS.json(event) == data
    assert list(EVENTS.json(event)) == list(data)


@pytest.mark.parametrize(
    ("type_", "event"),
    [
        ("planted", PLANTED),
        ("picked", Picked(seat=1, result=None)),
        ("rained", RainedMuch(7, result=OUTCOME)),
    ],
)
def test_an_event_is_read_back_by_the_last_class_of_its_type(type_, event):
    assert EVENTS.read(type_, EVENTS.json(event)) == event
    assert EVENTS.types == ("planted", "picked", "rained")


def test_the_stored_data_are_left_as_they_are():
    data = dict(PLANTED_JSON)
    EVENTS.read("planted", data)
    assert data == PLANTED_JSON


def test_unknown_types_and_data_that_do_not_fit_are_not_read():
    with pytest.raises(KeyError):
        EVENTS.read("snowed", {})
    with pytest.raises(KeyError):
        EVENTS.read("planted", {})
    with pytest.raises(ValidationError):
        EVENTS.read("rained", {"much": "7"})


def test_the_shapes_are_those_of_the_stored_data():
    shapes = EVENTS.shapes()
    assert msgspec.convert(PLANTED_JSON, shapes["planted"], strict=True)
    planted = schema_of(shapes["planted"])
    assert (planted["title"], planted["description"]) == ("PlantedData", "A tree was planted.")
    assert planted["required"] == ["at", "from", "size", "sizes"]
    assert planted["properties"]["size"] == {"type": "string"}
    assert schema_of(shapes["picked"])["required"] == ["seat", "result"]


def schema_of(shape: type[Struct]) -> dict:
    schema: dict = msgspec.json.schema(shape)["$defs"][shape.__name__]
    return schema
