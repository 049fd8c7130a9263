"""The events of heap as stored JSON."""

from domain.heap.events import AnyEvent

from domain.wire.events import EventCodec

EVENTS = EventCodec[AnyEvent](AnyEvent, {})
