"""The board ``campaign`` (G7), and the faults of boards that cannot be played on."""

import copy
import json
from collections import Counter

import pytest

from domain.alexander_the_great.wire.boards import BOARDS, board_from_json, board_json, board_named
from domain.errors import BoardInvalid, UnknownName
from domain.settlers.board import are_reds_apart
from tests.domain.alexander_the_great.mirrored_board import mirrored

BOARD = board_named("campaign")
GIVEN = board_json(BOARD)


def fault(change) -> str:
    """Return the fault found in the campaign after a change."""
    given = copy.deepcopy(GIVEN)
    change(given)
    with pytest.raises(BoardInvalid) as refusal:
        board_from_json(given)
    return str(refusal.value)


def setting(*path, to):
    """A change of one value in the board."""

    def change(given):
        for step in path[:-1]:
            given = given[step]
        given[path[-1]] = to

    return change


# The campaign


def test_the_land_is_large_with_deserts_gold_rivers_and_harbours_of_every_kind():
    """G7"""
    layout = BOARD.layout
    terrains = Counter(layout.terrains)
    assert 50 <= len(layout.terrains) <= 60
    assert terrains["desert"] > 1
    assert terrains["gold_river"] >= 4
    assert max(terrains.values()) <= 9
    kinds = {harbour.resource for harbour in layout.harbours}
    assert kinds == {None, "brick", "lumber", "wool", "grain", "ore"}


def test_no_six_or_eight_lies_beside_another():
    assert are_reds_apart(BOARD.topology, BOARD.layout.tokens)


def test_no_two_harbours_meet():
    ends = [corner for edge in BOARD.harbour_edges for corner in BOARD.topology.edges[edge]]
    assert len(ends) == len(set(ends))


def test_each_resource_lies_in_both_good_and_bad_numbers():
    likely = {n: 6 - abs(7 - n) for n in range(2, 13)}
    found: dict[str, list[int]] = {}
    for terrain, token in zip(BOARD.layout.terrains, BOARD.layout.tokens, strict=True):
        found.setdefault(terrain, []).append(likely.get(token, 0))
    means = [sum(each) / len(each) for terrain, each in found.items() if terrain != "desert"]
    assert max(means) - min(means) < 0.5


def test_the_route_has_its_chips_temples_and_gates_and_ends_at_persepolis():
    """G6, G7"""
    kinds = [crossing.kind for crossing in BOARD.route]
    assert Counter(kinds) == {"chip": 25, "temple": 13, "empty": 6, "gate": 3, "persepolis": 1}
    assert kinds[0] == "temple"
    assert kinds[-4:] == ["gate", "gate", "gate", "persepolis"]
    names = [crossing.name for crossing in BOARD.route]
    assert len(set(names)) == len(names)
    assert names[-1] == "Persepolis"


def test_the_route_passes_its_stations_in_the_order_of_history():
    """G7"""
    names = [crossing.name for crossing in BOARD.route]
    stations = ["Granikos", "Sardis", "Gordion", "Issos", "Tyros", "Alexandria", "Siwa"]
    stations += ["Gaugamela", "Babylon", "Susa", "Ekbatana", "Baktra", "Taxila", "Hydaspes"]
    stations += ["Pattala", "Persepolis"]
    places = [names.index(station) for station in stations]
    assert places == sorted(places)


def test_every_temple_can_be_founded():
    """G18"""
    temples = [crossing.corner for crossing in BOARD.route if crossing.kind == "temple"]
    near = [BOARD.topology.near_bits[corner] & ~(1 << corner) for corner in temples]
    assert not any(bits >> corner & 1 for bits in near for corner in temples)


def test_the_board_is_taken_back_from_its_json():
    again = board_from_json(json.loads(json.dumps(GIVEN)))
    assert again is BOARD


def test_a_changed_campaign_is_no_longer_the_campaign():
    renamed = {**GIVEN, "title": "Mine"}
    assert board_from_json(renamed).id is None
    assert board_json(board_from_json(renamed)) == {**renamed, "id": None}


def test_there_is_no_other_board():
    with pytest.raises(UnknownName):
        BOARDS.read("tiny")


# Boards that cannot be played on


def add_hex(hex_, terrain="hills", token=5):
    return lambda given: given["hexes"].append({"hex": hex_, "terrain": terrain, "token": token})


def swap_kinds(one: int, other: int):
    def change(given):
        route = given["route"]
        route[one]["kind"], route[other]["kind"] = route[other]["kind"], route[one]["kind"]

    return change


def without_deserts(given):
    for each in given["hexes"]:
        if each["terrain"] == "desert":
            each.update(terrain="hills", token=5)


def fewer_temples(given):
    for each in [each for each in given["route"] if each["kind"] == "temple"][:3]:
        each["kind"] = "empty"


def temples_beside_each_other(given):
    kinds = {2: "empty", 0: "temple", 1: "temple"}
    for place, kind in kinds.items():
        given["route"][place]["kind"] = kind
    given["route"][9]["kind"] = "chip"


def of_a_hundred_and_more_hexes(given):
    given["hexes"] += [{"hex": [q, 20], "terrain": "hills", "token": 5} for q in range(-40, 40)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (setting("colour", to="red"), "no field 'colour'"),
        (setting("title", to="x" * 41), "title is a line of at most 40"),
        (setting("hexes", to="many"), "hexes is a list of objects, not 'many'"),
        (setting("hexes", 0, "height", to=1), "hexes has an object with 'height'"),
        (setting("hexes", 0, "hex", to=[1]), "A hex is [q, r]"),
        (setting("hexes", 0, "hex", to=[0, 99]), "A hex is [q, r], each from -60 to 60"),
        (setting("hexes", 0, "terrain", to="sea"), "The hex [0, 0] is 'sea', which is none of"),
        (setting("hexes", 0, "token", to=None), "The hex [0, 0] needs a token"),
        (setting("hexes", 0, "token", to=7), "The hex [0, 0] needs a token from 2 to 12 but 7"),
        (setting("hexes", 0, "token", to=13), "not 13"),
        (setting("hexes", 0, "token", to=True), "not True"),
        (setting("hexes", 28, "token", to=4), "The desert [4, 3] has a token"),
        (add_hex([0, 0]), "The hex [0, 0] is there twice"),
        (add_hex([40, 40]), "The hex [40, 40] does not touch the rest"),
        (without_deserts, "There is no desert"),
        (of_a_hundred_and_more_hexes, "There are 135 hexes; at most 127"),
        (setting("harbours", 0, "edge", to=50), "edge 50, which is no coast"),
        (setting("harbours", 0, "edge", to="a"), "edge 'a', which is no coast"),
        (setting("harbours", 1, "edge", to=42), "The edge 42 has two harbours"),
        (setting("harbours", 0, "resource", to="gold"), "is for 'gold', which is no resource"),
        (setting("names", 0, "corner", to=156), "The name Pella needs a corner from 0 to 155"),
        (setting("names", 1, "hex", to=[50, 0]), "The name Makedonia belongs to one hex"),
        (setting("names", 1, "corner", to=1), "The name Makedonia belongs to one hex or corner"),
        (setting("names", 1, "name", to=None), "name is a line"),
        (setting("start", to=None), "The start needs a corner from 0 to 155, not None"),
        (setting("start", to=50), "The route breaks off: the corner 26 is not beside 50"),
        (setting("route", to=[]), "The route ends at Persepolis"),
        (setting("route", 5, "kind", to="city"), "The route has 'city' at the corner 42"),
        (setting("route", 5, "corner", to=-1), "The route needs a corner from 0 to 155, not -1"),
        (setting("route", 5, "corner", to=30), "The corner 30 is not beside 54"),
        (setting("route", 5, "corner", to=41), "The route comes to the corner 41 twice"),
        (lambda given: given["route"].pop(), "The route ends at Persepolis"),
        (setting("route", 3, "kind", to="persepolis"), "and comes there once"),
        (swap_kinds(3, 44), "The last 3 places before Persepolis are the gates"),
        (setting("route", 44, "kind", to="empty"), "The last 3 places before Persepolis"),
        (setting("route", 9, "kind", to="chip"), "The route has 26 chips; it needs 25"),
        (setting("route", 9, "kind", to="temple"), "The route has 14 temples; 11 to 13"),
        (fewer_temples, "The route has 10 temples; 11 to 13 are allowed"),
        (temples_beside_each_other, "The temples at the corners 26 and 40 are neighbours"),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused_by_name(change, message: str):
    assert message.lower() in fault(change).lower()


@pytest.mark.parametrize("given", [None, 5, [], "campaign2"])
def test_a_board_is_an_object(given):
    with pytest.raises(BoardInvalid):
        board_from_json(given)


def test_a_board_may_be_another_land_with_another_route():
    board = board_from_json(mirrored())
    assert (board.id, len(board.route)) == (None, 48)
    assert board_json(board) == {**mirrored(), "id": None}
