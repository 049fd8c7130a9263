"""The moves of heap, in the imperative."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.wire.moves import Move


class Take(Move, frozen=True, tag="take"):
    """Take stones from the heap (H1)."""

    number: Annotated[int, Meta(ge=1, le=9, description="The number of stones.")]


class Resign(Move, frozen=True, tag="resign"):
    """Leave the game (H2)."""


AnyMove: TypeAlias = Take | Resign
