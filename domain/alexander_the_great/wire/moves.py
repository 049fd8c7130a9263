"""The moves of Alexander the Great as JSON; gold is a good of trade and payment."""

from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.moves import AnyMove
from domain.wire.moves import MoveCodec

MOVES = MoveCodec[AnyMove](
    AnyMove,
    "Moves of Alexander the Great",
    "Hexes are [q, r], corners and edges numbers of the board. A turn is: roll (not in the first), "
    "after a seven discard and move the robber, march with Alexander, bid for what he meets and "
    "pay, trade and build, end the turn. `bid`, `pay`, `discard`, `offer_trade`, `answer_trade` "
    "and `play_year_of_plenty` are free choices: all bids are listed, and one default "
    "of the others.",
    Good,
)
