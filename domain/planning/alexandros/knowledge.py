"""A seat's knowledge of a game of Alexandros, from its view and the events that it was shown."""

from functools import lru_cache

import msgspec

from domain.alexandros.board import SYMBOLS, Board, Symbol
from domain.alexandros.cards import (
    COPIES,
    DECK,
    NO_CARDS,
    Counts,
    count_cards,
    counts_of,
    from_list,
    in_order,
    minus,
    plus,
)
from domain.alexandros.ruleset import RULESET
from domain.alexandros.state import (
    Cards,
    LastTurnReason,
    Marching,
    Phase,
    Pieces,
    Standing,
    State,
    Table,
    Turn,
)
from domain.kernel.counting import Known
from domain.planning.alexandros.position import Position
from domain.planning.bounds import within_hands
from domain.record.chance import Chance
from domain.record.visibility import JsonObject

BOARDS_KEPT = 8


def nothing_known(seats: int) -> Known:
    """Return the knowledge of hands before any event."""
    return (NO_CARDS,) * seats


def counted(known: Known, event: JsonObject) -> Known:  # noqa: PLR0911 - one case a kind
    """Return the cards that hands are known to hold after an event, as any seat is shown it."""
    data, seat = event["data"], event["seat"]
    match event["type"]:
        case "card_chosen":
            return _changed(known, seat, {data["card"]: 1 if data["from"] == "display" else -1})
        # A card of the supply is seen by its taker alone.
        case "card_taken" if data["from"] == "display":
            return _changed(known, seat, {data["card"]: 1})
        case "taxes_levied":
            return _changed(known, seat, {data["card"]: -1})
        case "province_occupied":
            return _changed(known, seat, _negative(data["paid"]))
        case "province_taken_over":
            after = _changed(known, seat, _negative(data["paid"]))
            return _changed(after, data["loser"], data["compensation"] or {})
        # The whole hand is discarded.
        case "resigned":
            return _changed(known, seat, dict.fromkeys(SYMBOLS, -COPIES))
        case _:
            return known


def _negative(cards: dict[str, int]) -> dict[str, int]:
    return {symbol: -number for symbol, number in cards.items()}


def _changed(known: Known, seat: int, change: dict[str, int]) -> Known:
    hand = zip(known[seat], SYMBOLS, strict=True)
    # Never below 0: a paid card that was not known was one of the unseen ones.
    after = tuple(max(0, least + change.get(symbol, 0)) for least, symbol in hand)
    return (*known[:seat], after, *known[seat + 1 :])


def position(view: JsonObject, known: Known, chance: Chance) -> Position:
    """Return the position of a live game's view; ``chance`` deals the cards that are not seen."""
    state, viewer = view["state"], view["viewer"]["seat"]
    known = within_hands(known, state)
    table = _table(view)
    pieces = _pieces(table.board, state)
    turn = _turn(view)
    standing = Standing(
        tuple(seat["score"] for seat in state["seats"]),
        frozenset(n for n, seat in enumerate(state["seats"]) if seat["resigned"]),
        None,
        turn.number - state["quiet_turns"],
    )
    cards = _cards(state, viewer, known, chance)
    return Position(State(table, turn, pieces, cards, standing), known, viewer)


def _table(view: JsonObject) -> Table:
    options = RULESET.wire.options.read(view["options"])
    return Table(_board(msgspec.json.encode(view["board"])), options, len(view["seats"]))


@lru_cache(BOARDS_KEPT)
def _board(encoded: bytes) -> Board:
    board: Board = RULESET.wire.boards.read(msgspec.json.decode(encoded))
    return board


def _pieces(board: Board, state: JsonObject) -> Pieces:
    topology = board.topology
    walls = red = 0
    for wall in state["walls"]:
        (a, b), (c, d) = wall["side"]
        bit = 1 << topology.side_index[(a, b), (c, d)]
        walls, red = walls | bit, red | bit * (wall["colour"] == "red")
    at = state["alexander"]
    governors = tuple(
        tuple(sorted(topology.space_index[r, c] for r, c in seat["governors"]))
        for seat in state["seats"]
    )
    space = None if at["space"] is None else topology.space_index[tuple(at["space"])]
    return Pieces(topology.point_index[tuple(at["point"])], space, walls, red, governors)


def _turn(view: JsonObject) -> Turn:
    state, phase = view["state"], Phase(view["phase"])
    marching = state["marching"]
    last: LastTurnReason = "last_wall" if _has_red(state) else "no_march"
    return Turn(
        view["turn"],
        view["to_act"][0],
        phase,
        marching and Marching(Symbol(marching["symbol"]), marching["joker"]),
        state["actions_left"],
        state["levied"],
        last if state["last_turn"] else None,
    )


def _has_red(state: JsonObject) -> bool:
    return any(wall["colour"] == "red" for wall in state["walls"])


def _cards(state: JsonObject, viewer: int, known: Known, chance: Chance) -> Cards:
    """Return the cards; unseen ones are dealt in any order that fits the beliefs."""
    first, second = (card and Symbol(card) for card in state["display"])
    discard = counts_of(state["discard"])
    own = counts_of(state["seats"][viewer]["hand"])
    left = minus(count_cards(DECK), plus(discard, own))
    left = minus(left, count_cards(card for card in (first, second) if card))
    hands: list[Counts] = [own] * len(known)
    for seat, least in enumerate(known):
        if seat != viewer:
            left = minus(left, from_list(least))
    pile = chance.shuffled("unseen", in_order(from_list(max(0, n) for n in left)))
    for seat, (each, least) in enumerate(zip(state["seats"], known, strict=True)):
        if seat != viewer:
            size = each["cards"] - sum(least)
            hands[seat], pile = plus(from_list(least), count_cards(pile[:size])), pile[size:]
    return Cards(tuple(hands), (first, second), pile, discard, 0)
