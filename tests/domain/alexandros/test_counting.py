"""Card counting: of all cards in hands only those dealt, and drawn from the supply, are unseen."""

import random
from collections.abc import Sequence

from msgspec.structs import replace

from domain.alexandros import RULESET
from domain.alexandros.cards import NO_CARDS, ONE, in_order, lacking
from domain.alexandros.counting import known_cards
from domain.alexandros.events import CardTaken
from domain.alexandros.state import State
from tests.domain.alexandros.playing import WIRE, play
from tests.domain.playing import Step, chance_of
from tests.domain.twin_lines import check_imagined_alike, twin_line

SEEDS = range(24)


def steps(seed: int) -> list[Step]:
    board = WIRE.boards.read(("tiny", "near_east")[seed % 2])
    game = play(board, 2 + seed % 3, {"two_seat_compensation": True}, seed, 80)
    return [Step(before, seat, move, event, after) for before, seat, move, _, event, after in game]


def test_a_hand_holds_at_least_what_is_known_of_it_and_draws_alone_are_unseen():
    for seed in SEEDS:
        played = steps(seed)
        line = [played[0].before, *(step.after for step in played)]
        for n in range(1, len(line) + 1, 5):
            drawn = [step for step in played[: n - 1] if is_draw(step)]
            for seat, (hand, known) in enumerate(
                zip(line[n - 1].cards.hands, known_cards(line[:n]), strict=True)
            ):
                assert lacking(hand, known) == NO_CARDS
                unseen = 1 + sum(step.seat == seat for step in drawn)
                assert sum(hand) - sum(known) <= unseen


def is_draw(step: Step) -> bool:
    return isinstance(step.event, CardTaken) and step.event.slot is None


def test_lines_that_look_the_same_to_a_viewer_are_imagined_the_same():
    differing = 0
    for seed in SEEDS:
        played = steps(seed)
        line = [step.before for step in played]
        for viewer in range(line[0].table.seats):
            start = twin_opening(played, viewer, random.Random(seed))
            twin = twin_line(RULESET, played, viewer, start, seed)
            differing += check_imagined_alike(RULESET, line, twin, viewer)
    assert differing > 50


def twin_opening(played: Sequence[Step], viewer: int, luck: random.Random) -> State:
    """The opening with other cards in other hands, and others that these seats will draw (A10)."""
    state = played[0].before
    cards, supply = state.cards, list(state.cards.supply)
    others = [n for n in range(state.table.seats) if n != viewer]
    places = [
        len(supply) - len(step.before.cards.supply)
        for step in played
        if is_draw(step) and step.seat != viewer and not step.after.cards.shuffles
    ]
    pool = [supply[n] for n in places] + [in_order(cards.hands[n])[0] for n in others]
    luck.shuffle(pool)
    for n in places:
        supply[n] = pool.pop()
    hands = list(cards.hands)
    for n in others:
        hands[n] = ONE[pool.pop()]
    return replace(state, cards=replace(cards, hands=tuple(hands), supply=tuple(supply)))


def every_card(state: State) -> list[str]:
    cards = [*state.cards.supply, *(card for hand in state.cards.hands for card in in_order(hand))]
    return sorted(card.value for card in cards)


def test_a_card_taken_openly_stays_in_an_imagined_hand():
    kept = 0
    for seed in SEEDS:
        line = [step.before for step in steps(seed)]
        *earlier, state = line
        found = RULESET.imagined(state, None, chance_of(1), earlier)
        for hand, known in zip(found.cards.hands, known_cards(line), strict=True):
            assert lacking(hand, known) == NO_CARDS
            kept += sum(known)
        assert every_card(found) == every_card(state)
    assert kept > 50
