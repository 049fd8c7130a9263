"""The moves that events answer, to decide them again."""

from typing import assert_never

from domain.alexandros.events import (
    CardChosen,
    CardTaken,
    Dealt,
    GovernorRecalled,
    Happening,
    Marched,
    ProvinceOccupied,
    ProvinceTakenOver,
    Resigned,
    TaxesLevied,
    TurnEnded,
)
from domain.alexandros.moves import (
    ChooseDisplayCard,
    ChooseHandCard,
    EndTurn,
    LevyTaxes,
    March,
    Move,
    Occupy,
    Recall,
    Resign,
    TakeDisplayCard,
    TakeOver,
    TakeSupplyCard,
)
from domain.errors import UnknownName


def move_of(event: Happening) -> Move:  # noqa: PLR0911, PLR0912 - one case a kind
    """The move an event answers. Raises UnknownName for the deal, which no move asks for."""
    match event:
        case CardChosen(slot=None):
            return ChooseHandCard(event.card)
        case CardChosen(slot=slot):
            return ChooseDisplayCard(0 if slot == 0 else 1, event.joker)
        case Marched():
            return March(event.space, event.path)
        case CardTaken(slot=None):
            return TakeSupplyCard()
        case CardTaken(slot=slot):
            return TakeDisplayCard(0 if slot == 0 else 1)
        case ProvinceOccupied():
            return Occupy(event.province, event.governors)
        case ProvinceTakenOver():
            return TakeOver(event.province, event.governors, event.compensation)
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
