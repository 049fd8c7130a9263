"""A game's draws by name and number; its version of chance decides how they are labelled."""

from collections import Counter
from typing import Any, NamedTuple

from clients.audit.core import below, order

# Names that version 1 of chance did not number; it numbered dice from 1.
ONCE = ["first_seat", "robber", "terrains", "harbours", "developments", "chips", "reserve"]


class Luck(NamedTuple):
    """The key of a game's luck, and the version of its chance."""

    key: bytes
    version: int

    def below(self, name: str, n: int, bound: int) -> int:
        """Return the number below a bound that the n-th draw of a name gives, n from 0."""
        return below(self.key, self._label(name, n), bound)[0]

    def shuffled(self, name: str, n: int, cards: dict[str, int] | list[Any]) -> list[Any]:
        """Return the cards, given in order or as counts, as the n-th shuffle leaves them."""
        pile = [*Counter[Any](cards).elements()]
        return [pile[place] for place in order(self.key, self._label(name, n), len(pile))]

    def _label(self, name: str, n: int) -> str:
        if self.version > 1:
            return f"{name}:{n}"
        return name if name in ONCE else f"{name}:{n + (name == 'die')}"
