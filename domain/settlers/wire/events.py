"""Events as stored JSON: counts and resources by name, all else as msgspec has it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.outcome import Outcome
from domain.record.visibility import JsonObject
from domain.settlers.board import Layout
from domain.settlers.cards import GOODS, PLACE, Counts, Good, GoodAt, counted, named
from domain.settlers.events import Happening
from domain.settlers.wire import shapes
from domain.settlers.wire.layouts import layout_from_json, layout_json

Write = Callable[[Any], Any]
Read = Callable[[Any], Any]


def _name(place: GoodAt | None) -> str | None:
    return None if place is None else GOODS[place].value


def _place(name: str | None) -> int | None:
    return None if name is None else PLACE[name]


def counts_json(counts: Counts) -> dict[str, int]:
    """The numbers by name, of those there are any of."""
    return {good.value: n for good, n in named(counts).items()}


def _each(of: Callable[[Any], Any], items: Any) -> list[Any]:
    return [of(item) for item in items]


def _tuple(of: Callable[[Any], Any], items: Any) -> tuple[Any, ...]:
    return tuple(map(of, items))


class _Spelling(NamedTuple):
    """How values of a type are written and read, and the type of what is written."""

    write: Write
    read: Read
    shape: Any


_SPELLED: Mapping[Any, _Spelling] = {
    Counts: _Spelling(counts_json, counted, shapes.Goods),
    tuple[Counts, ...]: _Spelling(
        partial(_each, counts_json), partial(_tuple, counted), tuple[shapes.Goods, ...]
    ),
    GoodAt: _Spelling(_name, _place, Good),
    tuple[GoodAt, ...]: _Spelling(partial(_each, _name), partial(_tuple, _place), tuple[Good, ...]),
    tuple[GoodAt | None, ...]: _Spelling(
        partial(_each, _name), partial(_tuple, _place), tuple[Good | None, ...]
    ),
    Layout: _Spelling(layout_json, layout_from_json, shapes.Layout),
}
"""How the types are written and read that msgspec would spell otherwise."""


def _writer(hint: Any) -> Write:
    return _SPELLED[hint].write if hint in _SPELLED else _as_stored


def _as_stored(value: Any) -> Any:
    """The value as it is read back from a record: lists where it has tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _reader(hint: Any) -> Read:
    if hint in _SPELLED:
        return _SPELLED[hint].read
    return _as_is if hint in (int, bool) else partial(msgspec.convert, type=hint)


def _as_is(value: Any) -> Any:
    return value


class EventCodec:
    """Writes and reads the events of a ruleset by their stored types."""

    def __init__(self, types: Mapping[type[Happening], str]) -> None:
        self.types = types
        self._classes = {name: kind for kind, name in types.items()}
        hints = {kind: _fields(kind) for kind in types}
        self._writers = {
            kind: [(name, name.rstrip("_"), _writer(hint)) for name, hint in fields]
            for kind, fields in hints.items()
        }
        self._readers = {
            types[kind]: [(name, name.rstrip("_"), _reader(hint)) for name, hint in fields]
            for kind, fields in hints.items()
            if self._classes[types[kind]] is kind
        }

    def json(self, event: Happening) -> JsonObject:
        """The event's data, hidden values included."""
        data = {
            shown: write(getattr(event, name)) for name, shown, write in self._writers[type(event)]
        }
        if event.result is not None:
            data["result"] = _as_stored(event.result)
        return data

    def event(self, type_: str, data: JsonObject) -> Any:
        """The event of a stored type. Raises KeyError where the type or a field is unknown."""
        values = {name: read(data[shown]) for name, shown, read in self._readers[type_]}
        if (result := data.get("result")) is not None:
            values["result"] = msgspec.convert(result, Outcome)
        return self._classes[type_](**values)

    def shapes(self) -> dict[str, type[Struct]]:
        """The types of the events' data as stored, by the events' stored types."""
        return {type_: _shape(type_, kind) for type_, kind in self._classes.items()}


def _shape(type_: str, kind: type[Happening]) -> type[Struct]:
    shown = [
        (name, _SPELLED[hint].shape if hint in _SPELLED else hint, msgspec.field(name=key))
        for name, key, hint in ((name, name.rstrip("_"), hint) for name, hint in _fields(kind))
    ]
    result = ("result", Outcome | UnsetType, UNSET)
    name = f"{type_.title().replace('_', '')}Data"
    return msgspec.defstruct(name, [*shown, result], namespace={"__doc__": kind.__doc__})


def _fields(kind: type[Happening]) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind)
    return [(name, hints[name]) for name in kind.__struct_fields__ if name != "result"]
