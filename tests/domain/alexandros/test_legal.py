"""Legal moves: counted at fixed positions and checked against the slow rules."""

import random
from dataclasses import replace

import pytest
from msgspec import structs

from domain.alexandros import RULESET
from domain.alexandros.legal import in_turn
from domain.alexandros.state import Phase
from domain.errors import Malformed
from tests.domain.alexandros import slow_legal
from tests.domain.alexandros.given import Scene, at, display, given_deal, with_walls_left
from tests.domain.alexandros.slow_legal import canonical
from tests.domain.grids.paths import path_sides

WIRE = RULESET.wire
LEAVE = {"type": "resign"}


def listed(scene: Scene, seat: int) -> set[object]:
    return {canonical(scene.state, move) for move in scene.legal_json(seat=seat)}


def worked_out(scene: Scene, seat: int) -> set[object]:
    return {canonical(scene.state, move) for move in slow_legal.legal_moves(scene.state, seat)}


def same_but_for_compensation(scene: Scene, seat: int) -> None:
    """Listed and worked-out moves agree; of a takeover the list names one lawful compensation."""
    fast, slow = listed(scene, seat), worked_out(scene, seat)
    assert fast <= slow
    takeovers = scene.legal_json("take_over", seat)
    bare = {canonical(scene.state, {**move, "compensation": None}) for move in takeovers}
    for move in slow_legal.legal_moves(scene.state, seat):
        if move["type"] == "take_over":
            assert canonical(scene.state, {**move, "compensation": None}) in bare
        else:
            assert canonical(scene.state, move) in fast


def wander(seed: int, **terms: object):
    """The positions of a random game that likes conquests and levies."""
    luck = random.Random(seed)
    scene = given_deal(seed, **terms)
    while scene.outcome is None:
        yield scene
        moves = [move for move in scene.legal_json() if move != LEAVE]
        bold = [m for m in moves if m["type"] in ("occupy", "take_over", "levy_taxes")]
        scene = scene.when(luck.choice(bold if bold and luck.random() < 0.5 else moves))


HOSTILE = {"rows": ["TAHLS."], "start": [0, 0]}
WIDE = {"rows": [".T.A..H.L.", "S..T..A...", "..H..L..S."], "start": [0, 0]}
OPTIONS = [
    {},
    {"joker": "any", "compensation_rounding": "down", "two_seat_compensation": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=["defaults", "options"])
@pytest.mark.parametrize("board", ["tiny", HOSTILE, WIDE], ids=["tiny", "hostile", "wide"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_listed_moves_are_those_of_the_slow_rules(board, seats, options):
    for seed in range(3):
        for scene in wander(seed, board=board, seats=seats, options=options):
            for seat in range(seats):
                same_but_for_compensation(scene, seat)


@pytest.mark.parametrize(("black", "red"), [(0, 3), (2, 2), (1, 0), (0, 1), (0, 0), (4, 0)])
def test_the_listed_moves_are_those_of_the_slow_rules_when_walls_are_short(black, red):
    for seed in range(4):
        scene = with_walls_left(given_deal(seed, board=WIDE), black, red)
        luck = random.Random(seed)
        for _ in range(12):
            fast, slow = listed(scene, scene.state.turn.seat), short_slow(scene)
            assert fast == slow
            moves = [m for m in scene.legal_json() if m["type"] not in ("resign", "take_over")]
            scene = scene.when(luck.choice(moves))
            if scene.outcome:
                break


def short_slow(scene: Scene) -> set[object]:
    slow = slow_legal.Slow(scene.state)
    slow.left = scene.state.pieces.walls_left
    moves = [*slow.moves(), LEAVE]
    return {canonical(scene.state, move) for move in moves}


# Move sequences from the deal, resignations left out. The counts are our own, as there is no other
# source; the slow rules must find the same. They stand on WIDE and on the seed's cards.
PERFT = [
    (0, [3, 11, 46, 160, 411, 2100]),
    (1, [3, 11, 44, 143, 308, 1245]),
    (2, [3, 23, 104, 415, 949, 4706]),
]


def perft(scene: Scene, depth: int) -> int:
    moves = [move for move in scene.legal_json() if move != LEAVE]
    if depth == 1:
        return len(moves)
    return sum(perft(scene.when(move), depth - 1) for move in moves)


def slow_perft(scene: Scene, depth: int) -> int:
    moves = slow_legal.legal_moves(scene.state, scene.state.turn.seat)
    moves = [move for move in moves if move != LEAVE]
    if depth == 1:
        return len(moves)
    return sum(slow_perft(scene.when(move), depth - 1) for move in moves)


@pytest.mark.parametrize(("seed", "counts"), PERFT)
def test_perft_from_the_deal_self_made(seed, counts):
    scene = given_deal(seed, board=WIDE, seats=3, first_seat=0)
    assert [perft(scene, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("seed", "counts"), PERFT)
def test_the_slow_rules_count_the_same(seed, counts):
    scene = given_deal(seed, board=WIDE, seats=3, first_seat=0)
    assert slow_perft(scene, 4) == counts[3]


# The bound
def long_way(rows: int = 20) -> Scene:
    """A full board of 400 spaces with few and far symbols, to which there are very many ways."""
    plain = [list("." * 20) for _ in range(rows)]
    for column, letter in enumerate("TAHLS"):
        plain[rows - 1][8 + column] = letter
    return given_deal(board={"rows": ["".join(row) for row in plain], "start": [10, 0]})


def test_one_way_a_target_point_comes_first_then_more_up_to_the_bound():
    scene = long_way().when(display(0))
    ends = len({str((m.space, m.path[-1])) for m in marches(scene, 3000)})
    first = marches(scene, ends + 1)
    assert len({(move.space, move.path[-1]) for move in first}) == ends
    assert len(marches(scene, 3000)) == 2999
    assert not RULESET.legal_moves(scene.state, scene.state.turn.seat, 3000, None).complete


def marches(scene: Scene, limit: int):
    listed = RULESET.legal_moves(scene.state, scene.state.turn.seat, limit, None)
    return [move for move in listed.moves if WIRE.moves.json(move)["type"] == "march"]


def test_listed_moves_of_a_cut_list_are_all_legal():
    scene = long_way().when(display(0))
    for move in RULESET.legal_moves(scene.state, scene.state.turn.seat, 50, None).moves:
        assert scene.when(move).event


def test_ways_that_can_be_paid_for_are_found_among_very_many_that_cannot():
    scene = long_way().when(display(0))
    cheap = marches(scene, 2)[0].path
    topology = scene.state.table.board.topology
    index = [topology.point_index[point] for point in cheap]
    walls = sum(1 << side for side in path_sides(topology, tuple(index)))
    pieces = structs.replace(scene.state.pieces, walls=walls | RED_GONE, red_walls=RED_GONE)
    poor = replace(scene, position=structs.replace(scene.state, pieces=pieces))
    assert poor.state.pieces.walls_left == 75 - len(index) + 1 - 40
    for move in marches(poor, 100):
        assert poor.when(move).event


RED_GONE = ((1 << 40) - 1) << 2000


def test_occupations_with_few_governors_come_first_and_the_bound_cuts_the_rest():
    letters = "TAHLS" * 8
    rows = ["".join(letters[(r + c) % 40] for c in range(9)) + "." for r in range(5)]
    scene = given_deal(board={"rows": rows, "start": [0, 0]})
    cards = structs.replace(scene.state.cards, hands=((9, 9, 9, 9, 9),) * 3)
    turn = structs.replace(scene.state.turn, phase=Phase.ACTIONS)
    rich = at(structs.replace(scene.state, cards=cards, turn=turn))
    seat = turn.seat
    listed = RULESET.legal_moves(rich.state, seat, 2000, "occupy")
    assert (len(listed.moves), listed.complete) == (2000, False)
    numbers = [len(move.governors) for move in listed.moves]
    assert numbers[0] == 1
    assert RULESET.legal_moves(rich.state, seat, 1, "take_card").complete is False


def test_moves_of_one_type_alone_can_be_asked_for():
    scene = given_deal(0).when(display(0))
    types = {move["type"] for move in scene.legal_json()}
    assert types == {"march", "resign"}
    assert {move["type"] for move in scene.legal_json("march")} == {"march"}
    assert scene.legal_json("resign") == [LEAVE]
    assert scene.legal_json("occupy") == []


def test_streams_are_drained_in_turn():
    assert "".join(in_turn([iter("adf"), iter(""), iter("be"), iter("c")])) == "abcdef"


# Every unlisted change of a listed move is refused
NUMBERS = [-1, 0, 1, 2, 3, 5, 9]


def mutations(move: dict, luck: random.Random):
    """The move with one part of it changed, added or left out."""
    for name in move:
        yield {key: value for key, value in move.items() if key != name}
    for name, value in move.items():
        for other in changed(value, luck):
            yield {**move, name: other}
    yield {**move, "joker": luck.choice(["temple", "horse", "lyre"])}
    yield {**move, "compensation": {"temple": luck.choice(NUMBERS)}}


def changed(value, luck: random.Random):
    match value:
        case bool() | None:
            yield 1
        case int():
            yield value + luck.choice([-1, 1, 2])
        case str():
            yield from ["temple", "horse", "soldier", "supply", "hand", "end_turn", "levy_taxes"]
        case list():
            yield value[1:]
            yield [*value, luck.choice(value)] if value else [0]
            yield [*value, [luck.randint(-1, 9), luck.randint(-1, 3)]]
            place = luck.randrange(len(value)) if value else 0
            for other in changed(value[place], luck) if value else ():
                yield [*value[:place], other, *value[place + 1 :]]
        case dict():
            for name in value:
                yield {**value, name: value[name] + luck.choice([-1, 1])}
                yield {key: n for key, n in value.items() if key != name}


@pytest.mark.parametrize("seed", range(4))
def test_every_unlisted_change_of_a_listed_move_is_refused(seed):
    luck = random.Random(seed)
    for scene in wander(seed, board=WIDE, seats=2 + seed % 3):
        seat = scene.state.turn.seat
        legal = worked_out(scene, seat)
        for move in luck.sample(scene.legal_json(), min(4, len(scene.legal_json()))):
            for mutation in mutations(move, luck):
                assert was_accepted(scene, mutation) == (
                    is_move(mutation) and canonical(scene.state, mutation) in legal
                ), mutation


def is_move(given_json: dict) -> bool:
    try:
        WIRE.moves.read(given_json)
    except Malformed:
        return False
    return True


def was_accepted(scene: Scene, move: dict) -> bool:
    try:
        return scene.when(move).refusal is None
    except Malformed:
        return False
