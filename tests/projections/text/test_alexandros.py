"""A position of Alexandros in lines: the drawing, then everything that the view shows."""

from domain.alexandros.board import Symbol
from domain.alexandros.state import Phase
from domain.alexandros.wire.notation import draw, position_of
from domain.grids.references import Reference
from domain.record.visibility import Viewer
from projections.text.alexandros import lines
from projections.text.line import PlayerAt, Text, text
from projections.text.spots import with_spot
from tests.domain.alexandros.given import given, given_deal, march
from tests.domain.alexandros.maps import AT_START, TWO_HALVES, edited

HALVES = edited(TWO_HALVES, (" T   .   A", " T0  .   A"))
TEMPLE, AMPHORA, HORSE, LYRE, SOLDIER = Symbol


def told(scene, viewer: Viewer, code: str) -> list[Text]:
    """The lines of a code, such as ``hand``."""
    own = [line for line in lines(scene.state, viewer) if isinstance(line, Text)]
    return [line for line in own if line.code == f"alexandros.told.{code}"]


def symbol(kind: Symbol, *spaces: tuple[int, int]) -> Text:
    return text("alexandros.told.symbol", symbol=kind, spaces=list(spaces))


def test_each_province_is_shown_with_its_symbols_and_holder():
    held, free = (line.gaps for line in told(given(HALVES), Viewer(), "province"))
    assert held == {
        "space": with_spot((0, 0), Reference(("A1",))),
        "size": 15,
        "gain": 10,
        "holder": text("alexandros.told.held", seat=PlayerAt(0), governors=[(0, 1)]),
        "symbols": [
            symbol(TEMPLE, (0, 1), (1, 3)),
            symbol(AMPHORA, (0, 3)),
            symbol(HORSE, (2, 2)),
            symbol(SOLDIER, (1, 0)),
        ],
    }
    in_f1 = with_spot((0, 5), Reference(("F1",)))
    assert (free["space"], free["holder"]) == (in_f1, text("alexandros.told.unheld"))


def test_a_hand_is_shown_to_its_seat_alone_until_the_game_is_over():
    scene = given(AT_START, hands=("LLH", "T"))
    hand = text("alexandros.told.hand", seat=PlayerAt(0), cards={HORSE: 1, LYRE: 2})
    assert told(scene, Viewer(), "hand") == []
    assert told(scene, Viewer(0), "hand") == [hand]
    assert told(scene, Viewer(2), "hand") == [
        text("alexandros.told.hand", seat=PlayerAt(2), cards={})
    ]
    assert len(told(scene, Viewer(over=True), "hand")) == 3


def test_alexanders_place_is_reported():
    scene = given(AT_START, phase="march", marching="horse")
    (before,) = told(scene, Viewer(), "alexander_nowhere")
    assert before.gaps == {"point": with_spot((0, 0), Reference(("A1",), "n"))}
    after = scene.when(march((2, 2), (0, 0), (1, 1), (2, 2)))
    (at,) = told(after, Viewer(), "alexander")
    assert at.gaps == {
        "point": with_spot((2, 2), Reference(("C3",), "n")),
        "space": with_spot((2, 2), Reference(("C3",))),
    }


def test_on_a_map_with_place_names_coordinates_are_enough():
    (at,) = told(given_deal(board="near_east"), Viewer(), "alexander_nowhere")
    assert at.gaps == {"point": (3, 1)}


def test_the_turn_is_shown_with_its_next_step():
    scene = given(AT_START, phase="march", marching="horse")
    ((turn,), (marching,)) = (told(scene, Viewer(), code) for code in ("turn", "marching"))
    assert turn.gaps == {"number": 1, "seat": PlayerAt(0), "phase": Phase.MARCH, "n": 2}
    assert marching.gaps == {"symbol": HORSE}


def test_the_drawing_is_the_position():
    state = given_deal(board="tiny").state
    drawn = draw(position_of(state)).splitlines()
    assert list(lines(state, Viewer(1))[: len(drawn)]) == drawn
