"""Events, in the past tense, with the results of chance; and the move that led to each."""

from typing import TypeAlias, assert_never

from msgspec import Struct

from domain.errors import UnknownName
from domain.grids.hexagonal import Hex
from domain.settlers import moves
from domain.settlers.board import Layout
from domain.settlers.cards import (
    EDITION,
    RESOURCES,
    Counts,
    Development,
    Edition,
    GoodAt,
    named_resources,
)
from domain.wire.events import GameEvent, RevealingEvent


class Honours(Struct, frozen=True, gc=False):
    """Each seat's longest road, and the holders of the longest road and largest army (S11)."""

    roads: tuple[int, ...]
    longest_road: int | None
    largest_army: int | None


class Dealt(RevealingEvent, frozen=True, gc=False, tag="dealt"):
    """The opening: the first seat, the layout of the board, the development cards, top first."""

    first_seat: int
    layout: Layout
    deck: tuple[Development, ...]


class SettlementBuilt(GameEvent, frozen=True, gc=False, tag="settlement_built"):
    """A settlement was built; the second of the set-up brings ``gains`` (S4)."""

    corner: int
    paid: Counts
    gains: Counts
    # The honours after the event. They follow from the position, but if they are stored, a fold
    # need not search for the longest road: `decide` has done so.
    honours: Honours


class RoadBuilt(GameEvent, frozen=True, gc=False, tag="road_built"):
    """A road was built; in the set-up the next settlement is then due (S4)."""

    edge: int
    paid: Counts
    honours: Honours


class CityBuilt(GameEvent, frozen=True, gc=False, tag="city_built"):
    """A settlement was replaced with a city."""

    corner: int


class DiceRolled(RevealingEvent, frozen=True, gc=False, tag="dice_rolled"):
    """The dice were rolled; by seat the gains (S6), or the number of cards to discard (S7)."""

    dice: tuple[int, int]
    gains: tuple[Counts, ...]
    # Stated, so that a fold need not know the largest hand that the edition spares.
    owed: tuple[int, ...]


class CardsDiscarded(GameEvent, frozen=True, gc=False, tag="cards_discarded"):
    """A seat discarded (S7)."""

    seat: int
    cards: Counts


class RobberMoved(GameEvent, frozen=True, gc=False, tag="robber_moved"):
    """The robber was moved, by a seven or a knight (S7); ``stolen`` is the resource
    taken, at the thief's and the victim's seat, None at every other."""

    hex: Hex
    victim: int | None
    # By seat, as visibility is by seat: thief and victim see their own entry, all others see null.
    stolen: tuple[GoodAt | None, ...]
    by_knight: bool
    honours: Honours

    @property
    def reveals(self) -> bool:
        """True if the thief saw the card that it took."""
        return self.victim is not None


class DevelopmentCardBought(RevealingEvent, frozen=True, gc=False, tag="development_card_bought"):
    """The deck's top card was bought (S8)."""

    card: Development


class RoadBuildingPlayed(GameEvent, frozen=True, gc=False, tag="road_building_played"):
    """Free roads are due: two, or as many as can be laid (S5)."""

    roads: int


class YearOfPlentyPlayed(GameEvent, frozen=True, gc=False, tag="year_of_plenty_played"):
    """Two cards were taken from the bank (S2)."""

    cards: Counts


class MonopolyPlayed(RevealingEvent, frozen=True, gc=False, tag="monopoly_played"):
    """All cards of a resource were taken; ``taken`` is their number by seat (S2)."""

    resource: GoodAt
    taken: tuple[int, ...]


class TradedWithBank(GameEvent, frozen=True, gc=False, tag="traded_with_bank"):
    """Goods were traded with the bank (S10)."""

    give: Counts
    get: Counts


class TradeOffered(GameEvent, frozen=True, gc=False, tag="trade_offered"):
    """Goods were offered for others (S10)."""

    give: Counts
    get: Counts


class TradeAnswered(GameEvent, frozen=True, gc=False, tag="trade_answered"):
    """A seat accepted, refused or countered; ``give`` and ``get`` are the offering seat's side."""

    seat: int
    accepted: bool
    give: Counts
    get: Counts


class TradeClosed(GameEvent, frozen=True, gc=False, tag="trade_closed"):
    """The active seat traded with another; ``give`` and ``get`` are the active seat's (S10)."""

    seat: int
    give: Counts
    get: Counts


class TradeWithdrawn(GameEvent, frozen=True, gc=False, tag="trade_withdrawn"):
    """The offer was withdrawn."""


class TurnEnded(GameEvent, frozen=True, gc=False, tag="turn_ended"):
    """The turn passed clockwise to the next seat that has not left."""


class Resigned(GameEvent, frozen=True, gc=False, tag="resigned"):
    """A seat left: its cards went to the bank, its pieces stayed, its own turn passed on."""

    seat: int
    honours: Honours


CardEvent: TypeAlias = (
    DevelopmentCardBought | RoadBuildingPlayed | YearOfPlentyPlayed | MonopolyPlayed
)
TradeEvent: TypeAlias = TradedWithBank | TradeOffered | TradeAnswered | TradeClosed | TradeWithdrawn
AnyEvent: TypeAlias = (
    Dealt
    | SettlementBuilt
    | RoadBuilt
    | CityBuilt
    | DiceRolled
    | CardsDiscarded
    | RobberMoved
    | CardEvent
    | TradeEvent
    | TurnEnded
    | Resigned
)


def move_of(  # noqa: PLR0911 - one case a kind
    event: AnyEvent, edition: Edition = EDITION
) -> moves.AnyMove:
    """Return the move that led to an event. Raises UnknownName for the deal, which has none."""
    match event:
        case SettlementBuilt():
            return moves.BuildSettlement(event.corner)
        case RoadBuilt():
            return moves.BuildRoad(event.edge)
        case CityBuilt():
            return moves.BuildCity(event.corner)
        case DiceRolled():
            return moves.Roll()
        case CardsDiscarded():
            return moves.Discard(named_resources(event.cards))
        case RobberMoved(by_knight=True):
            return moves.PlayKnight(event.hex, event.victim)
        case RobberMoved():
            return moves.MoveRobber(event.hex, event.victim)
        case TurnEnded():
            return moves.EndTurn()
        case Resigned():
            return moves.Resign()
        case Dealt():
            raise UnknownName("move", "dealt", ["none: the deal answers no move"])
        case TradedWithBank() | TradeOffered() | TradeAnswered() | TradeClosed() | TradeWithdrawn():
            return _trade_of(event, edition)
        case _:
            return _card_of(event)


def _card_of(event: CardEvent) -> moves.CardMove:
    match event:
        case DevelopmentCardBought():
            return moves.BuyDevelopmentCard()
        case RoadBuildingPlayed():
            return moves.PlayRoadBuilding()
        case YearOfPlentyPlayed():
            return moves.PlayYearOfPlenty(named_resources(event.cards))
        case MonopolyPlayed():
            return moves.PlayMonopoly(RESOURCES[event.resource])
        case _:
            assert_never(event)


def _trade_of(event: TradeEvent, edition: Edition) -> moves.TradeMove:
    goods, named = edition.goods, edition.named
    match event:
        case TradedWithBank(give=give, get=get):
            return moves.TradeWithBank(goods[_only(give)], goods[_only(get)])
        case TradeOffered(give=give, get=get):
            return moves.OfferTrade(named(give), named(get))
        # A refusal has no terms of its own; the event repeats those offered.
        case TradeAnswered(accepted=False):
            return moves.AnswerTrade(False)
        case TradeAnswered(give=give, get=get):
            return moves.acceptance(edition, give, get)
        case TradeClosed():
            return moves.CloseTrade(event.seat)
        case TradeWithdrawn():
            return moves.WithdrawTrade()
        case _:
            assert_never(event)


def _only(counts: tuple[int, ...]) -> int:
    """Return the index of the only good counted."""
    return next(index for index, n in enumerate(counts) if n)
