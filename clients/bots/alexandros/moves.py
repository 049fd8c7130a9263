"""The API's moves, read as their effects on a position."""

from msgspec.structs import replace

from clients.bots.alexandros.board import SYMBOLS, BoardTopology
from clients.bots.alexandros.effects import levied, occupied, recalled, resting, took, with_card
from clients.bots.alexandros.ground import Path
from clients.bots.alexandros.position import Position
from clients.python.shapes import JsonObject


def path_of(move: JsonObject) -> Path:
    """Return the path of a march."""
    return tuple((x, y) for x, y in move["path"])


def after_choice(position: Position, move: JsonObject) -> tuple[Position, int]:
    """Return the position once a card is chosen, and the symbol it lets Alexander march to."""
    if move["from"] == "hand":
        symbol = SYMBOLS.index(move["card"])
        return replace(position, hand=with_card(position.hand, symbol, -1)), symbol
    card = position.display[move["slot"]]
    assert card is not None
    held = took(position, card, move["slot"])
    marched = SYMBOLS.index(move["joker"]) if move.get("joker") else card
    return replace(held, actions=position.actions), marched


def outcomes(board: BoardTopology, position: Position, move: JsonObject) -> tuple[Position, ...]:
    """Return the equally likely positions after an action; none for other moves."""
    match move["type"]:
        case "end_turn":
            return (resting(position),)
        case "levy_taxes":
            return (levied(position, SYMBOLS.index(move["card"])),)
        case "take_card":
            return _taken(position, move)
        case "recall":
            index = _province(board, position, move["space"])
            return (recalled(position, index, _symbol(board, move["space"])),)
        case "occupy" | "take_over":
            index = _province(board, position, move["province"])
            governors = sorted(_symbol(board, space) for space in move["governors"])
            return (occupied(position, index, tuple(governors)),)
    return ()


def _taken(position: Position, move: JsonObject) -> tuple[Position, ...]:
    """Return one outcome for a display card, one a symbol for the unseen card of the supply."""
    if move["from"] == "supply":
        # All as likely as each other: what is left in the supply is not counted.
        return tuple(took(position, symbol) for symbol in range(len(SYMBOLS)))
    card = position.display[move["slot"]]
    return () if card is None else (took(position, card, move["slot"]),)


def _province(board: BoardTopology, position: Position, space: list[int]) -> int:
    bit = board.bit((space[0], space[1]))
    return next(n for n, p in enumerate(position.provinces.all) if p.spaces & bit)


def _symbol(board: BoardTopology, space: list[int]) -> int:
    return board.symbol_of[space[0], space[1]]
