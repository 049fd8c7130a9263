"""A position of the scenario in lines: those of settlers, then journey, auction and seats."""

from domain.alexander_the_great.board import Kind
from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.evolve import evolve
from domain.alexander_the_great.moves import March
from domain.alexander_the_great.state import Occasion
from domain.record.visibility import Viewer
from projections.text.alexander_the_great import lines
from projections.text.line import PlayerAt, Text, text
from tests.domain.alexander_the_great.given import CHANCE, begun


def test_a_position_has_alexander_the_places_ahead_and_the_auction():
    state = evolve(begun(), decide(begun(), 0, March(), CHANCE))
    shown = lines(state, Viewer(0))
    scenario = "alexander_the_great"
    assert text(f"{scenario}.told.alexander", number=0, corner=26) in shown
    assert text(f"{scenario}.told.auction_opens", event=Occasion.FOUNDING) in shown
    facts = [text(f"{scenario}.gold", n=8), text(f"{scenario}.told.chips", chips={})]
    assert text("told.seat_has", seat=PlayerAt(3), facts=facts) in shown
    gaps = {line.code: line.gaps for line in shown if isinstance(line, Text)}
    place = {"number": 1, "name": "Granikos", "kind": Kind.CHIP, "corner": 40}
    assert gaps[f"{scenario}.told.ahead"]["places"][0].gaps == place
