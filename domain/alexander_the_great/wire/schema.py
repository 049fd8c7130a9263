"""JSON Schema of the moves, from the classes that decode them."""

from domain.alexander_the_great.wire.moves import CODEC
from domain.record.visibility import JsonObject
from domain.settlers.wire.schema import schema_of

TOLD = (
    "Hexes are [q, r], corners and edges numbers of the board. A turn is: roll (not in the first), "
    "after a seven discard and move the robber, march with Alexander, bid for what he meets and "
    "pay, trade and build, end the turn. `bid`, `pay`, `discard`, `offer_trade`, `answer_trade` "
    "and `play_year_of_plenty` are free choices: the moves listed name all bids and a default of "
    "the others."
)


def moves_schema() -> JsonObject:
    """JSON Schema of every move: one of the kinds, told apart by ``type``."""
    return schema_of("Moves of Alexander the Great", TOLD, CODEC)
