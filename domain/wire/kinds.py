"""Kinds of moves and events: classes whose tags distinguish them in JSON."""

from functools import cache
from typing import Any, get_origin

from msgspec.structs import StructConfig

TYPE = "type"


def tags_of(kind: Any) -> dict[str, str]:
    """Return the tags of a kind by field: its type, and the tag of a form of that type."""
    tags: dict[str, str] = {}
    # From the base class down, so that the type's tag comes first, then that of the form.
    for base in reversed((get_origin(kind) or kind).__mro__):
        config = getattr(base, "__struct_config__", None)
        if isinstance(config, StructConfig) and config.tag_field is not None:
            tags[config.tag_field] = str(config.tag)
    return tags


@cache
def type_of(kind: Any) -> str:
    """Return the type of a kind, as JSON has it."""
    return tags_of(kind)[TYPE]
