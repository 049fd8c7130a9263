"""Positions imagined by a seat."""

from hypothesis import given as for_all
from hypothesis import settings

from domain.alexandros import RULESET
from domain.alexandros.cards import in_order
from domain.record.chance import game_chance
from tests.domain.alexandros.playing import GAMES, play


@settings(max_examples=40)
@for_all(GAMES)
def test_an_imagined_position_keeps_every_card(game):
    chance = game_chance(bytes(32), [])
    for before, seat, *_ in play(**game):
        other = RULESET.imagined(before, seat, chance)
        assert sorted(every_card(other)) == sorted(every_card(before))


def every_card(state) -> list[str]:
    cards = [*state.cards.supply, *in_order(state.cards.discard), *state.cards.display]
    cards += [card for hand in state.cards.hands for card in in_order(hand)]
    return [card.value for card in cards if card is not None]
