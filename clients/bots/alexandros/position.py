"""A position as a bot weighs it: scores, hands as counts of symbols, and provinces.

Symbols are numbers, the index in ``SYMBOLS``; a hand is five counts.
"""

from msgspec import Struct

from clients.bots.alexandros.board import SYMBOLS, BoardTopology, Side, board_of, side_between
from clients.bots.alexandros.provinces import Governor, Hand, Province, Provinces
from clients.python.shapes import JsonObject


# A bot makes hundreds for each move, and a Struct is the fastest to make and to change. No
# instance refers back to another, so there are no cycles for the garbage collector to find.
class Position(Struct, frozen=True, gc=False):
    """The known facts that matter during a turn of the seat ``me``.

    ``rivals`` are the other seats still in the game, ``cards`` the sizes of all hands, ``left``
    the governors in supply; ``last_turn`` says that the game ends with this turn, ``over`` that
    it has ended.
    """

    me: int
    rivals: tuple[int, ...]
    scores: tuple[int, ...]
    left: tuple[int, ...]
    cards: tuple[int, ...]
    hand: Hand
    provinces: Provinces
    display: tuple[int | None, ...]
    actions: int
    levied: bool
    last_turn: bool
    target: int
    over: bool = False


def position_of(view: JsonObject) -> Position:
    """Return the position in a live game's view, for the viewer's seat."""
    state, me = view["state"], view["viewer"]["seat"]
    seats = state["seats"]
    hand = seats[me]["hand"]
    return Position(
        me=me,
        rivals=tuple(n for n, seat in enumerate(seats) if n != me and not seat.get("resigned")),
        scores=tuple(seat["score"] for seat in seats),
        left=tuple(seat["governors_left"] for seat in seats),
        cards=tuple(seat["cards"] for seat in seats),
        hand=hand_of(hand),
        provinces=Provinces.of(provinces_of(view), me, len(seats)),
        display=tuple(None if card is None else SYMBOLS.index(card) for card in state["display"]),
        actions=state["actions_left"],
        levied=state["levied"],
        last_turn=state["last_turn"],
        target=view["options"].get("target_score", 100),
    )


def hand_of(counts: JsonObject | None) -> Hand:
    """Return counts by name as five numbers."""
    by_name = counts or {}
    temple, amphora, horse, lyre, soldier = (int(by_name.get(name, 0)) for name in SYMBOLS)
    return temple, amphora, horse, lyre, soldier


def provinces_of(view: JsonObject) -> tuple[Province, ...]:
    """Return all provinces of the board, as the walls of a view divide it."""
    board, governors = board_in(view), governors_in(view)
    parts = board.split(board.land, board.passages(walls_in(view)))
    return tuple(province_at(board, spaces, governors) for spaces in parts)


def board_in(view: JsonObject) -> BoardTopology:
    """Return the board of a view."""
    return board_of(tuple(view["board"]["rows"]))


def walls_in(view: JsonObject) -> frozenset[Side]:
    """Return the walled sides of a view."""
    return frozenset(
        side_between((ax, ay), (bx, by))
        for (ax, ay), (bx, by) in (wall["side"] for wall in view["state"]["walls"])
    )


def governors_in(view: JsonObject) -> dict[int, Governor]:
    """Return every governor, keyed by the bit of its space."""
    board = board_in(view)
    governors: dict[int, Governor] = {}
    for seat, standing in enumerate(view["state"]["seats"]):
        for row, column in standing["governors"]:
            space = (row, column)
            governors[board.bit(space)] = (seat, board.symbol_of[space])
    return governors


def province_at(board: BoardTopology, spaces: int, governors: dict[int, Governor]) -> Province:
    """Return the province on a set of spaces."""
    temple, amphora, horse, lyre, soldier = board.symbol_spaces
    return Province(
        spaces=spaces,
        income=(spaces & board.open_spaces).bit_count(),
        symbols=(
            (spaces & temple).bit_count(),
            (spaces & amphora).bit_count(),
            (spaces & horse).bit_count(),
            (spaces & lyre).bit_count(),
            (spaces & soldier).bit_count(),
        ),
        governors=tuple(sorted(gov for bit, gov in governors.items() if bit & spaces)),
    )
