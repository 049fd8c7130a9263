"""A viewer's view of a position: the API's ``turn``, ``phase`` and ``state``."""

from domain.alexandros.board import SYMBOLS, Board
from domain.alexandros.cards import Counts
from domain.alexandros.places import holdings, provinces_of
from domain.alexandros.state import Phase, Pieces, State
from domain.grids.interning import memoized
from domain.record.visibility import JsonObject, Viewer

_NAMES = tuple(symbol.value for symbol in SYMBOLS)
"""Read from the enum once: reading it takes longer than the rest of ``counts_json``."""


def view(state: State, viewer: Viewer) -> JsonObject:
    """Return the position as JSON; other seats' hands are null until the game is over."""
    turn = state.turn
    return {"turn": turn.number, "phase": turn.phase.value, "state": _state(state, viewer)}


def _state(state: State, viewer: Viewer) -> JsonObject:
    turn, pieces, cards, board = state.turn, state.pieces, state.cards, state.table.board
    spaces, points = board.topology.spaces, board.topology.points
    return {
        "alexander": {
            "point": list(points[pieces.point]),
            "space": None if pieces.space is None else list(spaces[pieces.space]),
        },
        "walls": walls(board, pieces),
        "walls_left": {"black": pieces.black_left, "red": pieces.red_left},
        "display": [card and card.value for card in cards.display],
        # The number alone: the supply's order is hidden from everyone.
        "supply": len(cards.supply),
        "discard": counts_json(cards.discard),
        "marching": turn.marching
        and {"symbol": turn.marching.symbol.value, "joker": turn.marching.joker},
        "actions_left": turn.actions_left,
        "levied": turn.levied,
        "last_turn": turn.last is not None,
        "quiet_turns": state.quiet_turns,
        "quiet_limit": state.quiet_limit,
        "seats": [_seat(state, seat, viewer) for seat in range(state.table.seats)],
        "provinces": _provinces(state),
    }


def walls(board: Board, pieces: Pieces) -> list[JsonObject]:
    """Return the walls by side, with their colours; views share it until a wall is built."""
    return _walls(board, pieces.walls, pieces.red_walls)


# Every viewer of every event gets this list; the list is shared, so nobody may change it.
@memoized(16)
def _walls(board: Board, walls: int, red: int) -> list[JsonObject]:
    listed = []
    rest = walls
    while rest:
        # Visits only the walls: most sides of a board have none.
        lowest = rest & -rest
        (a, b), (c, d) = board.topology.sides[lowest.bit_length() - 1]
        colour = "red" if red & lowest else "black"
        listed.append({"side": [[a, b], [c, d]], "colour": colour})
        rest ^= lowest
    return listed


def counts_json(counts: Counts) -> dict[str, int]:
    """Return the cards by symbol, zeros included."""
    return dict(zip(_NAMES, counts, strict=True))


def _seat(state: State, seat: int, viewer: Viewer) -> JsonObject:
    hand, standing = state.cards.hands[seat], state.standing
    # A20: all hands are open after the end.
    is_open = viewer.may_see(seat) or state.turn.phase is Phase.OVER
    spaces = state.table.board.topology.spaces
    return {
        "score": standing.scores[seat],
        "governors": [list(spaces[space]) for space in state.pieces.governors[seat]],
        "governors_left": state.governors_left(seat),
        # Public at the table, so it is shown even when the hand is not.
        "cards": sum(hand),
        "hand": counts_json(hand) if is_open else None,
        "resigned": seat in standing.resigned,
    }


def _provinces(state: State) -> list[JsonObject]:
    """Return all provinces by first space, even those that cannot be occupied (A12)."""
    board, walls = state.table.board, state.pieces.walls
    provinces, lists = provinces_of(board, walls), _province_spaces(board, walls)
    held = holdings(provinces, state.pieces)
    spaces = board.topology.spaces
    listed = []
    for index, province in enumerate(provinces.all):
        holding = held.get(index)
        listed.append(
            {
                "spaces": lists[index],
                "yield": province.yields,
                "holder": holding.seat if holding else None,
                "governors": [list(spaces[s]) for s in holding.governors] if holding else [],
            }
        )
    return listed


@memoized(16)
def _province_spaces(board: Board, walls: int) -> list[list[list[int]]]:
    """Return the spaces of each province; views share them until a wall is built."""
    spaces = board.topology.spaces
    return [[list(spaces[n]) for n in each.spaces] for each in provinces_of(board, walls).all]
