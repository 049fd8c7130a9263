"""The luck of an event: its effect, against the mean of all that its draws could have done.

A draw is one that the event states, such as dice, or the top of a pile that nobody has seen. All
is judged with open hands, as luck is a matter of the game, whatever a seat knows of it.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from domain.errors import Refused
from domain.planning.arrays import Array
from domain.planning.game import PlannedGame
from domain.planning.network import Network
from domain.record.chance import VERSION, Chance
from domain.record.visibility import JsonObject

MOST_WAYS: Final = 64
"""The ways of an event that are all judged; of more, a sample of so many is."""

Draws = Sequence[JsonObject]
"""The draws that an event states: label, bound and result of each."""
Pile = Sequence[Any]
Way = tuple[float, Mapping[str, int], Sequence[Pile]]
"""A chance, the results of draws, and the piles."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Prescribed(Chance):
    """A chance in which draws have prescribed results; its key decides those of all others."""

    results: Mapping[str, int] = field(default_factory=dict)

    def below(self, label: str, n: int) -> int:
        """Return the prescribed number, or one from 0 to n-1 by the key."""
        known = self.results.get(self._numbered(label))
        # Of a hand that is smaller in this way than in the game, the last card.
        return Chance.below(self, label, n) if known is None else min(known, n - 1)


class Moment(NamedTuple):
    """A move in the rules' own types: the states before and after it, and the draws in between."""

    before: Any
    after: Any
    seat: int
    move: Any
    draws: Draws


def luck_of(game: PlannedGame, network: Network, moment: Moment, seed: str) -> Array | None:
    """Return by how much the draws of a move raised each seat's win chance; None without draws.

    Shape [seat]; the seats' luck adds up to 0. ``seed`` decides the sample of an event that could
    have gone more ways than ``MOST_WAYS``.
    """
    key = hashlib.sha256(f"luck\n{seed}".encode()).digest()
    states, shares = [moment.after], list[float]()
    for n, (share, results, piles) in enumerate(_ways(game, moment, Chance(key))):
        # Shuffles cannot be prescribed, so each way has its own key.
        chance = Prescribed(hashlib.sha256(key + bytes([n])).digest(), VERSION, results)
        before = game.with_piles(moment.before, piles)
        try:
            event = game.ruleset.decide(before, moment.seat, moment.move, chance)
        except Refused:  # a card decides what may be done: that way was never open
            continue
        states.append(game.ruleset.evolve(before, event))
        shares.append(share)
    if not shares:
        return None
    values = open_chances(game, network, states, moment.seat)
    luck: Array = values[0] - np.average(values[1:], axis=0, weights=shares)
    return luck


def open_chances(game: PlannedGame, network: Network, states: Sequence[Any], viewer: int) -> Array:
    """Return the win chances in states with open hands, as ``viewer`` sees them: [state, seat]."""
    positions = [game.with_open_hands(each, viewer) for each in states]
    nothing = game.nothing_known(len(positions[0].known), viewer)
    return game.outlook(network, positions[0], Chance(bytes(32)), nothing).chances(positions)


def _ways(game: PlannedGame, moment: Moment, chance: Chance) -> Iterator[Way]:
    """Yield the ways that a move could have gone; none if nothing was drawn."""
    before, after = game.piles(moment.before), game.piles(moment.after)
    taken = [max(0, len(old) - len(new)) for old, new in zip(before, after, strict=True)]
    if not moment.draws and not any(taken):
        return
    bounds = {each["label"]: each["below"] for each in moment.draws if _is_number(each)}
    tops = [list(_tops(pile, number)) for pile, number in zip(before, taken, strict=True)]
    number = prod(bounds.values()) * prod(map(len, tops))
    if number > MOST_WAYS or len(bounds) < len(moment.draws):
        yield from _sample(before, taken, bounds, chance)
        return
    for results in product(*(range(bound) for bound in bounds.values())):
        for mix in product(*tops):
            share = prod(each for each, _ in mix) / prod(bounds.values())
            yield share, dict(zip(bounds, results, strict=True)), [pile for _, pile in mix]


def _is_number(draw: JsonObject) -> bool:
    return isinstance(draw["result"], int)


def _sample(
    piles: Sequence[Pile], taken: Sequence[int], bounds: Mapping[str, int], chance: Chance
) -> Iterator[Way]:
    for n in range(MOST_WAYS):
        results = {label: chance.below(f"{label}:{n}", bound) for label, bound in bounds.items()}
        mixed = [
            chance.shuffled(f"pile:{place}:{n}", pile) if number else pile
            for place, (pile, number) in enumerate(zip(piles, taken, strict=True))
        ]
        yield 1 / MOST_WAYS, results, mixed


def _tops(pile: Sequence[T], number: int) -> Iterator[tuple[float, tuple[T, ...]]]:
    """Yield the piles of the same cards that differ in their top ones, with their chances."""
    if not number:
        yield 1.0, tuple(pile)
        return
    counts = Counter(pile)
    for card, held in counts.items():
        rest = list(pile)
        rest.remove(card)
        for share, others in _tops(rest, number - 1):
            yield held / len(pile) * share, (card, *others)
