"""Whole positions as JSON and back, and positions imagined by a seat."""

import json

from hypothesis import given as for_all
from hypothesis import settings

from domain.alexandros import RULESET
from domain.alexandros.cards import in_order
from domain.kernel.setup import Setup
from domain.record.chance import mixed
from domain.record.visibility import Viewer
from tests.domain.alexandros.test_properties import GAMES, play

WIRE = RULESET.wire


@settings(max_examples=40)
@for_all(GAMES)
def test_a_position_survives_being_stored(game):
    for before, *_ in play(**game, leave=0.01):
        table = before.table
        setup = Setup(table.board, table.options, table.seats, None)
        stored = json.loads(json.dumps(WIRE.position_json(before)))
        assert WIRE.position_from_json(setup, stored) == before


@settings(max_examples=40)
@for_all(GAMES)
def test_an_imagined_position_looks_the_same_and_keeps_every_card(game):
    chance = mixed(bytes(32), [])
    for before, seat, *_ in play(**game):
        other = RULESET.imagined(before, seat, chance)
        assert WIRE.view(other, Viewer(seat)) == WIRE.view(before, Viewer(seat))
        assert sorted(every_card(other)) == sorted(every_card(before))


def every_card(state) -> list[str]:
    cards = [*state.cards.supply, *in_order(state.cards.discard), *state.cards.display]
    cards += [card for hand in state.cards.hands for card in in_order(hand)]
    return [card.value for card in cards if card is not None]
