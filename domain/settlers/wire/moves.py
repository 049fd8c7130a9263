"""The moves of settlers as JSON."""

from enum import StrEnum

from msgspec import inspect

from domain.record.visibility import JsonObject
from domain.settlers.cards import Resource
from domain.settlers.moves import AnyMove, Number, Traded
from domain.wire.moves import MoveCodec
from domain.wire.values import schema_of

MOVES = MoveCodec[AnyMove](
    AnyMove,
    "Moves of settlers",
    "Hexes are [q, r], corners and edges numbers of the board. A turn is: roll, after a seven "
    "discard and move the robber, trade and build, end the turn. `discard`, `offer_trade`, "
    "`answer_trade` and `play_year_of_plenty` are free choices, of which one default is listed.",
    Resource,
)


def cards_shapes(goods: type[StrEnum]) -> dict[str, JsonObject]:
    """Return JSON Schemas of the counts of cards in moves, by name."""
    counts = {"Cards": dict[Resource, Number], "TradedCards": dict[goods, Traded]}  # type: ignore[valid-type]
    return {name: schema_of(inspect.type_info(kind)) for name, kind in counts.items()}
