"""Positions as a viewer imagines them: pledged cards are there, thefts stay unknown."""

from msgspec.structs import replace

from domain.settlers.cards import EDITION, Counts, covers, resource_cards
from domain.settlers.state import Offer, State
from tests.domain.settlers.given import at_play, begun, with_hand
from tests.domain.settlers.newest import RULESET
from tests.domain.settlers.random_games import chance_of

WOOL, ORE, BRICK = ((0, 0, 1, 0, 0), (0, 0, 0, 0, 1), (1, 0, 0, 0, 0))
TWO_WOOL = (0, 0, 2, 0, 0)


def imagined(state: State, viewer: int | None, number: int = 0) -> State:
    return RULESET.imagined(state, viewer, chance_of(number))


def test_an_onlooker_does_not_learn_of_a_stolen_pledged_card():
    """S7, S10: the thief holds the one card or the other; an onlooker sees a number of cards."""
    pledged_stolen = after_a_theft(thief=WOOL, victim=(1, 0, 1, 0, 0))
    other_stolen = after_a_theft(thief=BRICK, victim=TWO_WOOL)
    for number in range(30):
        found = imagined(pledged_stolen, 2, number)
        assert found == imagined(other_stolen, 2, number)
        assert covers(found.cards.hands[1], TWO_WOOL)


def test_a_seat_that_offers_or_accepts_is_imagined_with_the_cards_for_it():
    """S10"""
    state = with_offer(with_hand(with_hand(played(), 0, (0, 0, 0, 1, 3)), 1, (2, 1, 2, 1, 0)))
    for number in range(30):
        hands = imagined(state, 2, number).cards.hands
        assert covers(hands[0], ORE)
        assert covers(hands[1], TWO_WOOL)
        assert [resource_cards(hand) for hand in hands] == [4, 6, 0]


def test_a_pledge_that_cannot_be_there_is_given_up():
    """Too few cards in the hand, or too few of the kind unseen."""
    too_few = with_offer(with_hand(with_hand(played(), 0, WOOL), 1, WOOL))
    assert imagined(too_few, 2).cards.hands == too_few.cards.hands
    thief_knows = after_a_theft(thief=(0, 0, 1, 0, 1), victim=(1, 0, 1, 0, 0))
    assert imagined(thief_knows, 0).cards.hands[1] == (1, 0, 1, 0, 0)


def after_a_theft(thief: Counts, victim: Counts) -> State:
    """Seat 1 has accepted to give two wool; since then seat 0 has stolen a card from it."""
    return with_offer(with_hand(with_hand(played(), 0, thief), 1, victim))


def played() -> State:
    return at_play(begun())


def with_offer(state: State) -> State:
    """Seat 0 offers an ore for two wool; seat 1 has accepted."""
    offer = Offer(ORE, TWO_WOOL, (None, (ORE, TWO_WOOL), None))
    assert state.cards.hands[2] == EDITION.nothing
    return replace(state, turn=replace(state.turn, offer=offer, has_offered=True))
