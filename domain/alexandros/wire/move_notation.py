"""Moves as a line of text to read in a log and to type: ``march 2,1 to 2,2``, ``card lyre``.

Spaces are ``row,column`` and points ``x,y``, as in the API; letters may be large or small.
A display card goes by its symbol, or as ``slot 1`` where both are alike.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from reprlib import repr as brief
from typing import assert_never

from msgspec import UNSET

from domain.alexandros.board import SYMBOLS
from domain.alexandros.moves import (
    AnyMove,
    ChooseDisplayCard,
    ChooseHandCard,
    EndTurn,
    LevyTaxes,
    March,
    Occupy,
    Recall,
    Resign,
    TakeDisplayCard,
    TakeOver,
    TakeSupplyCard,
)
from domain.alexandros.places import payable_paths
from domain.alexandros.state import State
from domain.alexandros.wire.moves import MOVES
from domain.errors import Malformed
from domain.record.visibility import JsonObject

Pair = tuple[int, int]


def spelled_move(state: State, move: AnyMove) -> str:  # noqa: PLR0911 - one case a kind
    """The move as text, which ``parse_move`` takes back in the same position."""
    match move:
        case ChooseDisplayCard(slot, joker):
            chosen = f"card {_displayed(state, slot)}"
            return chosen if joker is UNSET else f"{chosen} as {joker.value}"
        case ChooseHandCard(card):
            return f"card hand {card.value}"
        case March(space, path):
            return f"march {_spelled([space])} via {_spelled(path)}"
        case TakeSupplyCard():
            return "take supply"
        case TakeDisplayCard(slot):
            return f"take {_displayed(state, slot)}"
        case Occupy(province, governors):
            return f"occupy {_spelled([province])} with {_spelled(governors)}"
        case TakeOver(province, governors, compensation):
            taken = f"take over {_spelled([province])} with {_spelled(governors)}"
            given = {} if compensation is UNSET else compensation
            cards = [f"{symbol.value} {n}" for symbol, n in given.items() if n]
            return " ".join([taken, "give", *cards]) if cards else taken
        case LevyTaxes(card):
            return f"levy {card.value}"
        case Recall(space):
            return f"recall {_spelled([space])}"
        case EndTurn():
            return "end"
        case Resign():
            return "resign"
        case _:
            assert_never(move)


def _displayed(state: State, slot: int) -> str:
    """A display card by its symbol, which means the first such card, or else by its slot."""
    card = state.cards.display[slot]
    is_first = card is not None and state.cards.display.index(card) == slot
    return card.value if card and is_first else f"slot {slot}"


def _spelled(places: Iterable[Pair]) -> str:
    return " ".join(map(_place, places))


@lru_cache(maxsize=4096)  # 200 bytes each
def _place(place: Pair) -> str:
    return f"{place[0]},{place[1]}"


def parse_move(state: State, text: str) -> AnyMove:
    """The move that a text asks for in a position; whether it is legal is for ``decide``.

    ``to`` a point takes the first way that the walls can pay for. Raises Malformed.
    """
    line = re.sub(r"\s*,\s*", ",", " ".join(text.lower().split()))
    for form in _FORMS:
        if found := re.fullmatch(form.pattern, line):
            return MOVES.read(form.read(state, found))
    word = line.partition(" ")[0]
    alike = [form.example for form in _FORMS if form.example.split()[0] == word]
    examples = "; ".join(alike or [form.example for form in _FORMS])
    raise Malformed({"notation": [f"must read like one of: {examples}. Given: {brief(text)}."]})


def _choose_card(state: State, found: re.Match[str]) -> JsonObject:
    chosen = {"type": "choose_card", "from": "display", "slot": _slot(state, found)}
    return {**chosen, "joker": found["joker"]} if found["joker"] else chosen


def _slot(state: State, found: re.Match[str]) -> int:
    if found["slot"]:
        return int(found["slot"])
    shown = [card.value if card else "nothing" for card in state.cards.display]
    if found["symbol"] not in shown:
        message = f"{found['symbol']} is not in the display, which shows {' and '.join(shown)}."
        raise Malformed({"notation": [message]})
    return shown.index(found["symbol"])


def _march_via(_: State, found: re.Match[str]) -> JsonObject:
    (space,) = _pairs(found["space"])
    return {"type": "march", "space": space, "path": _pairs(found["path"])}


def _march_to(state: State, found: re.Match[str]) -> JsonObject:
    (space,), (point,) = _pairs(found["space"]), _pairs(found["point"])
    return {"type": "march", "space": space, "path": _way(state, point)}


def _way(state: State, point: list[int]) -> list[list[int]]:
    """The first way to a point that can be paid for, or any that the rules can then refuse."""
    topology, pieces = state.table.board.topology, state.pieces
    goal = topology.point_index.get((point[0], point[1]))
    if goal is None:
        return [list(topology.points[pieces.point]), point]
    payable = islice(payable_paths(state.table.board, pieces, goal), 1)
    way = next(payable, None) or topology.shortest_path(pieces.point, goal)
    return [list(topology.points[each]) for each in way]


def _conquest(_: State, found: re.Match[str]) -> JsonObject:
    (province,) = _pairs(found["space"])
    is_takeover = found["verb"] == "take over"
    move = {
        "type": "take_over" if is_takeover else "occupy",
        "province": province,
        "governors": _pairs(found["governors"]),
    }
    cards = found["given"] and dict(re.findall(rf"({_SYMBOL}) ({_NUMBER})", found["given"]))
    return {**move, "compensation": {s: int(n) for s, n in cards.items()}} if cards else move


def _pairs(text: str) -> list[list[int]]:
    return [[int(part) for part in pair.split(",")] for pair in text.split()]


@dataclass(frozen=True, slots=True)
class _Form:
    example: str
    pattern: str
    read: Callable[[State, re.Match[str]], JsonObject]


_SYMBOL = "|".join(symbol.value for symbol in SYMBOLS)
_NUMBER = "[0-9]{1,2}"
_PAIR = "-?[0-9]{1,4},-?[0-9]{1,4}"
_PAIRS = f"{_PAIR}(?: {_PAIR})*"
_CARD = rf"(?:(?P<symbol>{_SYMBOL})|slot (?P<slot>[01]))"
_WITH = rf"(?P<space>{_PAIR}) with (?P<governors>{_PAIRS})"
_GIVE = rf"(?: give(?P<given>(?: (?:{_SYMBOL}) {_NUMBER})+))?"

_FORMS = (
    _Form(
        "card lyre (or card slot 0; a joker: card lyre as horse)",
        rf"card {_CARD}(?: as (?P<joker>{_SYMBOL}))?",
        _choose_card,
    ),
    _Form(
        "card hand lyre",
        rf"card hand (?P<card>{_SYMBOL})",
        lambda _, found: {"type": "choose_card", "from": "hand", "card": found["card"]},
    ),
    _Form("march 2,1 to 2,2", rf"march (?P<space>{_PAIR}) to (?P<point>{_PAIR})", _march_to),
    _Form(
        "march 2,1 via 0,0 1,1 2,2", rf"march (?P<space>{_PAIR}) via (?P<path>{_PAIRS})", _march_via
    ),
    _Form("take supply", "take supply", lambda *_: {"type": "take_card", "from": "supply"}),
    _Form(
        "take lyre (or take slot 0)",
        rf"take {_CARD}",
        lambda state, found: {
            "type": "take_card",
            "from": "display",
            "slot": _slot(state, found),
        },
    ),
    _Form("occupy 3,4 with 3,4 5,6", rf"(?P<verb>occupy) {_WITH}(?P<given>)", _conquest),
    _Form(
        "take over 3,4 with 3,4 5,6 (what is due: give lyre 2 horse 1)",
        rf"(?P<verb>take over) {_WITH}{_GIVE}",
        _conquest,
    ),
    _Form(
        "levy soldier",
        rf"levy (?P<card>{_SYMBOL})",
        lambda _, found: {"type": "levy_taxes", "card": found["card"]},
    ),
    _Form(
        "recall 3,4",
        rf"recall (?P<space>{_PAIR})",
        lambda _, found: {"type": "recall", "space": _pairs(found["space"])[0]},
    ),
    _Form("end", "end", lambda *_: {"type": "end_turn"}),
    _Form("resign", "resign", lambda *_: {"type": "resign"}),
)
