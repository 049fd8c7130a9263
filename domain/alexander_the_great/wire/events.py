"""The events of Alexander the Great as stored JSON."""

from domain.alexander_the_great.events import AnyEvent
from domain.settlers.wire.events import SPELLINGS
from domain.wire.events import EventCodec

EVENTS = EventCodec[AnyEvent](AnyEvent, SPELLINGS)
