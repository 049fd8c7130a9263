"""The rules of development cards: buying them, and playing one a turn (S5, S8)."""

from functools import lru_cache
from typing import assert_never

from domain.record.chance import Chance
from domain.settlers import phases, refusals
from domain.settlers.cards import INDEX, KIND, Counts, Development, covers, resource_cards
from domain.settlers.decide_dice import move_robber
from domain.settlers.decide_trade import check_held
from domain.settlers.events import (
    CardEvent,
    DevelopmentCardBought,
    MonopolyPlayed,
    RoadBuildingPlayed,
    RobberMoved,
    YearOfPlentyPlayed,
)
from domain.settlers.moves import (
    BuyDevelopmentCard,
    CardMove,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.settlers.places import free_roads, roads_left
from domain.settlers.state import FREE_ROADS, State

PLENTY = 2
PLAYED = {card: kind for card, kind in KIND.items() if card is not Development.VICTORY_POINT}
"""The cards that can be played, with their indices; victory points count in hand (S12)."""


def decide_card(state: State, seat: int, move: CardMove, chance: Chance) -> CardEvent | RobberMoved:
    """Return the event of buying or playing a card. Raises Refused."""
    match move:
        case BuyDevelopmentCard():
            return buy_card(state, seat)
        case PlayKnight():
            return play_knight(state, seat, move, chance)
        case PlayRoadBuilding():
            return play_road_building(state, seat)
        case PlayYearOfPlenty():
            return play_year_of_plenty(state, seat, move)
        case PlayMonopoly():
            return play_monopoly(state, seat, move)
        case _:
            assert_never(move)


def buy_card(state: State, seat: int) -> DevelopmentCardBought:
    """Return the purchase of the deck's top card (S8)."""
    if not state.cards.deck:
        raise refusals.DeckEmpty
    # Checked after the deck: no payment helps if the deck is empty.
    check_held(state, seat, state.table.edition.development)
    # No chance here: the deal has fixed the deck, and the first event commits to it.
    return DevelopmentCardBought(card=state.cards.deck[0])


def playable(state: State, seat: int) -> tuple[Development, ...]:
    """Return the kinds of cards a seat may play now: one a turn, bought in an earlier turn (S5)."""
    turn = state.turn
    if turn.has_played_card or turn.phase not in phases.OF_CARDS:
        return ()
    return _held_longer(state.cards.developments[seat], turn.bought)


@lru_cache(maxsize=1024)
def _held_longer(held: Counts, bought: Counts) -> tuple[Development, ...]:
    """Return the playable kinds that a seat holds more of than it has just bought."""
    # Cards of a kind are equal, so one bought this turn does not stop an older one (S5).
    return tuple(card for card, kind in PLAYED.items() if held[kind] > bought[kind])


def check_playable(state: State, seat: int, card: Development) -> None:
    """Raise Refused unless the seat may play the card now (S5)."""
    if state.turn.phase not in phases.OF_CARDS:
        raise refusals.NotNow(due=state.turn.phase)
    # Checked before the hand: after a card was played this turn, no card in hand helps.
    if state.turn.has_played_card:
        raise refusals.CardAlreadyPlayed
    if card not in playable(state, seat):
        raise refusals.CardNotInHand(card=card)


def play_knight(state: State, seat: int, move: PlayKnight, chance: Chance) -> RobberMoved:
    """Return the robber's move by a knight (S7)."""
    check_playable(state, seat, Development.KNIGHT)
    return move_robber(state, seat, move.hex, move.victim, chance, by_knight=True)


def play_road_building(state: State, seat: int) -> RoadBuildingPlayed:
    """Return the grant of free roads. Raises Refused if none can be laid.

    The event has the number of roads that fit, so a seat never owes a road that it cannot lay.
    """
    check_playable(state, seat, Development.ROAD_BUILDING)
    roads = free_roads(state, seat)
    # Refused in every version: a card without effect would be lost.
    if not roads:
        raise refusals.NoRoomForRoads
    # Version 1 counted pieces, not places: its records must give the same event.
    if not state.table.rules.roads_at_once:
        roads = min(FREE_ROADS, roads_left(state, seat))
    return RoadBuildingPlayed(roads=roads)


def play_year_of_plenty(state: State, seat: int, move: PlayYearOfPlenty) -> YearOfPlentyPlayed:
    """Return the two cards taken from the bank; one if it holds no more."""
    check_playable(state, seat, Development.YEAR_OF_PLENTY)
    edition, bank = state.table.edition, state.cards.bank
    wanted = edition.counted(move.cards)
    # One if the bank holds only one; with none the card is refused, and so kept.
    due = min(PLENTY, resource_cards(bank))
    # The number before the kinds: a wrong number is wrong with any bank.
    if sum(wanted) != due or not due:
        raise refusals.WrongNumber(given=sum(wanted), due=due)
    if not covers(bank, wanted):
        raise refusals.BankCannotPay(wanted=edition.named(wanted), bank=edition.named(bank))
    return YearOfPlentyPlayed(cards=wanted)


def play_monopoly(state: State, seat: int, move: PlayMonopoly) -> MonopolyPlayed:
    """Return the cards of a resource taken from all other seats."""
    check_playable(state, seat, Development.MONOPOLY)
    good = INDEX[move.resource]
    # Seats that left hold no cards, so they need no exception.
    taken = (0 if n == seat else hand[good] for n, hand in enumerate(state.cards.hands))
    return MonopolyPlayed(resource=good, taken=tuple(taken))
