"""Boards of settlers: as data and back, laid by chance, and every fault by its place."""

from collections import Counter
from typing import Any

import pytest

from domain.errors import BoardInvalid, UnknownName
from domain.grids.hexagonal import HexTopology
from domain.record.chance import Chance
from domain.record.setup import Setup
from tests.domain.settlers.newest import RULESET

WIRE = RULESET.wire

SMALL = [*((q, r) for r in range(2) for q in range(4)), (4, 0)]


def tiles(**changed: Any) -> list[dict[str, Any]]:
    """Nine hexes in two rows, the first a desert; ``changed`` is of the second."""
    found: list[dict[str, Any]] = [
        {"hex": list(hex_), "terrain": "forest", "token": 9} for hex_ in SMALL
    ]
    found[0] = {"hex": [0, 0], "terrain": "desert", "token": None}
    found[1] |= changed
    return found


def outline() -> list[dict[str, Any]]:
    """The hexes of the standard board, with nothing on them."""
    return [
        {"hex": tile["hex"]} for tile in WIRE.boards.json(WIRE.boards.read("standard"))["hexes"]
    ]


@pytest.mark.parametrize("name", ["standard", "first_island"])
def test_the_boards_of_the_house_come_back_from_their_json(name: str):
    board = WIRE.boards.read(name)
    stated = WIRE.boards.json(board)
    assert stated["id"] == name
    assert WIRE.boards.read(stated) is board
    assert len(stated["hexes"]) == 19
    assert len(stated["harbours"]) == 9


def test_a_board_keeps_an_id_only_as_long_as_it_is_that_board():
    stated = WIRE.boards.json(WIRE.boards.read("first_island"))
    stated["hexes"][0]["token"] = 4
    board = WIRE.boards.read(stated)
    assert board.id is None
    assert WIRE.boards.json(WIRE.boards.read(WIRE.boards.json(board))) == {
        **stated,
        "id": None,
    }


def test_no_red_token_of_the_first_island_lies_beside_another():
    """S3"""
    stated = WIRE.boards.json(WIRE.boards.read("first_island"))
    red = {tuple(tile["hex"]) for tile in stated["hexes"] if tile["token"] in (6, 8)}
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    assert len(red) == 4
    assert not any((q + dq, r + dr) in red for q, r in red for dq, dr in steps)


@pytest.mark.parametrize("number", range(4))
def test_the_standard_board_is_laid_with_the_standard_pieces(number: int):
    """S3"""
    setup = Setup(WIRE.boards.read("standard"), WIRE.options.read({}), 3, None)
    layout = RULESET.deal(setup, Chance(bytes([number]) * 32)).layout
    assert Counter(layout.terrains) == {
        "fields": 4, "forest": 4, "pasture": 4, "hills": 3, "mountains": 3, "desert": 1
    }  # fmt: skip
    twice = [n for n in (3, 4, 5, 6, 8, 9, 10, 11) for _ in range(2)]
    assert Counter(layout.tokens) == Counter([2, *twice, 12, None])
    assert layout.tokens[layout.terrains.index("desert")] is None
    kinds = Counter(harbour.resource for harbour in layout.harbours)
    assert kinds == {None: 4, "brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1}
    assert len({harbour.edge for harbour in layout.harbours}) == 9


def test_red_tokens_may_lie_beside_each_other_when_the_host_lets_them():
    """S3"""
    steps = ((1, 0), (0, 1), (-1, 1))
    beside = {True: 0, False: 0}
    for apart in beside:
        setup = Setup(
            WIRE.boards.read("standard"), WIRE.options.read({"reds_apart": apart}), 3, None
        )
        for number in range(12):
            tokens = RULESET.deal(setup, Chance(bytes([number]) * 32)).layout.tokens
            hexes = setup.board.topology.hexes
            red = {hex_ for hex_, n in zip(hexes, tokens, strict=True) if n in (6, 8)}
            beside[apart] += any((q + dq, r + dr) in red for q, r in red for dq, dr in steps)
    assert beside[True] == 0
    assert beside[False] > 0


def test_another_outline_of_19_hexes_is_laid_with_the_standard_pieces_too():
    row = [(q, 0) for q in range(19)]
    harbours = [{"edge": edge} for edge in HexTopology.of(row).coast[:72:8]]
    bare = [{"hex": list(hex_)} for hex_ in row]
    board = WIRE.boards.read({"title": "Row", "hexes": bare, "harbours": harbours})
    assert WIRE.boards.read(WIRE.boards.json(board)) == board
    layout = RULESET.deal(Setup(board, WIRE.options.read({}), 2, 0), Chance(bytes(32))).layout
    assert len(layout.terrains) == 19


def test_the_topology_shows_hexes_corners_edges_and_coast():
    told = WIRE.boards.topology(WIRE.boards.read("standard"))
    assert [len(told[part]) for part in ("hexes", "corners", "edges", "coast")] == [19, 54, 72, 30]
    assert told["corners"] == sorted(told["corners"], key=lambda place: place[::-1])
    assert told["edges"] == sorted(told["edges"])
    for tile in told["hexes"]:
        x, y = tile["centre"]
        q, r = tile["hex"]
        assert (x, y) == (2 * q + r, 3 * r)
        assert [told["corners"][n] for n in tile["corners"]] == [
            [x, y - 2], [x + 1, y - 1], [x + 1, y + 1], [x, y + 2], [x - 1, y + 1], [x - 1, y - 1]
        ]  # fmt: skip
    sides = Counter(
        tuple(sorted(pair))
        for tile in told["hexes"]
        for pair in zip(tile["corners"], tile["corners"][1:] + tile["corners"][:1], strict=True)
    )
    assert [told["edges"].index(list(pair)) for pair, n in sorted(sides.items()) if n == 1] == (
        told["coast"]
    )


HARBOUR = {"edge": 0, "resource": None}


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (7, "A board is an id or an object with hexes, not 7."),
        ({"hexes": tiles(), "rows": []}, "A board has no field 'rows'."),
        ({"hexes": "all"}, "hexes is a list of objects, not 'all'."),
        ({"hexes": [[0, 0]]}, "hexes is a list of objects"),
        ({"hexes": tiles(colour="red")}, "hexes has an object with 'colour'."),
        ({"hexes": tiles(hex=[1])}, "A hex is [q, r], each from -60 to 60, not [1]."),
        ({"hexes": tiles(hex=[1, True])}, "not [1, True]."),
        ({"hexes": tiles(hex=[61, 0])}, "not [61, 0]."),
        ({"hexes": tiles(hex=[0, 0])}, "The hex [0, 0] is there twice."),
        ({"hexes": tiles(hex=[9, 9])}, "The hex [9, 9] does not touch the rest through an edge."),
        ({"hexes": tiles(terrain="lake")}, "The hex [1, 0] is 'lake', which is none of hills,"),
        ({"hexes": tiles(terrain="gold_river")}, "is 'gold_river', which is none of"),
        ({"hexes": tiles(token=None)}, "needs a token from 2 to 12 but 7, not None."),
        ({"hexes": tiles(token=7)}, "not 7."),
        ({"hexes": tiles(token=True)}, "not True."),
        ({"hexes": tiles(terrain="desert")}, "The desert [1, 0] has a token."),
        ({"hexes": tiles()[1:]}, "There is no desert; the robber begins on one."),
        ({"hexes": tiles()[:4]}, "corners; four seats can found on every board of 29 or more."),
        ({"hexes": tiles(), "harbours": {}}, "harbours is a list of objects, not {}."),
        ({"hexes": tiles(), "harbours": [{"edge": 999}]}, "the edge 999, which is no coast."),
        ({"hexes": tiles(), "harbours": [{"edge": True}]}, "the edge True, which is no coast."),
        ({"hexes": tiles(), "harbours": [HARBOUR] * 2}, "The edge 0 has two harbours."),
        (
            {"hexes": tiles(), "harbours": [{"edge": 0, "resource": "gold"}]},
            "The harbour at the edge 0 is for 'gold', which is no resource.",
        ),
        ({"hexes": tiles(), "title": "a" * 41}, "title is a line of at most 40 printable"),
        ({"hexes": tiles(), "title": "a\nb"}, "title is a line of at most 40 printable"),
        ({"hexes": outline()[:18]}, "laid with the 19 standard hexes; this one has 18."),
        ({"hexes": outline(), "harbours": [HARBOUR]}, "9 standard harbours; this one has 1."),
        ({"hexes": [{"hex": [q, 0]} for q in range(128)]}, "There are 128 hexes; at most 127"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_board_that_cannot_be_played_on_is_turned_down_by_its_fault(board, words: str):
    with pytest.raises(BoardInvalid) as refusal:
        WIRE.boards.read(board)
    assert words in str(refusal.value)


def test_an_unknown_board_is_refused_by_name():
    with pytest.raises(UnknownName):
        WIRE.boards.read("atlantis")


def test_a_small_board_has_room_for_four_seats_to_found():
    """S4: eight settlements and their roads, with any places for the first ones."""
    board = WIRE.boards.read({"hexes": tiles()})
    for number in range(20):
        state = founded(board, number)
        assert state.turn.phase == "roll"


def founded(board: Any, number: int) -> Any:
    """The position after a set-up by luck of a number."""
    chance = Chance(bytes([number]) * 32)
    setup = Setup(board, WIRE.options.read({}), 4, None)
    state = RULESET.initial_state(setup, RULESET.deal(setup, chance))
    while state.turn.phase in ("found_settlement", "found_road"):
        moves = RULESET.legal_moves(state, state.turn.seat, 500, None).moves[:-1]
        move = moves[chance.below(f"move:{state.turn.founded}:{state.turn.phase}", len(moves))]
        state = RULESET.evolve(state, RULESET.decide(state, state.turn.seat, move, chance))
    return state
