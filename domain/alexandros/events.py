"""Events, in the past tense, with the results of chance; and the move that led to each.

If the discard was reshuffled (A11), ``supply`` is the new pile, top first, before the event's own
cards were drawn from it; otherwise it is None.
"""

from typing import Annotated, Literal, TypeAlias, assert_never

from msgspec import UNSET, Meta, field

from domain.alexandros import moves
from domain.alexandros.board import Symbol
from domain.alexandros.cards import Counts, by_symbol
from domain.alexandros.moves import Point, Slot, Space
from domain.alexandros.state import Display
from domain.errors import UnknownName
from domain.record.outcome import Outcome
from domain.wire.events import GameEvent, RevealingEvent

Pile: TypeAlias = Annotated[tuple[Symbol, ...], Meta(description="Cards, the top one first.")]
Seat: TypeAlias = Annotated[int, Meta(description="A seat, from 0.")]
Side: TypeAlias = Annotated[tuple[Point, Point], Meta(description="A side, lesser point first.")]


class Dealt(RevealingEvent, frozen=True, gc=False, tag="dealt"):
    """The opening: one card a seat, two on display, the supply."""

    first_seat: Seat
    hands: tuple[Symbol, ...]
    display: Display
    supply: Pile
    # Stored, although it follows from the position, because `evolve` would have to search the board
    # for it. So a fold is cheap and needs no rules.
    march_skipped: bool


class CardChosen(GameEvent, frozen=True, gc=False, kw_only=True, tag="card_chosen"):
    """The card of the march was chosen (A1) and the display refilled."""

    # `from` is a keyword in Python; the stored name stays the short one.
    from_: Literal["display", "hand"] = field(name="from")
    slot: Slot | None
    card: Symbol
    joker: Symbol | None
    refill: Symbol | None
    reshuffled: bool
    supply: Pile | None

    @property
    def reveals(self) -> bool:
        """True if a card was turned up for the display."""
        return self.refill is not None


class Marched(GameEvent, frozen=True, gc=False, tag="marched"):
    """Alexander marched; the new walls are in the order of the path (A5), red ones last (A7)."""

    space: Space
    path: tuple[Point, ...]
    black_walls: tuple[Side, ...]
    red_walls: tuple[Side, ...]


class CardTaken(GameEvent, frozen=True, gc=False, kw_only=True, tag="card_taken"):
    """A card was taken: `card` from the display, `drawn` from the supply (A10)."""

    from_: Literal["display", "supply"] = field(name="from")
    slot: Slot | None
    card: Symbol | None
    drawn: Symbol | None
    reshuffled: bool
    supply: Pile | None

    @property
    def taken(self) -> Symbol:
        """The card, from the display or the supply."""
        card = self.card or self.drawn
        assert card is not None
        return card

    @property
    def reveals(self) -> bool:
        """True if the card came from the supply."""
        return self.drawn is not None


class Conquest(GameEvent, frozen=True, gc=False):
    """An occupation or a takeover; ``yield_`` counts the province's open spaces (A12)."""

    province: Space
    governors: tuple[Space, ...]
    paid: Counts
    yield_: int = field(name="yield")


class ProvinceOccupied(Conquest, frozen=True, gc=False, tag="province_occupied"):
    """A free province was occupied (A13)."""


class ProvinceTakenOver(Conquest, frozen=True, gc=False, tag="province_taken_over"):
    """A seat lost a province (A14); `paid` is all cards played, compensation included."""

    loser: Seat
    removed: tuple[Space, ...]
    compensation: Counts | None


class TaxesLevied(GameEvent, frozen=True, gc=False, kw_only=True, tag="taxes_levied"):
    """Every seat scored its provinces with one governor (A16)."""

    card: Symbol
    gains: tuple[int, ...]
    # Scores as well as gains: who reads a single event need not add up the earlier ones.
    scores: tuple[int, ...]
    result: Outcome | None


class GovernorRecalled(GameEvent, frozen=True, gc=False, tag="governor_recalled"):
    """A governor was taken back (A17)."""

    space: Space


class Passing(GameEvent, frozen=True, gc=False, kw_only=True):
    """The display's refill by slot, and the next seat, None if no turn followed.

    ``march_skipped`` and ``last_turn`` describe the next turn (A8, A9); without a next seat,
    ``last_turn`` makes the present turn the last one (A9).
    """

    refilled: Display
    reshuffled: bool
    supply: Pile | None
    next_seat: Seat | None
    march_skipped: bool
    last_turn: bool
    result: Outcome | None

    @property
    def reveals(self) -> bool:
        """True if a card was turned up for the display."""
        return self.refilled != (None, None)


class TurnEnded(Passing, frozen=True, gc=False, tag="turn_ended"):
    """A turn passed (A19), or ended the game (A21); `next_seat` is null if no turn followed.

    `march_skipped` and `last_turn` describe the next turn (A8, A9).
    """


class Resigned(Passing, frozen=True, gc=False, tag="resigned"):
    """A seat left with its governors and cards (A23); if it was on turn, the turn passed."""

    seat: Seat
    # The governors and cards that left are stated, so that texts and audits need not compare two
    # positions.
    governors: tuple[Space, ...]
    cards: Counts


NO_PASSING = TurnEnded(
    refilled=(None, None),
    reshuffled=False,
    supply=None,
    next_seat=None,
    march_skipped=False,
    last_turn=False,
    result=None,
)
"""No turn passed: the game ended, or a seat other than the acting one resigned."""

AnyEvent: TypeAlias = (
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


def move_of(event: AnyEvent) -> moves.AnyMove:  # noqa: PLR0911, PLR0912 - one case a kind
    """Return the move that led to an event. Raises UnknownName for the deal, which has none."""
    match event:
        case CardChosen(slot=None):
            return moves.ChooseHandCard(event.card)
        case CardChosen(slot=slot):
            joker = UNSET if event.joker is None else event.joker
            return moves.ChooseDisplayCard(0 if slot == 0 else 1, joker)
        case Marched():
            return moves.March(event.space, event.path)
        case CardTaken(slot=None):
            return moves.TakeSupplyCard()
        case CardTaken(slot=slot):
            return moves.TakeDisplayCard(0 if slot == 0 else 1)
        case ProvinceOccupied():
            return moves.Occupy(event.province, event.governors)
        case ProvinceTakenOver():
            cards = event.compensation
            compensation = UNSET if cards is None else by_symbol(cards)
            return moves.TakeOver(event.province, event.governors, compensation)
        case TaxesLevied():
            return moves.LevyTaxes(event.card)
        case GovernorRecalled():
            return moves.Recall(event.space)
        case TurnEnded():
            return moves.EndTurn()
        case Resigned():
            return moves.Resign()
        case Dealt():
            raise UnknownName("move", "dealt", ["none: the deal answers no move"])
        case _:
            assert_never(event)
