"""The moves that events answer, to decide them again."""

from typing import assert_never

from msgspec import UNSET

from domain.alexandros.cards import by_symbol
from domain.alexandros.events import (
    AnyEvent,
    CardChosen,
    CardTaken,
    Dealt,
    GovernorRecalled,
    Marched,
    ProvinceOccupied,
    ProvinceTakenOver,
    Resigned,
    TaxesLevied,
    TurnEnded,
)
from domain.alexandros.moves import (
    AnyMove,
    ChooseDisplayCard,
    ChooseHandCard,
    EndTurn,
    LevyTaxes,
    March,
    Occupy,
    Recall,
    Resign,
    TakeDisplayCard,
    TakeOver,
    TakeSupplyCard,
)
from domain.errors import UnknownName


def move_of(event: AnyEvent) -> AnyMove:  # noqa: PLR0911, PLR0912 - one case a kind
    """The move an event answers. Raises UnknownName for the deal, which no move asks for."""
    match event:
        case CardChosen(slot=None):
            return ChooseHandCard(event.card)
        case CardChosen(slot=slot):
            joker = UNSET if event.joker is None else event.joker
            return ChooseDisplayCard(0 if slot == 0 else 1, joker)
        case Marched():
            return March(event.space, event.path)
        case CardTaken(slot=None):
            return TakeSupplyCard()
        case CardTaken(slot=slot):
            return TakeDisplayCard(0 if slot == 0 else 1)
        case ProvinceOccupied():
            return Occupy(event.province, event.governors)
        case ProvinceTakenOver():
            given = event.compensation
            compensation = UNSET if given is None else by_symbol(given)
            return TakeOver(event.province, event.governors, compensation)
        case TaxesLevied():
            return LevyTaxes(event.card)
        case GovernorRecalled():
            return Recall(event.space)
        case TurnEnded():
            return EndTurn()
        case Resigned():
            return Resign()
        case Dealt():
            raise UnknownName("move", "dealt", ["none: the deal answers no move"])
        case _:
            assert_never(event)
