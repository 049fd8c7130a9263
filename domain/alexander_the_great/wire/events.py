"""The events of Alexander the Great as stored JSON."""

from domain.alexander_the_great.cards import EDITION, Good
from domain.alexander_the_great.events import AnyEvent
from domain.alexander_the_great.wire import shapes
from domain.settlers.wire.events import spellings
from domain.wire.events import EventCodec

EVENTS = EventCodec[AnyEvent](AnyEvent, spellings(EDITION, shapes.Goods, Good))
