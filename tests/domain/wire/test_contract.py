"""The contract of JSON and notation, kept by every ruleset in every version."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from domain.errors import Malformed, UnknownName
from domain.kernel.decider import Ruleset
from domain.record.visibility import Viewer, look_up
from tests.domain.playing import (
    EVERY_VERSION,
    GAMES,
    Step,
    chance_of,
    every_step,
    listed,
    name_of,
    setup_of,
    steps,
)
from tests.domain.positions import without_refusals

pytestmark = pytest.mark.parametrize("rules", EVERY_VERSION, ids=name_of)
Rules = Ruleset[Any, Any, Any]


def through_json(value: Any) -> Any:
    """The value out of real JSON, which knows neither tuples nor enums."""
    return json.loads(json.dumps(value))


def sampled(rules: Rules, every: int = 7) -> Iterator[Step]:
    """A step in so many of all games."""
    return (step for n, step in enumerate(every_step(rules)) if n % every == 0)


def moves_of_each_type(rules: Rules, most: int = 5) -> list[dict[str, Any]]:
    """Listed moves of every type that these games meet, as JSON."""
    found: dict[str, list[dict[str, Any]]] = {}
    for step in sampled(rules, 3):
        for move in listed(rules, step.before, step.seat)[:: 1 + len(found)]:
            stated = rules.wire.moves.json(move)
            found.setdefault(stated["type"], []).append(stated)
    return [move for own in found.values() for move in own[:: 1 + len(own) // most]]


# Moves
def test_a_move_comes_back_from_its_json_and_from_its_line_of_text(rules: Rules):
    wire = rules.wire
    for step in sampled(rules, 3):
        assert wire.moves.read(through_json(wire.moves.json(step.move))) == step.move
        line = wire.move_facts(step.before, step.seat, [step.move])[0]["notation"]
        assert wire.parse_notation(step.before, line) == step.move
        assert wire.parse_notation(step.before, f"  {line.upper()} ") == step.move


def test_each_type_of_move_has_its_schema_and_every_field_a_description(rules: Rules):
    schema = rules.wire.moves.schema()
    Draft202012Validator.check_schema(schema)
    titles = [kind["title"] for kind in schema["oneOf"]]
    assert list(dict.fromkeys(titles)) == list(rules.wire.moves.types)
    for kind in schema["oneOf"]:
        assert kind["properties"]["type"] == {"const": kind["title"]}
        assert kind["additionalProperties"] is False
        assert kind["description"]
        for name, field in kind["properties"].items():
            assert "const" in field or field["description"], (kind["title"], name)


def test_the_schema_accepts_readable_bodies_and_nothing_else(rules: Rules):
    """By listed moves, and these with a field left out, added or spoilt."""
    schema, verdicts = Draft202012Validator(rules.wire.moves.schema()), Counter[bool]()
    for move in moves_of_each_type(rules):
        assert schema.is_valid(move)
        for other in spoilt(move):
            try:
                rules.wire.moves.read(other)
                is_read = True
            except Malformed:
                is_read = False
            assert schema.is_valid(other) is is_read, other
            verdicts[is_read] += 1
    assert verdicts[False] > 50


def spoilt(move: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The move with each field left out or of another type, and with a field of no move."""
    yield {**move, "gift": 1}
    for name in move:
        yield {key: value for key, value in move.items() if key != name}
        for value in (None, True, -1, 1.5, "gift", [], {}, [1], {"gift": 1}):
            yield {**move, name: value}


@pytest.mark.parametrize("body", [None, [], "roll", {}, {"type": 3}, {"type": "dance"}], ids=str)
def test_a_body_that_is_no_move_is_malformed(rules: Rules, body: Any):
    with pytest.raises(Malformed) as refusal:
        rules.wire.moves.read(body)
    assert list(refusal.value.errors) == ["type" if isinstance(body, dict) else "move"]


@pytest.mark.parametrize("text", ["", "dance", "5", "?!"])
def test_an_unreadable_line_of_text_is_malformed(rules: Rules, text: str):
    for step in sampled(rules, 101):
        with pytest.raises(Malformed) as refusal:
            rules.wire.parse_notation(step.before, text)
        assert list(refusal.value.errors) == ["notation"]


def test_facts_are_in_the_order_of_the_moves_and_have_their_notation(rules: Rules):
    wire = rules.wire
    for step in sampled(rules, 17):
        moves = listed(rules, step.before, step.seat)
        facts = wire.move_facts(step.before, step.seat, moves)
        lines = [each["notation"] for each in facts]
        assert [wire.parse_notation(step.before, line) for line in lines] == list(moves)
        assert through_json(facts) == facts
        for each in facts[::11]:
            assert any(is_of(shape, each) for shape in wire.shapes.facts), each


def is_of(shape: Any, value: Any) -> bool:
    """True if the value is a JSON of the shape."""
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError:
        return False
    return True


# Events
def test_an_event_comes_back_from_its_stored_bytes(rules: Rules):
    events, types = rules.wire.events, set()
    for step in every_step(rules):
        type_, data = events.type(step.event), events.json(step.event)
        stored = msgspec.json.encode(data)
        assert events.read(type_, msgspec.json.decode(stored)) == step.event
        assert through_json(data) == data
        types.add(type_)
    assert types < rules.wire.events.shapes().keys()
    assert len(types) >= len(rules.wire.events.shapes()) / 3


def test_an_event_has_the_shape_of_its_type(rules: Rules):
    shapes = rules.wire.events.shapes()
    for step in sampled(rules):
        data = rules.wire.events.json(step.event)
        shape = shapes[rules.wire.events.type(step.event)]
        assert through_json(msgspec.to_builtins(msgspec.convert(data, shape))) == data


def test_an_event_answers_the_move_that_it_is_decided_by_again(rules: Rules):
    for number, step in enumerate(sampled(rules)):
        luck = chance_of(number)
        event = rules.decide(step.before, step.seat, step.move, luck)
        assert rules.decide(step.before, step.seat, rules.wire.move_of(event), luck) == event


def test_the_deal_comes_back_and_answers_no_move(rules: Rules):
    dealt = rules.deal(setup_of(rules), chance_of(1))
    data = rules.wire.events.json(dealt)
    assert rules.wire.events.read(rules.DEALT, through_json(data)) == dealt
    msgspec.convert(data, rules.wire.events.shapes()[rules.DEALT])
    with pytest.raises(UnknownName):
        rules.wire.move_of(dealt)


def test_hidden_fields_are_fields_of_their_events(rules: Rules):
    shapes = rules.wire.events.shapes()
    for type_, hidden in rules.visibility.items():
        names = {field.encode_name for field in msgspec.structs.fields(shapes[type_])}
        assert hidden.keys() <= names
    dealt = rules.wire.events.json(rules.deal(setup_of(rules), chance_of(1)))
    assert all(look_up(dealt, path) for path in rules.visibility.get(rules.DEALT, ()))


# Positions
def test_a_position_comes_back_from_its_json(rules: Rules):
    for number in GAMES:
        setup = setup_of(rules, number)
        for step in steps(rules, number)[::11]:
            stored = through_json(rules.wire.position_json(step.before))
            assert rules.wire.position_from_json(setup, stored) == without_refusals(step.before)


def test_a_view_has_its_turn_its_phase_and_the_shape_of_a_position(rules: Rules):
    shapes = rules.wire.shapes
    for number, step in enumerate(sampled(rules)):
        view = rules.wire.view(step.before, Viewer((None, step.seat)[number % 2]))
        assert view.keys() == {"turn", "phase", "state"}
        assert view["turn"] == rules.turn(step.before)
        assert shapes.phase(view["phase"])
        assert through_json(view) == view
        assert is_of(shapes.state, view["state"])


def test_the_public_sees_less_than_a_seat_and_a_seat_less_than_all_see_at_the_end(rules: Rules):
    apart: Counter[str] = Counter()
    for step in sampled(rules):
        view = rules.wire.view
        public, own = view(step.before, Viewer()), view(step.before, Viewer(step.seat))
        whole = view(step.before, Viewer(over=True))
        for more, less in ((own, public), (whole, own)):
            assert_conceals(more, less)
        apart["own"] += own != public
        apart["whole"] += whole != own
    assert min(apart["own"], apart["whole"]) > 10 or not rules.visibility


def assert_conceals(more: Any, less: Any) -> None:
    """Both say the same where both say anything; null and shorter lists say less."""
    match less:
        case None:
            return
        case dict():
            assert more.keys() == less.keys()
            for name, value in less.items():
                assert_conceals(more[name], value)
        case list():
            assert len(more) == len(less)
            for one, other in zip(more, less, strict=True):
                assert_conceals(one, other)
        case _:
            assert more == less


# Set-up
def test_boards_are_read_by_name_and_from_their_own_json(rules: Rules):
    wire = rules.wire
    for name in rules.wire.boards.ids:
        board = wire.boards.read(name)
        stated = through_json(wire.boards.json(board))
        assert stated["id"] == name
        assert wire.boards.json(wire.boards.read(stated)) == stated
        assert is_of(wire.shapes.board, stated)
        assert is_of(wire.shapes.topology, through_json(wire.boards.topology(board)))
        assert wire.boards.weight(board) >= 0
    with pytest.raises(UnknownName):
        wire.boards.read("nowhere")


def test_options_have_defaults_and_come_back_from_their_json(rules: Rules):
    codec = rules.wire.options
    schema, defaults = codec.schema(), codec.json(codec.read({}))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(defaults)
    assert codec.read(None) == codec.read({}) == codec.read(through_json(defaults))
    assert {name: each["default"] for name, each in schema["properties"].items()} == defaults
    assert all(each["description"] for each in schema["properties"].values())
    with pytest.raises(Malformed) as refusal:
        codec.read({"dance": True})
    assert list(refusal.value.errors) == ["options.dance"]
