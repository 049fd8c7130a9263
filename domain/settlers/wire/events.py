"""The events of settlers as stored JSON: counts and resources by name."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from domain.settlers.board import Layout
from domain.settlers.cards import EDITION, Counts, Edition, GoodAt, Resource
from domain.settlers.events import AnyEvent
from domain.settlers.wire import shapes
from domain.settlers.wire.layouts import layout_from_json, layout_json
from domain.wire.events import EventCodec, Spelling


def counts_json(edition: Edition, counts: Counts) -> dict[str, int]:
    """Return the numbers by name, without zeros."""
    if counts == edition.nothing:  # most gains of a roll: a quarter of the time to write events
        return {}
    return {name: n for name, n in zip(edition.names, counts, strict=True) if n}


def spellings(edition: Edition, counts: Any, good: Any) -> Mapping[Any, Spelling]:
    """Return the spellings of values that msgspec would write differently.

    ``counts`` and ``good`` are the types of their JSON.
    """
    return {
        Counts: Spelling(partial(counts_json, edition), edition.counted, counts),
        # By name in JSON: an index would change its meaning with an edition's goods.
        GoodAt: Spelling(edition.names.__getitem__, edition.index.__getitem__, good),
        Layout: Spelling(layout_json, layout_from_json, shapes.Layout),
    }


EVENTS = EventCodec[AnyEvent](AnyEvent, spellings(EDITION, shapes.Goods, Resource))
