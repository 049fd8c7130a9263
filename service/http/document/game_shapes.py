"""The shapes of each ruleset's games, as named schemas: its board, moves, events and positions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, get_args

from domain.kernel import deadlines, stand_in_state
from domain.kernel.decider import Ruleset
from domain.kernel.game import (
    CANCELLED,
    CREATED,
    KERNEL_TYPES,
    SEAT_FREED,
    SEAT_TAKEN,
    UNDONE,
)
from domain.kernel.rulesets import rulesets
from domain.kernel.terms import Created, SeatFreed, SeatTaken
from domain.record.visibility import JsonObject
from domain.wire.shapes import OUTCOME, or_null, redacted, schemas
from projections.answers import records
from service.http.document.shapes import Schemas, answer_schemas, ref, with_fields

LUCK: JsonObject = {
    "description": "The luck that decided the event, in games of `schema` 2; left out if there was "
    "none, and null until the game is over.",
    "anyOf": [{"type": "array", "items": ref("Draw")}, {"type": "null"}],
}
NAMED: Schemas = {
    "game_id": {
        "description": "The game's id; left out in games of `schema` 1.",
        "type": "string",
    },
    "server_key": {
        "description": "The server's public key (hex) when the game was made, if its maker asked "
        "for it.",
        "type": "string",
    },
}


def prefix(ruleset: str) -> str:
    """Return the prefix of the names of a ruleset's schemas."""
    return pascal(ruleset)


def pascal(name: str) -> str:
    """Return a code in Pascal case: ``March`` for ``march``, ``EndTurn`` for ``end_turn``."""
    return "".join(part.capitalize() for part in name.split("_"))


def all_shapes() -> Schemas:
    """Return every named schema of an answer, and of a move."""
    recorded = schemas([Created, SeatTaken], lambda name: ref(f"Recorded{name}"))
    created, taken = recorded.pop(Created.__name__), recorded.pop(SeatTaken.__name__)
    named = answer_schemas()
    named |= _common(named["Event"])
    named |= {f"Recorded{name}": schema for name, schema in recorded.items()}
    for ruleset in rulesets().values():
        named |= _Games(ruleset, named, created, taken).shapes()
    return named | _of_all_games(named)


def _of_all_games(named: Schemas) -> Schemas:
    """Return the unions of the rulesets' schemas."""
    events = [each for name in rulesets() for each in named[f"{prefix(name)}Event"]["oneOf"]]
    board = {"board": _any_of(named, _refs("Board")), "topology": _any_of(named, _refs("Topology"))}
    return {
        "Board": with_fields(named["Board"], **board),
        "BoardCheck": with_fields(
            named["BoardCheck"], **{part: _or_null(any_) for part, any_ in board.items()}
        ),
        "ArchivedGame": with_fields(
            named["ArchivedGame"], events={"type": "array", "items": ref("Event")}
        ),
        "View": _of_each(named, "View"),
        "Export": _of_each(named, "Export"),
        "Accepted": {**_described(named, "Accepted"), "anyOf": _refs("Accepted")},
        "Moves": {**_described(named, "Moves"), "anyOf": _refs("Moves")},
        "Event": {**_described(named, "Event"), **_any_of(named, events)},
        "Preview": with_fields(
            named["Preview"],
            phase={"anyOf": _refs("Phase")},
            state=_any_of(named, _refs("State")),
        ),
    }


def _or_null(union: JsonObject) -> JsonObject:
    """Return the union with null as an option."""
    return {"anyOf": [*union["anyOf"], {"type": "null"}]}


def _refs(part: str) -> list[JsonObject]:
    """Return references to each ruleset's schema of this name."""
    return [ref(f"{prefix(name)}{part}") for name in rulesets()]


def _described(named: Schemas, part: str) -> JsonObject:
    return {"description": named[part]["description"]}


def _of_each(named: Schemas, part: str) -> JsonObject:
    """Return the union of the rulesets' schemas of this name, discriminated by `ruleset`."""
    names = {name: f"{prefix(name)}{part}" for name in rulesets()}
    return discriminated(named[part]["description"], "ruleset", names)


def _any_of(named: Schemas, options: Iterable[JsonObject]) -> JsonObject:
    """Return the union of the schemas, those with the most required fields first."""
    # Some readers take the first option that fits, and one with fewer fields fits more often.
    distinct = {option["$ref"]: option for option in options}
    by_name = {name: named[name.rpartition("/")[2]] for name in distinct}
    names = sorted(distinct, key=lambda name: -_asked(by_name[name], named))
    return {"anyOf": [distinct[name] for name in names]}


def _asked(schema: JsonObject, named: Schemas) -> int:
    """Return the number of fields that a schema requires, those of an event's data included."""
    data = schema.get("properties", {}).get("data", {}).get("$ref", "").rpartition("/")[2]
    inner = len(named[data]["required"]) if data in named else 0
    return len(schema.get("required", ())) + inner


def discriminated(description: str, by: str, names: dict[str, str]) -> JsonObject:
    """Return the union of the named schemas, distinguished by the value of a field."""
    mapping = {value: ref(name)["$ref"] for value, name in names.items()}
    return {
        "description": description,
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": by, "mapping": mapping},
    }


def _common(event: JsonObject) -> Schemas:
    """Return the events of undoing, seats, time and stand-ins, which are the same in all games."""
    kinds: dict[str, type] = {
        UNDONE: records.Undone,
        SEAT_FREED: SeatFreed,
        CANCELLED: records.Cancelled,
        **deadlines.DATA,
        **stand_in_state.DATA,
    }
    derived = schemas((records.GoneTo, *kinds.values()), ref)
    # The library sorts a literal's words; this restores their order.
    derived["TimeExpired"]["properties"]["policy"]["enum"] = list(get_args(deadlines.AtZero))
    named: Schemas = {}
    for type_ in sorted(KERNEL_TYPES - {CREATED, SEAT_TAKEN}):
        data = derived[kinds.get(type_, records.GoneTo).__name__]
        name = pascal(type_)
        named[f"{name}Data"] = {**data, "description": f"The data of `{type_}`."}
        named[f"{name}Event"] = _event(event, type_, ref(f"{name}Data"))
    return named


def _event(event: JsonObject, type_: str, data: JsonObject) -> JsonObject:
    """Return the schema of the events of a type."""
    return with_fields(event, type={"type": "string", "const": type_}, data=data)


class _Games:
    """The shapes of the games of one ruleset."""

    def __init__(
        self,
        ruleset: Ruleset[Any, Any, Any],
        alike: Schemas,
        created: JsonObject,
        taken: JsonObject,
    ) -> None:
        """``alike`` are schemas of answers, ``created`` and ``taken`` of the kernel's events."""
        self._ruleset, self._alike, self._created, self._taken = ruleset, alike, created, taken
        self._prefix = prefix(ruleset.id)
        self._shapes, self._event_types = ruleset.wire.shapes, ruleset.wire.events.shapes()

    def shapes(self) -> Schemas:
        """Return all of them by name."""
        parts = {**self._parts(), **self._answers()}
        return {f"{self._prefix}{name}": schema for name, schema in parts.items()}

    def _ref(self, name: str) -> JsonObject:
        return ref("Result") if name == OUTCOME else ref(f"{self._prefix}{name}")

    def _parts(self) -> Schemas:
        shapes = self._shapes
        types = (shapes.phase, shapes.state, shapes.board, shapes.topology)
        parts = schemas([*types, *shapes.facts, *self._event_types.values()], self._ref)
        for type_, shape in self._event_types.items():
            # A viewer gets null for hidden values, which the stored events never have.
            own = redacted(parts[shape.__name__], self._ruleset.visibility.get(type_, {}))
            # The cards dealt are part of `seat_taken`, not an event of their own.
            is_event = type_ != self._ruleset.DEALT
            parts[shape.__name__] = with_fields(own, luck=LUCK) if is_event else own
        facts = [self._ref(kind.__name__) for kind in shapes.facts]
        return {
            **parts,
            **shapes.cards,
            **self._moves(),
            **self._orders(),
            **self._opening(),
            **self._events(),
            "Options": self._options(),
            "Facts": {"description": "The facts of a move.", "anyOf": facts},
        }

    def _options(self) -> JsonObject:
        schema = self._ruleset.wire.options.schema()
        return {
            "type": "object",
            "description": "The options, defaults included.",
            "properties": schema["properties"],
            # A request may leave options out; an answer states them all.
            "required": list(schema["properties"]),
        }

    # Moves
    def _moves(self) -> Schemas:
        schema = self._ruleset.wire.moves.schema()
        kinds: dict[str, list[JsonObject]] = {}
        for kind in schema["oneOf"]:
            kinds.setdefault(kind["properties"]["type"]["const"], []).append(kind)
        named: Schemas = {}
        for type_, alike in kinds.items():
            named |= self._kind(pascal(type_), alike)
        names = {type_: f"{self._prefix}{pascal(type_)}Move" for type_ in kinds}
        union = discriminated(schema["description"], "type", names)
        if max(map(len, kinds.values())) > 1:
            # A discriminator leads to one object each: a type of several forms is recognized
            # by its fields' constants alone.
            del union["discriminator"]
        return {**named, "Move": union}

    def _kind(self, type_: str, alike: list[JsonObject]) -> Schemas:
        """Return the schema of a type of move; if it has several forms, each form and the union."""
        if len(alike) == 1:
            return {f"{type_}Move": self._hoisted(alike[0])}
        key = next(key for key, of in alike[0]["properties"].items() if _is_mark(key, of))
        marks = {kind["properties"][key]["const"]: kind for kind in alike}
        names = {mark: f"{type_}{pascal(key)}{pascal(mark)}Move" for mark in marks}
        own = {mark: f"{self._prefix}{name}" for mark, name in names.items()}
        named = {names[mark]: self._hoisted(kind) for mark, kind in marks.items()}
        description = f"One of the moves `{alike[0]['title']}`, by `{key}`."
        return {**named, f"{type_}Move": discriminated(description, key, own)}

    def _hoisted(self, kind: JsonObject) -> JsonObject:
        """Return a kind of move without its title, with references for counts of cards."""
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

    def _orders(self) -> Schemas:
        """Return the values of each standing order, and their union, if there are any."""
        orders = self._ruleset.orders.codec.schemas()
        named = {f"{pascal(code)}Order": self._hoisted(of) for code, of in orders.items()}
        # A union with one option would say no more than the option.
        if len(named) == 1:
            return {"Order": next(iter(named.values()))}
        union = {"description": "The values of an order.", "anyOf": list(map(self._ref, named))}
        return {**named, "Order": union} if named else {}

    # Events
    def _opening(self) -> Schemas:
        stated = {
            **self._ruleset_field(),
            "board": self._ref("Board"),
            "options": self._ref("Options"),
            "secret": or_null(self._created["properties"]["secret"]),
        }
        dealt = self._ref(self._event_types[self._ruleset.DEALT].__name__)
        return {
            "CreatedData": with_fields(self._created, **stated, **NAMED),
            "SeatTakenData": with_fields(self._taken, dealt=or_null(dealt), luck=LUCK),
        }

    def _events(self) -> Schemas:
        own = [type_ for type_ in self._event_types if type_ != self._ruleset.DEALT]
        own += [CREATED, SEAT_TAKEN]
        named = {
            f"{pascal(type_)}Event": _event(
                self._alike["Event"], type_, self._ref(f"{pascal(type_)}Data")
            )
            for type_ in own
        }
        names = {type_: f"{self._prefix}{pascal(type_)}Event" for type_ in own}
        names |= {type_: f"{pascal(type_)}Event" for type_ in sorted(KERNEL_TYPES - set(own))}
        return {**named, "Event": discriminated("An event of such a game.", "type", names)}

    # Answers
    def _answers(self) -> Schemas:
        alike, events = self._alike, {"type": "array", "items": self._ref("Event")}
        moves, facts = alike["Moves"]["properties"]["moves"], alike["Moves"]["properties"]["facts"]
        next_moves = alike["Accepted"]["properties"]["moves"] | {"items": self._ref("Move")}
        return {
            "View": with_fields(alike["View"], **self._ruleset_field(), **self._position()),
            "Accepted": with_fields(
                alike["Accepted"], events=events, view=self._ref("View"), moves=next_moves
            ),
            "Export": with_fields(alike["Export"], **self._ruleset_field(), events=events),
            "Moves": with_fields(
                alike["Moves"],
                moves={**moves, "items": self._ref("Move")},
                facts={**facts, "items": self._ref("Facts")},
                view=self._ref("View"),
            ),
        }

    def _position(self) -> Schemas:
        return {
            "options": self._ref("Options"),
            "phase": or_null(self._ref("Phase")),
            "state": or_null(self._ref("State")),
            "board": self._ref("Board"),
        }

    def _ruleset_field(self) -> Schemas:
        return {"ruleset": {"type": "string", "const": self._ruleset.id}}


def _is_mark(key: str, schema: JsonObject) -> bool:
    return key != "type" and "const" in schema


def _bare(schema: JsonObject) -> list[tuple[str, Any]]:
    """Return a schema without its description, its keys sorted."""
    return sorted((key, value) for key, value in schema.items() if key != "description")


def _named(schema: JsonObject, name_of: Callable[[JsonObject], JsonObject | None]) -> JsonObject:
    """Return the schema with a reference for every part of it that has a name."""
    if named := name_of(schema):
        description = {key: schema[key] for key in ("description",) if key in schema}
        return {**named, **description}
    if "anyOf" not in schema:
        return schema
    return {**schema, "anyOf": [_named(option, name_of) for option in schema["anyOf"]]}
