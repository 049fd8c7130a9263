"""The events of settlers as stored JSON: counts and resources by name."""

from domain.settlers.board import Layout
from domain.settlers.cards import GOODS, PLACE, Counts, Good, GoodAt, counted, named
from domain.settlers.events import AnyEvent
from domain.settlers.wire import shapes
from domain.settlers.wire.layouts import layout_from_json, layout_json
from domain.wire.events import EventCodec, Spelling


def counts_json(counts: Counts) -> dict[str, int]:
    """The numbers by name, of those there are any of."""
    return {good.value: n for good, n in named(counts).items()}


SPELLINGS = {
    Counts: Spelling(counts_json, counted, shapes.Goods),
    GoodAt: Spelling(lambda place: GOODS[place].value, PLACE.__getitem__, Good),
    Layout: Spelling(layout_json, layout_from_json, shapes.Layout),
}
"""How values are written and read that msgspec would spell otherwise."""

EVENTS = EventCodec[AnyEvent](AnyEvent, SPELLINGS)
