"""The goods of the scenario: the resources, and gold, which is not a card."""

import enum

from domain.settlers.cards import EACH_RESOURCE, RESOURCES, Edition


class Good(enum.StrEnum):
    """The goods of trade and payment (G15, G23)."""

    BRICK = "brick"
    LUMBER = "lumber"
    WOOL = "wool"
    GRAIN = "grain"
    ORE = "ore"
    GOLD = "gold"


ALL_GOLD = 40

# G10: here a seven spares a hand of up to eleven cards, and gold does not count.
EDITION = Edition(
    goods=tuple(Good),
    bank=(*(EACH_RESOURCE,) * len(RESOURCES), ALL_GOLD),
    discard_above=11,
)
GOLD = EDITION.index[Good.GOLD]
"""The index of gold in a count."""
