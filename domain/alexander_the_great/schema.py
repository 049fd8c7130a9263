"""JSON Schema of the moves, from the classes that decode them."""

from domain.alexander_the_great.move_codec import CODEC
from domain.settlers.schema import schema_of
from domain.visibility import JsonObject

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
