"""The moves that events answer, to decide them again."""

from enum import StrEnum
from typing import assert_never

from domain.errors import UnknownName
from domain.settlers.cards import EDITION, RESOURCES, Counts, Edition, named_resources
from domain.settlers.events import (
    AnyEvent,
    CardEvent,
    CardsDiscarded,
    CityBuilt,
    Dealt,
    DevelopmentCardBought,
    DiceRolled,
    MonopolyPlayed,
    Resigned,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TradeAnswered,
    TradeClosed,
    TradedWithBank,
    TradeEvent,
    TradeOffered,
    TradeWithdrawn,
    TurnEnded,
    YearOfPlentyPlayed,
)
from domain.settlers.moves import (
    AnswerTrade,
    AnyMove,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    CardMove,
    CloseTrade,
    Discard,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
    Resign,
    Roll,
    TradeMove,
    TradeWithBank,
    WithdrawTrade,
)


def move_of(  # noqa: PLR0911 - one case a kind
    event: AnyEvent, edition: Edition = EDITION
) -> AnyMove:
    """Return the move an event answers. Raises UnknownName for the deal, which no move asks for."""
    match event:
        case SettlementBuilt():
            return BuildSettlement(event.corner)
        case RoadBuilt():
            return BuildRoad(event.edge)
        case CityBuilt():
            return BuildCity(event.corner)
        case DiceRolled():
            return Roll()
        case CardsDiscarded():
            return Discard(named_resources(event.cards))
        case RobberMoved(by_knight=True):
            return PlayKnight(event.hex, event.victim)
        case RobberMoved():
            return MoveRobber(event.hex, event.victim)
        case TurnEnded():
            return EndTurn()
        case Resigned():
            return Resign()
        case Dealt():
            raise UnknownName("move", "dealt", ["none: the deal answers no move"])
        case TradedWithBank() | TradeOffered() | TradeAnswered() | TradeClosed() | TradeWithdrawn():
            return _trade_of(event, edition)
        case _:
            return _card_of(event)


def _card_of(event: CardEvent) -> CardMove:
    match event:
        case DevelopmentCardBought():
            return BuyDevelopmentCard()
        case RoadBuildingPlayed():
            return PlayRoadBuilding()
        case YearOfPlentyPlayed():
            return PlayYearOfPlenty(named_resources(event.cards))
        case MonopolyPlayed():
            return PlayMonopoly(RESOURCES[event.resource])
        case _:
            assert_never(event)


def _trade_of(event: TradeEvent, edition: Edition) -> TradeMove:
    goods, named = edition.goods, edition.named
    match event:
        case TradedWithBank(give=give, get=get):
            return TradeWithBank(goods[_only(give)], goods[_only(get)])
        case TradeOffered(give=give, get=get):
            return OfferTrade(named(give), named(get))
        case TradeAnswered(give=give, get=get):
            return acceptance(edition, give, get) if event.accepted else AnswerTrade(False)
        case TradeClosed():
            return CloseTrade(event.seat)
        case TradeWithdrawn():
            return WithdrawTrade()
        case _:
            assert_never(event)


def acceptance(edition: Edition, give: Counts, get: Counts) -> AnswerTrade[StrEnum]:
    """Return the acceptance, stated in full, of terms that are the offering seat's."""
    return AnswerTrade(True, edition.named(give), edition.named(get))


def _only(counts: tuple[int, ...]) -> int:
    """The place of the one good that is counted."""
    return next(place for place, n in enumerate(counts) if n)
