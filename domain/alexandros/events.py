"""What happened, in the past tense: facts with the outcome of chance, and what followed of them.

``supply`` in an event is the new pile, top first, where the discard was reshuffled (A11), before
the event's own cards were drawn from it; None where it was not.
"""

from typing import TypeAlias

from msgspec import Struct

from domain.alexandros.board import Symbol
from domain.alexandros.cards import Counts
from domain.alexandros.state import Display
from domain.grids.triangular import Point, Side, Space
from domain.kernel.outcome import Outcome

Pile = tuple[Symbol, ...]


class Dealt(Struct, frozen=True, gc=False):
    """The opening: one card a seat, two on display; the first march may be skipped (A9)."""

    first_seat: int
    hands: tuple[Symbol, ...]
    display: Display
    supply: Pile
    march_skipped: bool


class CardChosen(Struct, frozen=True, gc=False):
    """A card was chosen to march by: from a display slot, refilled at once, or the hand (A1)."""

    slot: int | None
    card: Symbol
    joker: Symbol | None
    refill: Symbol | None
    supply: Pile | None


class Marched(Struct, frozen=True, gc=False):
    """Alexander marched; the new walls in the order of the way (A5), red ones last (A7)."""

    space: Space
    path: tuple[Point, ...]
    black_walls: tuple[Side, ...]
    red_walls: tuple[Side, ...]


class CardTaken(Struct, frozen=True, gc=False):
    """A card was taken: from a display slot, or hidden from the supply (A10)."""

    slot: int | None
    card: Symbol
    supply: Pile | None


class ProvinceOccupied(Struct, frozen=True, gc=False):
    """A free province was occupied; ``yields`` counts its open spaces (A12, A13)."""

    province: Space
    governors: tuple[Space, ...]
    paid: Counts
    yields: int


class ProvinceTakenOver(Struct, frozen=True, gc=False):
    """A seat lost a province; ``paid`` are all the cards played, compensation included (A15)."""

    province: Space
    governors: tuple[Space, ...]
    loser: int
    removed: tuple[Space, ...]
    paid: Counts
    compensation: Counts | None
    yields: int


class TaxesLevied(Struct, frozen=True, gc=False):
    """Every seat scored its provinces of one governor (A16); the target ends the game (A20)."""

    card: Symbol
    gains: tuple[int, ...]
    scores: tuple[int, ...]
    result: Outcome | None


class GovernorRecalled(Struct, frozen=True, gc=False):
    """A seat took its governor back from a space (A17)."""

    space: Space


class Passing(Struct, frozen=True, gc=False):
    """How a turn passed: the display's refill by slot, then the next seat (A19).

    ``next_seat`` is None where no turn followed; ``march_skipped`` and ``last_turn`` speak of the
    turn that begins (A8, A9).
    """

    refilled: Display
    supply: Pile | None
    next_seat: int | None
    march_skipped: bool
    last_turn: bool


STAYS = Passing((None, None), None, None, march_skipped=False, last_turn=False)
"""No turn passed: the game ended, or another than the acting seat resigned."""


class TurnEnded(Struct, frozen=True, gc=False):
    """The acting seat ended its turn (A19), or with it the game (A21)."""

    passing: Passing
    result: Outcome | None


class Resigned(Struct, frozen=True, gc=False):
    """A seat left: its governors and cards with it; the acting seat's turn passed (A23).

    ``passing.last_turn`` without a next seat makes the turn under way the last one (A9).
    """

    seat: int
    governors: tuple[Space, ...]
    cards: Counts
    passing: Passing
    result: Outcome | None


Happening: TypeAlias = (
    Dealt
    | CardChosen
    | Marched
    | CardTaken
    | ProvinceOccupied
    | ProvinceTakenOver
    | TaxesLevied
    | GovernorRecalled
    | TurnEnded
    | Resigned
)

EVENT_TYPES: dict[type[Happening], str] = {
    Dealt: "dealt",
    CardChosen: "card_chosen",
    Marched: "marched",
    CardTaken: "card_taken",
    ProvinceOccupied: "province_occupied",
    ProvinceTakenOver: "province_taken_over",
    TaxesLevied: "taxes_levied",
    GovernorRecalled: "governor_recalled",
    TurnEnded: "turn_ended",
    Resigned: "resigned",
}
"""The stored name of each kind of event; it is never renamed."""


def reveals(event: Happening) -> bool:
    """Return whether the event showed its seat a card or an order it could not know."""
    match event:
        case Dealt():
            return True
        case CardChosen(refill=refill):
            return refill is not None
        case CardTaken(slot=slot):
            return slot is None
        case TurnEnded(passing=passing) | Resigned(passing=passing):
            return passing.refilled != (None, None)
        case _:
            return False
