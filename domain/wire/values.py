"""The legal values of a type, as JSON Schema and in words for error messages.

``Meta(extra={"words": …})`` gives a type words of its own; ``EACH_ONCE`` is for lists without
repetition, which msgspec does not check.
"""

from typing import Any

from msgspec import Meta, inspect

from domain.record.visibility import JsonObject

EACH_ONCE = Meta(extra_json_schema={"uniqueItems": True})


def is_each_once(type_: inspect.Type) -> bool:
    """True if lists of the type must not repeat an item."""
    return isinstance(type_, inspect.Metadata) and bool(_extra(type_).get("uniqueItems"))


def in_words(type_: inspect.Type) -> str:  # noqa: PLR0911 - one case a type
    """Return the legal values of a type, to follow "must be"."""
    match type_:
        case inspect.Metadata(extra={"words": str(words)}):
            return words
        case inspect.Metadata(type=of):
            return in_words(of) + (", none twice" if is_each_once(type_) else "")
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number{_in_bounds(least, most)}"
        case inspect.EnumType() | inspect.LiteralType():
            return f"one of {', '.join(map(str, _values(type_)))}"
        case inspect.UnionType(types=types):
            return " or ".join(map(in_words, types))
        case inspect.TupleType(item_types=items):
            return f"a list of {len(items)}, each {in_words(items[0])}"
        case inspect.VarTupleType(item_type=item, min_length=least):
            return f"a list of {least or 0} or more, each {in_words(item)}"
        case inspect.DictType(key_type=key, value_type=value):
            names = ", ".join(map(str, _values(key)))
            return f"an object with {in_words(value)} for any of {names}"
        case _:
            return "null"


def _in_bounds(least: int | None, most: int | None) -> str:
    if most is not None:
        return f" from {least} to {most}"
    return "" if least is None else f" from {least} up"


def _values(type_: inspect.Type) -> list[Any]:
    """Return the values of an enum or a literal, in their order."""
    if isinstance(type_, inspect.EnumType):
        return [each.value for each in type_.cls]
    assert isinstance(type_, inspect.LiteralType)
    return list(type_.values)


def _extra(type_: inspect.Metadata) -> JsonObject:
    return type_.extra_json_schema or {}


def schema_of(type_: inspect.Type) -> JsonObject:  # noqa: PLR0911 - one case a type
    """Return the JSON Schema of a type."""
    match type_:
        case inspect.Metadata(type=of):
            # Stated twice: the first keeps descriptions in front, the second lets their values win.
            return {**_extra(type_), **schema_of(of), **_extra(type_)}
        case inspect.BoolType():
            return {"type": "boolean"}
        case inspect.IntType(ge=least, le=most):
            return _stated(type="integer", minimum=least, maximum=most)
        case inspect.EnumType(cls=kind):
            return {"title": kind.__name__, "type": "string", "enum": sorted(_values(type_))}
        case inspect.LiteralType():
            return {"enum": _values(type_)}
        case inspect.UnionType(types=types):
            return {"anyOf": [schema_of(each) for each in types]}
        case inspect.TupleType(item_types=items):
            size, item = len(items), schema_of(items[0])
            return {"type": "array", "minItems": size, "maxItems": size, "items": item}
        case inspect.VarTupleType(item_type=item, min_length=least):
            return _stated(type="array", items=schema_of(item), minItems=least)
        case inspect.DictType(key_type=key, value_type=value):
            names = {"enum": _values(key)}
            return {
                "type": "object",
                "additionalProperties": schema_of(value),
                "propertyNames": names,
            }
        case _:
            return {"type": "null"}


def _stated(**schema: Any) -> JsonObject:
    return {name: value for name, value in schema.items() if value is not None}
