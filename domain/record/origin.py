"""The origin of a record that was made elsewhere and brought here as a file."""

from collections.abc import Mapping

from msgspec import Struct


class Origin(Struct, frozen=True):
    """Who brought a record here (a player's id) and when; the ``names`` of its players by id.

    The names are those of the file, None for players who had left. They stay as they are: an id in
    the file may be that of a player here, but need not be the same person.
    """

    by: str
    at: str
    names: Mapping[str, str | None]
