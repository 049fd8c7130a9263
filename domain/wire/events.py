"""The events of any ruleset as stored JSON: encoding, decoding and the shapes of the JSON."""

from collections.abc import Callable, Iterator, Mapping
from types import NoneType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from domain.record.outcome import Outcome
from domain.record.prepared_types import prepare
from domain.record.record import Upcasters
from domain.record.visibility import JsonObject
from domain.wire.kinds import TYPE, type_of

E = TypeVar("E", bound="GameEvent")
Field: TypeAlias = tuple[str, Any, Any]
Shapes: TypeAlias = dict[str, type[Struct]]


# Structs are frozen like dataclasses, but created in a fifth of the time. That matters for values
# that each event creates: events, positions, clocks.
class GameEvent(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An event as its ruleset knows it; the record's ``Event`` has its JSON as ``data``.

    A kind is a subclass whose ``tag`` is its stored type, which never changes. ``result`` stands
    in the event that ended the game; a kind that declares it again, without a default, always has
    it in its JSON.
    """

    result: Outcome | None = None

    @property
    def reveals(self) -> bool:
        """True if the event showed its own seat hidden information or the outcome of chance.

        Then the undo floor rises. Paying with one's own cards reveals nothing and can be undone.
        """
        return False


class RevealingEvent(GameEvent, frozen=True, gc=False):
    """An event that always showed its own seat something new."""

    @property
    def reveals(self) -> bool:
        """Always true."""
        return True


class Spelling(NamedTuple):
    """Functions that write and read the values of a type, and a type for their JSON."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    shape: Any


class EventCodec(Generic[E]):
    """Writes and reads a union of events.

    If two kinds have the same stored type, the later one is read. ``spellings`` are for types whose
    stored JSON is not the one msgspec gives them; ``upcasters`` bring older stored forms to the
    present one.
    """

    def __init__(
        self, union: Any, spellings: Mapping[Any, Spelling], upcasters: Upcasters | None = None
    ) -> None:
        kinds: tuple[type[E], ...] = get_args(union)
        prepare(*kinds)
        self._types = {kind: type_of(kind) for kind in kinds}
        self._kinds = {type_: kind for kind, type_ in self._types.items()}
        self._spelled = {kind: list(_spelled(kind, spellings)) for kind in kinds}
        self.types = tuple(self._kinds)
        self.upcasters = upcasters or {}
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder().decode

    def json(self, event: E) -> JsonObject:
        """Return the event's data as they are read from a record, hidden values included."""
        # Through bytes, so that the data are the same as those read from a record.
        data: JsonObject = self._decode(self._encode(event))
        del data[TYPE]
        for name, key, spelling in self._spelled[type(event)]:
            data[key] = spelling.write(getattr(event, name))
        # The result comes last, as in records; as a base class's field it would come first.
        if "result" in data:
            data["result"] = data.pop("result")
        return data

    def read(self, type_: str, data: JsonObject) -> E:
        """Return the event of a stored type. Raises KeyError for an unknown type, and KeyError or
        msgspec.ValidationError where the data do not fit."""
        kind = self._kinds[type_]
        if spelled := self._spelled[kind]:
            data = {**data, **{key: spelling.read(data[key]) for _, key, spelling in spelled}}
        return msgspec.convert(data, kind)

    def shapes(self) -> Shapes:
        """Return types for the JSON of the events' data, by stored type."""
        return {type_: self._shape(type_, kind) for type_, kind in self._kinds.items()}

    def _shape(self, type_: str, kind: Any) -> Any:
        shapes = {name: spelling.shape for name, _, spelling in self._spelled[kind]}
        stated: list[Field] = [
            (each.name, shapes.get(each.name, each.type), msgspec.field(name=each.encode_name))
            for each in structs.fields(kind)
            # The result is added last, in the form that records have.
            if each.name != "result"
        ]
        name = f"{type_.title().replace('_', '')}Data"
        return msgspec.defstruct(
            name, [*stated, _result(kind)], namespace={"__doc__": kind.__doc__}, kw_only=True
        )

    def type(self, event: E) -> str:
        """Return the stored type of an event."""
        return self._types[type(event)]


def _result(kind: Any) -> Field:
    """Return the outcome's field, which may be left out unless the kind requires it."""
    (result,) = (each for each in structs.fields(kind) if each.name == "result")
    if result.required:
        return ("result", Outcome | None, msgspec.field())
    return ("result", Outcome | UnsetType, UNSET)


def _spelled(kind: Any, spellings: Mapping[Any, Spelling]) -> Iterator[tuple[str, str, Spelling]]:
    """Yield the fields with a spelling: name, name in JSON, spelling."""
    for each in structs.fields(kind):
        spelling = _spelling(each.type, spellings)
        if spelling is not None:
            yield each.name, each.encode_name, spelling


def _spelling(hint: Any, spellings: Mapping[Any, Spelling]) -> Spelling | None:
    """Return the spelling of a type, None if it has none.

    A type with a spelling also gives one to tuples of it, and to its union with None.
    """
    if hint in spellings:
        return spellings[hint]
    match get_args(hint):
        case (of, end) if end in (..., NoneType):
            spelling = _spelling(of, spellings)
            return spelling and (_of_each(spelling) if end is ... else _or_none(spelling))
        case _:
            return None


def _of_each(one: Spelling) -> Spelling:
    write, read, shape = one
    return Spelling(
        lambda values: [write(value) for value in values],
        lambda values: tuple([read(value) for value in values]),
        tuple[shape, ...],  # type: ignore[valid-type]
    )


def _or_none(one: Spelling) -> Spelling:
    write, read, shape = one
    return Spelling(
        lambda value: None if value is None else write(value),
        lambda value: None if value is None else read(value),
        shape | None,
    )
