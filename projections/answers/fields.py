"""Fields that many answers share, and the functions that describe a field."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, UnsetType


def about(description: str, **schema: Any) -> Meta:
    """Return a field's description, and additions to the schema of its type."""
    return Meta(description=description, extra_json_schema=schema or None)


def one_of(*values: str, **more: Any) -> Meta:
    """Return the metadata of a string that is one of these, in this order."""
    return Meta(extra_json_schema={"enum": list(values)}, **more)


Time: TypeAlias = Annotated[str, about("UTC, ISO 8601 with milliseconds.", format="date-time")]
# Clients rely on this to find out which events they lack.
Version: TypeAlias = Annotated[
    int, about("The number of the game's last event; versions have no gaps.")
]
Hash: TypeAlias = Annotated[str, about("SHA-256, hex.", pattern="^[0-9a-f]{64}$")]
SeatNumber: TypeAlias = Annotated[int, about("A seat, from 0.")]
GameId: TypeAlias = Annotated[str, about("The game's id.")]
Handle: TypeAlias = Annotated[
    str | UnsetType, about("The player's handle, which is unique; omitted without one.")
]
Account: TypeAlias = Annotated[
    str | UnsetType,
    one_of(
        "bot",
        description="`bot` if the player is a program's account; omitted for a person. `bot` "
        "beside it names a bot that the service runs.",
    ),
]
