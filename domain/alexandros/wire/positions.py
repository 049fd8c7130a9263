"""Full positions as JSON, hidden cards included, and positions imagined from one seat's view."""

import msgspec

from domain.alexandros.cards import counted, in_order
from domain.alexandros.state import Cards, Pieces, Standing, State, Table, Turn
from domain.alexandros.wire.view import walls
from domain.record.chance import Chance
from domain.record.visibility import JsonObject


def position_json(state: State) -> JsonObject:
    """Return the full position, in coordinates, for ``position_from_json``."""
    pieces, board = state.pieces, state.table.board
    spaces = board.topology.spaces
    return {
        "turn": msgspec.to_builtins(state.turn),
        "cards": msgspec.to_builtins(state.cards),
        "standing": msgspec.to_builtins(state.standing, order="deterministic"),
        "point": list(board.topology.points[pieces.point]),
        "space": None if pieces.space is None else list(spaces[pieces.space]),
        "walls": walls(board, pieces),
        "governors": [[list(spaces[space]) for space in own] for own in pieces.governors],
    }


def position_from_json(table: Table, data: JsonObject) -> State:
    """Return the position of stored JSON."""
    return State(
        table,
        msgspec.convert(data["turn"], Turn),
        _pieces(table, data),
        msgspec.convert(data["cards"], Cards),
        msgspec.convert(data["standing"], Standing),
    )


def _pieces(table: Table, data: JsonObject) -> Pieces:
    topology = table.board.topology
    black = red = 0
    for wall in data["walls"]:
        (a, b), (c, d) = wall["side"]
        bit = 1 << topology.side_index[(a, b), (c, d)]
        black, red = (black, red | bit) if wall["colour"] == "red" else (black | bit, red)
    governors = tuple(
        tuple(topology.space_index[r, c] for r, c in own) for own in data["governors"]
    )
    x, y = data["point"]
    space = None if data["space"] is None else topology.space_index[tuple(data["space"])]
    return Pieces(topology.point_index[x, y], space, black | red, red, governors)


def imagined(state: State, seat: int | None, chance: Chance) -> State:
    """Return a position that a seat (None: the public) may imagine: unseen cards are redealt.

    The supply and the other seats' hands keep their sizes.
    """
    hands = list(state.cards.hands)
    others = [n for n in range(len(hands)) if n != seat]
    unseen = [*state.cards.supply, *(card for n in others for card in in_order(hands[n]))]
    pile = chance.shuffled("imagined", sorted(unseen, key=lambda card: card.value))
    for n in others:
        size = sum(hands[n])
        hands[n], pile = counted(pile[:size]), pile[size:]
    cards = msgspec.structs.replace(state.cards, hands=tuple(hands), supply=pile)
    return State(state.table, state.turn, state.pieces, cards, state.standing)
