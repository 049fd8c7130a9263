"""The shapes of each ruleset's games, as named schemas: its board, moves, events and positions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from domain.kernel.decider import Ruleset
from domain.kernel.game import (
    CREATED,
    KERNEL_TYPES,
    SEAT_TAKEN,
    UNDONE,
    Created,
    SeatTaken,
    visibility_of,
)
from domain.kernel.rulesets import rulesets
from domain.record.visibility import JsonObject
from domain.wire.shapes import OUTCOME, or_null, redacted, schemas
from service.http.plumbing.shapes import (
    EVENT,
    EXPORT,
    MOVES,
    PREVIEW,
    SHAPES,
    VERSION,
    VIEW,
    a,
    a_list,
    may_break,
    ref,
    thing,
)

Schemas = dict[str, JsonObject]


def prefix(ruleset: str) -> str:
    """What the names of a ruleset's schemas begin with."""
    return pascal(ruleset)


def pascal(name: str) -> str:
    """``march`` as ``March``, ``end_turn`` as ``EndTurn``."""
    return "".join(part.capitalize() for part in name.split("_"))


def all_shapes() -> Schemas:
    """Every named schema of an answer, and of a move."""
    recorded = schemas([Created, SeatTaken], lambda name: ref(f"Recorded{name}"))
    created, taken = recorded.pop(Created.__name__), recorded.pop(SeatTaken.__name__)
    found = {**SHAPES, **_kernel_events()}
    found |= {f"Recorded{name}": schema for name, schema in recorded.items()}
    for ruleset in rulesets().values():
        found |= _Games(ruleset, created, taken).shapes()
    return found | _of_all_games(found)


def _of_all_games(found: Schemas) -> Schemas:
    """The shapes that are one for each ruleset."""
    events = [each for name in rulesets() for each in found[f"{prefix(name)}Event"]["oneOf"]]
    board = {"board": _any_of(found, _refs("Board")), "topology": _any_of(found, _refs("Topology"))}
    return {
        "Board": thing("A board and its topology.", **board),
        "View": _of_each("A game as the asker may see it.", "View"),
        "Export": _of_each("A game as one document.", "Export"),
        "Accepted": {"description": "What a command led to.", "anyOf": _refs("Accepted")},
        "Moves": {"description": "Legal moves of the asker's seat.", "anyOf": _refs("Moves")},
        "Event": {"description": EVENT["description"], **_any_of(found, events)},
        "Preview": thing(
            "The position as a move would leave it.",
            **PREVIEW,
            phase={"anyOf": _refs("Phase")},
            state=_any_of(found, _refs("State")),
        ),
    }


def _refs(part: str) -> list[JsonObject]:
    """Return references to each ruleset's schema of this name."""
    return [ref(f"{prefix(name)}{part}") for name in rulesets()]


def _of_each(description: str, part: str) -> JsonObject:
    """Return the union of the rulesets' schemas of this name, discriminated by `ruleset`."""
    names = {name: f"{prefix(name)}{part}" for name in rulesets()}
    return discriminated(description, "ruleset", names)


def _any_of(found: Schemas, options: Iterable[JsonObject]) -> JsonObject:
    """One of the schemas, the ones with most fields first, for readers that try them in turn."""
    distinct = {option["$ref"]: option for option in options}
    by_name = {name: found[name.rpartition("/")[2]] for name in distinct}
    names = sorted(distinct, key=lambda name: -_asked(by_name[name], found))
    return {"anyOf": [distinct[name] for name in names]}


def _asked(schema: JsonObject, found: Schemas) -> int:
    """How many fields a schema asks for, those of an event's data included."""
    data = schema.get("properties", {}).get("data", {}).get("$ref", "").rpartition("/")[2]
    inner = len(found[data]["required"]) if data in found else 0
    return len(schema.get("required", ())) + inner


def discriminated(description: str, by: str, names: dict[str, str]) -> JsonObject:
    """Return the union of the named schemas; the value of a field tells which one it is."""
    mapping = {value: ref(name)["$ref"] for value, name in names.items()}
    return {
        "description": description,
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": by, "mapping": mapping},
    }


def _kernel_events() -> Schemas:
    """The events of undoing, which are the same in all games."""
    to = a("integer", "The event that is gone to.")
    found: Schemas = {}
    for type_ in sorted(KERNEL_TYPES - {CREATED, SEAT_TAKEN}):
        data = {"to": to}
        if type_ == UNDONE:
            data["requested_by"] = a("integer", "The seat that asked for it.")
            data["with_consent"] = a("boolean", "Whether others had to agree.")
        found[f"{pascal(type_)}Data"] = thing(f"The data of `{type_}`.", **data)
        found[f"{pascal(type_)}Event"] = _event(type_, ref(f"{pascal(type_)}Data"))
    return found


def _event(type_: str, data: JsonObject) -> JsonObject:
    """The schema of the events of a type."""
    stated = {"type": {"type": "string", "const": type_}, "data": data}
    return {**EVENT, "properties": {**EVENT["properties"], **stated}}


class _Games:
    """The shapes of the games of one ruleset."""

    def __init__(
        self, ruleset: Ruleset[Any, Any, Any], created: JsonObject, taken: JsonObject
    ) -> None:
        self._ruleset, self._created, self._taken = ruleset, created, taken
        self._prefix = prefix(ruleset.id)
        self._shapes = ruleset.wire.shapes()

    def shapes(self) -> Schemas:
        """All of them by name."""
        parts = {**self._parts(), **self._answers()}
        return {f"{self._prefix}{name}": schema for name, schema in parts.items()}

    def _ref(self, name: str) -> JsonObject:
        return ref("Result") if name == OUTCOME else ref(f"{self._prefix}{name}")

    def _parts(self) -> Schemas:
        shapes = self._shapes
        types = (shapes.phase, shapes.state, shapes.board, shapes.topology)
        parts = schemas([*types, *shapes.facts, *shapes.events.values()], self._ref)
        for type_, shape in shapes.events.items():
            visibility = visibility_of(self._ruleset, type_)
            if type_ == self._ruleset.DEALT:
                visibility = self._ruleset.visibility.get(type_, {})
            parts[shape.__name__] = redacted(parts[shape.__name__], visibility)
        facts = [self._ref(kind.__name__) for kind in shapes.facts]
        return {
            **parts,
            **shapes.cards,
            **self._moves(),
            **self._opening(),
            **self._events(),
            "Options": self._options(),
            "Facts": {"description": "What is known of a move.", "anyOf": facts},
        }

    def _options(self) -> JsonObject:
        schema = self._ruleset.wire.options.schema()
        return thing("The options, every one stated.", **schema["properties"])

    # Moves
    def _moves(self) -> Schemas:
        schema = self._ruleset.wire.moves.schema()
        kinds: dict[str, list[JsonObject]] = {}
        for kind in schema["oneOf"]:
            kinds.setdefault(kind["properties"]["type"]["const"], []).append(kind)
        found: Schemas = {}
        for type_, alike in kinds.items():
            found |= self._kind(f"{pascal(type_)}Move", alike)
        names = {type_: f"{self._prefix}{pascal(type_)}Move" for type_ in kinds}
        return {**found, "Move": discriminated(schema["description"], "type", names)}

    def _kind(self, name: str, alike: list[JsonObject]) -> Schemas:
        """Return the schema of a type of move; where it has several forms, each and their union."""
        if len(alike) == 1:
            return {name: self._hoisted(alike[0])}
        key = next(key for key, of in alike[0]["properties"].items() if _is_mark(key, of))
        marks = {kind["properties"][key]["const"]: kind for kind in alike}
        names = {mark: f"{name[:-4]}{pascal(key)}{pascal(mark)}Move" for mark in marks}
        own = {mark: f"{self._prefix}{name}" for mark, name in names.items()}
        found = {names[mark]: self._hoisted(kind) for mark, kind in marks.items()}
        description = f"One of the moves `{alike[0]['title']}`, by `{key}`."
        return {**found, name: discriminated(description, key, own)}

    def _hoisted(self, kind: JsonObject) -> JsonObject:
        """Return a kind of move without its title, counts of cards replaced by references."""
        cards = {str(_bare(schema)): name for name, schema in self._shapes.cards.items()}
        properties = {
            name: _named(schema, partial(self._card_name, cards))
            for name, schema in kind["properties"].items()
        }
        rest = {key: value for key, value in kind.items() if key != "title"}
        return {**rest, "properties": properties}

    def _card_name(self, cards: dict[str, str], schema: JsonObject) -> JsonObject | None:
        name = cards.get(str(_bare(schema)))
        return None if name is None else self._ref(name)

    # Events
    def _opening(self) -> Schemas:
        created, taken = self._created["properties"], self._taken["properties"]
        stated = {
            **self._ruleset_field(),
            "board": self._ref("Board"),
            "options": self._ref("Options"),
            "secret": or_null(created["secret"]),
        }
        dealt = self._ref(self._shapes.events[self._ruleset.DEALT].__name__)
        return {
            "CreatedData": {**self._created, "properties": {**created, **stated}},
            "SeatTakenData": {**self._taken, "properties": {**taken, "dealt": or_null(dealt)}},
        }

    def _events(self) -> Schemas:
        own = [type_ for type_ in self._shapes.events if type_ != self._ruleset.DEALT]
        own += [CREATED, SEAT_TAKEN]
        found = {
            f"{pascal(type_)}Event": _event(type_, self._ref(f"{pascal(type_)}Data"))
            for type_ in own
        }
        names = {type_: f"{self._prefix}{pascal(type_)}Event" for type_ in own}
        names |= {type_: f"{pascal(type_)}Event" for type_ in sorted(KERNEL_TYPES - set(own))}
        return {**found, "Event": discriminated("An event of such a game.", "type", names)}

    # Answers
    def _answers(self) -> Schemas:
        events = a_list(self._ref("Event"))
        return {
            "View": self._view(),
            "Accepted": thing(
                "What a command led to.", version=VERSION, events=events, view=self._ref("View")
            ),
            "Export": may_break(
                thing(
                    "A game as one document.", **{**EXPORT, **self._ruleset_field()}, events=events
                )
            ),
            "Moves": thing(
                "Legal moves of the asker's seat.",
                **MOVES,
                moves=a_list(self._ref("Move"), "Each playable as it stands."),
                facts=a_list(self._ref("Facts"), "What is known of each, in the same order."),
            ),
        }

    def _view(self) -> JsonObject:
        stated = {
            **self._ruleset_field(),
            "options": self._ref("Options"),
            "phase": or_null(self._ref("Phase")),
            "state": or_null(self._ref("State")),
            "board": self._ref("Board"),
        }
        return may_break(thing("A game as the asker may see it.", **{**VIEW, **stated}))

    def _ruleset_field(self) -> Schemas:
        return {"ruleset": {"type": "string", "const": self._ruleset.id}}


def _is_mark(key: str, schema: JsonObject) -> bool:
    return key != "type" and "const" in schema


def _bare(schema: JsonObject) -> list[tuple[str, Any]]:
    """A schema but for its description, in one order."""
    return sorted((key, value) for key, value in schema.items() if key != "description")


def _named(schema: JsonObject, name_of: Callable[[JsonObject], JsonObject | None]) -> JsonObject:
    """The schema with a reference wherever a part of it has a name."""
    if found := name_of(schema):
        said = {key: schema[key] for key in ("description",) if key in schema}
        return {**found, **said}
    if "anyOf" not in schema:
        return schema
    return {**schema, "anyOf": [_named(option, name_of) for option in schema["anyOf"]]}
