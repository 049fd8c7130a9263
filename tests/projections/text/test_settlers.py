"""A position of settlers in lines: the drawing, then everything that the view shows."""

from domain.record.visibility import Viewer
from domain.settlers.board import Terrain
from domain.settlers.cards import EDITION
from projections.text.line import Abbreviated, PlayerAt, Text, TextRow
from projections.text.settlers import lines
from tests.domain.settlers.random_games import steps


def test_a_position_has_its_hexes_its_offer_and_only_the_viewers_hand():
    for step in steps(1, 3):
        if step.after.turn.offer is not None:
            break
    shown = list(lines(step.after, Viewer(step.seat)))
    drawn = [part for row in shown[:5] if isinstance(row, TextRow) for part in row.parts]
    assert drawn.count(Abbreviated(Terrain.DESERT)) == 1
    gaps = {line.code: line.gaps for line in shown if isinstance(line, Text)}
    offer = step.after.turn.offer
    assert gaps["settlers.told.offer"] == {
        "give": EDITION.named(offer.give),
        "get": EDITION.named(offer.get),
    }
    assert len(gaps["settlers.told.harbours"]["harbours"]) == 9
    robber = step.after.table.board.topology.hexes[step.after.pieces.robber]
    assert gaps["settlers.told.robber"]["hex"].gaps["coordinates"] == robber
    places = [n for n, line in enumerate(shown) if getattr(line, "code", "") == "told.seat_has"]
    assert [shown[place].gaps["seat"] for place in places] == [PlayerAt(n) for n in range(3)]
    hands = [shown[place + 4].parts[1].code for place in places]
    assert [hand == "settlers.told.cards" for hand in hands] == [n == step.seat for n in range(3)]
