"""Legal moves the slow way: every move that can be written down is put to ``decide``."""

from collections.abc import Iterator
from itertools import product

from domain.alexander_the_great.cards import EDITION
from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.moves import Bid, ChooseAdvisor, March, Pass, Pay
from domain.alexander_the_great.state import State
from domain.errors import Refused
from domain.settlers.cards import RESOURCES
from domain.settlers.moves import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    CloseTrade,
    EndTurn,
    Move,
    MoveRobber,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
    Resign,
    Roll,
    TradeWithBank,
    WithdrawTrade,
)
from tests.domain.alexander_the_great.given import CHANCE

MOST = 60


def writable(state: State) -> Iterator[Move]:
    """Every move but those of a free choice: payments, discards, offers and answers."""
    topology, seats = state.table.board.topology, range(5)
    for corner in range(len(topology.corners) + 1):
        yield BuildSettlement(corner)
        yield BuildCity(corner)
    yield from map(BuildRoad, range(len(topology.edges) + 1))
    for hex_, victim in product((*topology.hexes, (99, 99)), (None, *seats)):
        yield MoveRobber(hex_, victim)
        yield PlayKnight(hex_, victim)
    for one, other in product(EDITION.goods, EDITION.goods):
        yield TradeWithBank(one, other)
    for n, one in enumerate(RESOURCES):
        yield PlayMonopoly(one)
        yield PlayYearOfPlenty({one: 1})
        for other in RESOURCES[n:]:
            yield PlayYearOfPlenty({one: 2} if one is other else {one: 1, other: 1})
    yield from map(Bid, range(1, MOST))
    yield from map(ChooseAdvisor, seats)
    yield from map(CloseTrade, seats)
    yield from (March(), Pass(), Roll(), EndTurn(), BuyDevelopmentCard(), PlayRoadBuilding())
    yield from (WithdrawTrade(), Resign())


def payable(state: State, seat: int) -> Iterator[Pay]:
    """Every payment from a hand, with up to five knights."""
    hand = state.base.cards.hands[seat]
    for numbers in product(*(range(n + 1) for n in hand)):
        yield from (Pay(EDITION.named(numbers), knights) for knights in range(6))


def is_accepted(state: State, seat: int, move: Move) -> bool:
    try:
        decide(state, seat, move, CHANCE)
    except Refused:
        return False
    return True


def accepted(state: State, seat: int) -> set[str]:
    """All writable moves that ``decide`` accepts, as text."""
    return {str(move) for move in writable(state) if is_accepted(state, seat, move)}
