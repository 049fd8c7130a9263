"""Moves as lines of text, to read in a log or to type: ``march 2,1 to 2,2``, ``card lyre``.

Spaces are ``row,column`` and points ``x,y``, as in the API; case does not matter. A display card
is named by its symbol; the second of two equal ones is ``slot 1``.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
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
from domain.wire.notation import normalised, unreadable

Pair = tuple[int, int]


def format_move(state: State, move: AnyMove) -> str:  # noqa: PLR0911 - one case a kind
    """Return the move as a line of text; ``parse_move`` reads it back in the same position."""
    match move:
        case ChooseDisplayCard(slot, joker):
            choice = f"card {_displayed(state, slot)}"
            return choice if joker is UNSET else f"{choice} as {joker.value}"
        case ChooseHandCard(card):
            return f"card hand {card.value}"
        case March(space, path):
            return f"march {_pairs_text([space])} via {_pairs_text(path)}"
        case TakeSupplyCard():
            return "take supply"
        case TakeDisplayCard(slot):
            return f"take {_displayed(state, slot)}"
        case Occupy(province, governors):
            return f"occupy {_pairs_text([province])} with {_pairs_text(governors)}"
        case TakeOver(province, governors, compensation):
            takeover = f"take over {_pairs_text([province])} with {_pairs_text(governors)}"
            due = {} if compensation is UNSET else compensation
            cards = [f"{symbol.value} {n}" for symbol, n in due.items() if n]
            return " ".join([takeover, "give", *cards]) if cards else takeover
        case LevyTaxes(card):
            return f"levy {card.value}"
        case Recall(space):
            return f"recall {_pairs_text([space])}"
        case EndTurn():
            return "end"
        case Resign():
            return "resign"
        case _:
            assert_never(move)


def _displayed(state: State, slot: int) -> str:
    """Return a display card by its symbol, or by its slot if an earlier card is equal."""
    card = state.cards.display[slot]
    is_first = card is not None and state.cards.display.index(card) == slot
    return card.value if card and is_first else f"slot {slot}"


def _pairs_text(pairs: Iterable[Pair]) -> str:
    return " ".join(map(_pair_text, pairs))


@lru_cache(maxsize=4096)  # 200 bytes each
def _pair_text(pair: Pair) -> str:
    return f"{pair[0]},{pair[1]}"


def parse_move(state: State, text: str) -> AnyMove:
    """Return the move of a line in a position; ``decide`` judges if it is legal.

    ``to`` a point takes the first path that the walls can pay for. Raises Malformed.
    """
    # The line is turned into JSON and read by the codec of JSON, so that the same rules check text
    # and JSON.
    line = normalised(text)
    for form in _FORMS:
        if match := re.fullmatch(form.pattern, line):
            return MOVES.read(form.read(state, match))
    word = line.partition(" ")[0]
    # If the first word is a verb, show only its forms: the mistake is probably in the rest.
    similar = [form.example for form in _FORMS if form.example.split()[0] == word]
    raise unreadable(text, similar or [form.example for form in _FORMS])


def _choose_card(state: State, match: re.Match[str]) -> JsonObject:
    choice = {"type": "choose_card", "from": "display", "slot": _slot(state, match)}
    return {**choice, "joker": match["joker"]} if match["joker"] else choice


def _slot(state: State, match: re.Match[str]) -> int:
    if match["slot"]:
        return int(match["slot"])
    # The first of two equal cards is named by its symbol; the other needs its slot.
    display = [card.value if card else "nothing" for card in state.cards.display]
    if match["symbol"] not in display:
        message = f"{match['symbol']} is not in the display, which shows {' and '.join(display)}."
        raise Malformed({"notation": [message]})
    return display.index(match["symbol"])


def _march_via(_: State, match: re.Match[str]) -> JsonObject:
    (space,) = _pairs(match["space"])
    return {"type": "march", "space": space, "path": _pairs(match["path"])}


def _march_to(state: State, match: re.Match[str]) -> JsonObject:
    (space,), (point,) = _pairs(match["space"]), _pairs(match["point"])
    return {"type": "march", "space": space, "path": _path(state, point)}


def _path(state: State, point: list[int]) -> list[list[int]]:
    """Return the first payable path to a point, or any other for the rules to refuse."""
    topology, pieces = state.table.board.topology, state.pieces
    goal = topology.point_index.get((point[0], point[1]))
    if goal is None:
        return [list(topology.points[pieces.point]), point]
    payable = islice(payable_paths(state.table.board, pieces, goal), 1)
    # A path that cannot be paid for is still a path: the rules then say why it is refused.
    path = next(payable, None) or topology.shortest_path(pieces.point, goal)
    return [list(topology.points[each]) for each in path]


def _conquest(_: State, match: re.Match[str]) -> JsonObject:
    (province,) = _pairs(match["space"])
    is_takeover = match["verb"] == "take over"
    move = {
        "type": "take_over" if is_takeover else "occupy",
        "province": province,
        "governors": _pairs(match["governors"]),
    }
    cards = match["given"] and dict(re.findall(rf"({_SYMBOL}) ({_NUMBER})", match["given"]))
    return {**move, "compensation": {s: int(n) for s, n in cards.items()}} if cards else move


def _pairs(text: str) -> list[list[int]]:
    return [[int(part) for part in pair.split(",")] for pair in text.split()]


@dataclass(frozen=True, slots=True)
class _Form:
    example: str
    pattern: str
    read: Callable[[State, re.Match[str]], JsonObject]


_SYMBOL = "|".join(symbol.value for symbol in SYMBOLS)
# Bounded, as are all parts: int() of a very long number would cost time and raise.
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
        lambda _, match: {"type": "choose_card", "from": "hand", "card": match["card"]},
    ),
    _Form("march 2,1 to 2,2", rf"march (?P<space>{_PAIR}) to (?P<point>{_PAIR})", _march_to),
    _Form(
        "march 2,1 via 0,0 1,1 2,2", rf"march (?P<space>{_PAIR}) via (?P<path>{_PAIRS})", _march_via
    ),
    _Form("take supply", "take supply", lambda *_: {"type": "take_card", "from": "supply"}),
    _Form(
        "take lyre (or take slot 0)",
        rf"take {_CARD}",
        lambda state, match: {
            "type": "take_card",
            "from": "display",
            "slot": _slot(state, match),
        },
    ),
    # The group `given` is empty: `_conquest` reads both forms, and this one gives nothing.
    _Form("occupy 3,4 with 3,4 5,6", rf"(?P<verb>occupy) {_WITH}(?P<given>)", _conquest),
    _Form(
        "take over 3,4 with 3,4 5,6 (what is due: give lyre 2 horse 1)",
        rf"(?P<verb>take over) {_WITH}{_GIVE}",
        _conquest,
    ),
    _Form(
        "levy soldier",
        rf"levy (?P<card>{_SYMBOL})",
        lambda _, match: {"type": "levy_taxes", "card": match["card"]},
    ),
    _Form(
        "recall 3,4",
        rf"recall (?P<space>{_PAIR})",
        lambda _, match: {"type": "recall", "space": _pairs(match["space"])[0]},
    ),
    _Form("end", "end", lambda *_: {"type": "end_turn"}),
    _Form("resign", "resign", lambda *_: {"type": "resign"}),
)
