"""The march made for a player whose time is up: it lays as few walls as any other looked at."""

from collections.abc import Iterator

from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import March
from domain.alexandros.neutral import WAYS, mildest_move, neutral_move
from domain.alexandros.ruleset import RULESET
from domain.alexandros.state import Phase, State
from tests.domain.playing import GAMES, chance_of, every_step, steps


def marches() -> Iterator[tuple[State, int, int]]:
    """The positions before a march, its seat, and the fewest walls of the marches looked at."""
    for step in every_step(RULESET):
        if step.before.turn.phase is Phase.MARCH and step.seat == step.before.turn.seat:
            listed = legal_moves(step.before, step.seat, WAYS).moves
            laid = [walls(step.before, step.seat, each) for each in listed if type(each) is March]
            yield step.before, step.seat, min(laid)


def walls(state: State, seat: int, move: March) -> int:
    marched = RULESET.decide(state, seat, move, chance_of(0))
    return len(marched.black_walls) + len(marched.red_walls)


def test_no_march_looked_at_lays_fewer_walls():
    found = list(marches())
    assert len(found) > 100
    for state, seat, fewest in found:
        assert walls(state, seat, mildest_move(state, seat)) == fewest


def test_games_without_the_field_keep_the_shortest_way():
    """An audit decides their marches again: some lay more walls than another."""
    more = 0
    for state, seat, fewest in marches():
        listed = legal_moves(state, seat, WAYS).moves
        shortest = min((each for each in listed if type(each) is March), key=lambda m: len(m.path))
        assert neutral_move(state, seat) == shortest
        more += walls(state, seat, shortest) > fewest
    assert more > 0


def test_but_for_marches_both_moves_are_the_same():
    for step in (each for number in GAMES for each in steps(RULESET, number)):
        if step.before.turn.phase is not Phase.MARCH:
            seat = step.before.turn.seat
            assert mildest_move(step.before, seat) == neutral_move(step.before, seat)
