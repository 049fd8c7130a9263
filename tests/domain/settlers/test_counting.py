"""Card counting: what hands hold at least, by all that was public, and by one's own thefts."""

import pytest
from msgspec.structs import replace

from domain.settlers.cards import DEVELOPMENTS, KIND, Counts, Resource, covers
from domain.settlers.counting import known_cards
from domain.settlers.moves import AnswerTrade, MoveRobber, OfferTrade, WithdrawTrade
from domain.settlers.state import Phase, State
from tests.domain.playing import EVERY_VERSION, name_of
from tests.domain.previewing import Rules
from tests.domain.settlers.given import CHANCE, at_play, begun, with_hand, with_pieces
from tests.domain.settlers.newest import RULESET
from tests.domain.twin_lines import check_lines_imagined_alike, lines_seen

each_version = pytest.mark.parametrize(
    "rules", [each for each in EVERY_VERSION if each.id == "settlers"], ids=name_of
)


@each_version
def test_a_hand_holds_at_least_what_is_known_of_it_and_keeps_that_when_imagined(rules: Rules):
    for line, viewer, found in lines_seen(rules):
        known = known_cards(line, viewer)
        for cards in (line[-1].cards, found.cards):
            assert all(map(covers, cards.hands, known))
        assert in_all(found) == in_all(line[-1])


def in_all(state: State) -> tuple[Counts, list[str]]:
    """All resource cards in hands, and all development cards unplayed."""
    cards = state.cards
    held = [
        card for own in cards.developments for card in DEVELOPMENTS for _ in range(own[KIND[card]])
    ]
    return tuple(map(sum, zip(*cards.hands, strict=True))), sorted([*held, *cards.deck])


@each_version
def test_lines_that_look_the_same_to_a_viewer_are_imagined_the_same(rules: Rules):
    check_lines_imagined_alike(rules)


HANDS: tuple[Counts, ...] = ((0, 0, 0, 0, 0), (2, 0, 1, 0, 0), (0, 1, 0, 0, 0))


def dealt() -> State:
    """Seat 0 on turn, without a card; no seat has a piece."""
    return at_play(begun())


def paid(state: State) -> list[State]:
    """The line in which the bank pays seats 1 and 2 their cards."""
    return [state, with_hand(state, 1, HANDS[1]), with_hands(state)]


def with_hands(state: State) -> State:
    return with_hand(with_hand(state, 1, HANDS[1]), 2, HANDS[2])


def played(line: list[State], seat: int, move) -> list[State]:
    return [*line, RULESET.evolve(line[-1], RULESET.decide(line[-1], seat, move, CHANCE))]


def robbing() -> list[State]:
    """Seat 0 may rob seat 1, which alone has a settlement."""
    (start, *others) = paid(with_pieces(dealt(), 1, settlements=(0,)))
    line = [start, *others]
    robbing = replace(line[-1], turn=replace(line[-1].turn, phase=Phase.ROBBER))
    return [*line, robbing]


def robbed() -> list[State]:
    line = robbing()
    hex_, victim = next(
        (move.hex, move.victim)
        for move in RULESET.legal_moves(line[-1], 0, 100, "move_robber").moves
        if move.victim == 1
    )
    return played(line, 0, MoveRobber(hex_, victim))


def test_cards_gained_in_public_are_known():
    """S6"""
    assert known_cards(paid(dealt()), 2) == HANDS


def test_of_a_theft_thief_and_victim_know_the_card_and_others_that_one_is_gone():
    """S7"""
    line = robbed()
    for viewer in (0, 1):
        assert known_cards(line, viewer) == line[-1].cards.hands
    for viewer in (2, None):
        assert known_cards(line, viewer) == (HANDS[0], (1, 0, 0, 0, 0), HANDS[2])


def test_an_offer_and_its_acceptance_show_cards_permanently():
    """S10"""
    hidden = with_hand(with_hands(dealt()), 0, (0, 0, 0, 1, 3))
    line = played([hidden], 0, OfferTrade({Resource.ORE: 2}, {Resource.WOOL: 1}))
    line = played(line, 1, AnswerTrade(True))
    line = played(line, 0, WithdrawTrade())
    assert known_cards([hidden], 2) == (HANDS[0],) * 3
    assert known_cards(line, 2) == ((0, 0, 0, 0, 2), (0, 0, 1, 0, 0), HANDS[0])


def test_an_imagined_hand_keeps_the_cards_that_are_known():
    *earlier, state = robbed()
    for number in range(20):
        from_outside = RULESET.imagined(state, 2, CHANCE, earlier)
        assert covers(from_outside.cards.hands[1], (1, 0, 0, 0, 0)), number
    assert RULESET.imagined(state, 1, CHANCE, earlier).cards.hands == state.cards.hands
