"""The events of Alexandros as stored JSON; counts of cards include zeros."""

from domain.alexandros.board import SYMBOLS
from domain.alexandros.cards import Counts, from_list
from domain.alexandros.events import AnyEvent
from domain.alexandros.wire.shapes import SymbolCounts
from domain.wire.events import EventCodec, Spelling

_NAMES = [symbol.value for symbol in SYMBOLS]

COUNTS = Spelling(
    lambda counts: dict(zip(_NAMES, counts, strict=True)),
    lambda cards: from_list([cards[name] for name in _NAMES]),
    SymbolCounts,
)
EVENTS = EventCodec[AnyEvent](AnyEvent, {Counts: COUNTS})
