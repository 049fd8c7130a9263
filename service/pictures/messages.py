"""Messages between the service and its painter."""

from typing import Literal, TypeAlias

import msgspec

FilmFormat: TypeAlias = Literal["webp", "gif"]


class Job(msgspec.Struct, frozen=True, tag="picture"):
    """A picture to be painted: of a ``Subject`` in JSON, as a PNG of a width or as an SVG."""

    ruleset: str
    subject: bytes
    width: int | None


class Film(msgspec.Struct, frozen=True, tag="film"):
    """PNGs of one size to be joined to a film, each shown for so many milliseconds."""

    pictures: list[bytes]
    milliseconds: list[int]
    format: FilmFormat


class Painted(msgspec.Struct, frozen=True):
    """A picture or film, or why there is none."""

    picture: bytes
    fault: str | None = None
