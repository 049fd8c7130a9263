"""Invariants of every position of Alexandros, after any play."""

from domain.alexandros.cards import COPIES, INDEX
from domain.alexandros.places import provinces_of
from domain.alexandros.state import Phase, State


def assert_sound(state: State) -> None:
    """Cards, walls and governors are all there, and nothing stands where it may not."""
    _cards_are_55(state)
    _walls_are_75(state)
    _governors_are_4_a_seat(state)
    _no_province_is_held_by_two(state)
    _the_end_is_the_end(state)


def _cards_are_55(state: State) -> None:
    cards = state.cards
    counted = (*cards.hands, cards.discard)
    assert min(map(min, counted)) >= 0
    lying = [*cards.supply, *cards.display]
    for symbol, place in INDEX.items():
        assert sum(counts[place] for counts in counted) + lying.count(symbol) == COPIES


def _walls_are_75(state: State) -> None:
    pieces = state.pieces
    black = (pieces.walls & ~pieces.red_walls).bit_count()
    assert (pieces.black_left, pieces.red_left) == (65 - black, 10 - pieces.red_walls.bit_count())
    assert pieces.walls_left == pieces.black_left + pieces.red_left
    assert pieces.black_left >= 0
    assert 0 <= pieces.red_left <= 10
    assert pieces.red_walls & ~pieces.walls == 0
    assert pieces.red_walls == 0 or pieces.black_left == 0
    assert pieces.walls >> len(state.table.board.topology.sides) == 0


def _governors_are_4_a_seat(state: State) -> None:
    board, governors = state.table.board, state.pieces.governors
    standing = [space for spaces in governors for space in spaces]
    assert len(governors) == state.table.seats
    assert len(set(standing)) == len(standing)
    assert all(board.symbols[space] is not None for space in standing)
    for seat, spaces in enumerate(governors):
        assert len(spaces) + state.governors_left(seat) == 4
        assert state.governors_left(seat) >= 0
        assert list(spaces) == sorted(spaces)
    assert all(governors[seat] == () for seat in state.resigned)


def _no_province_is_held_by_two(state: State) -> None:
    at = provinces_of(state.table.board, state.pieces.walls).at
    holders: dict[int, int] = {}
    for seat, spaces in enumerate(state.pieces.governors):
        for space in spaces:
            assert holders.setdefault(at[space], seat) == seat


def _the_end_is_the_end(state: State) -> None:
    turn, result = state.turn, state.result
    assert (turn.phase is Phase.OVER) == (result is not None)
    assert (turn.marching is not None) == (turn.phase is Phase.MARCH)
    assert 0 <= turn.actions_left <= 2
    assert all(sum(state.cards.hands[seat]) == 0 for seat in state.resigned)
    if result is None:
        assert turn.seat in state.staying()
        return
    assert result.scores == state.scores
    best = max(state.scores[seat] for seat in state.staying())
    assert result.winners == tuple(s for s in state.staying() if state.scores[s] == best)
