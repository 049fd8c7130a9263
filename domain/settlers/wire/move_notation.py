"""Moves as lines of text: ``road 12``, ``robber 0,-1 rob 2``, ``offer 1 wool for 1 brick``."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from domain.record.visibility import JsonObject
from domain.settlers.decide_trade import rates
from domain.settlers.moves import AnyMove, TradeWithBank
from domain.settlers.state import State
from domain.settlers.wire.moves import MOVES
from domain.wire.moves import Move
from domain.wire.notation import normalised, unreadable

# Bounded: int() of a very long number would cost time and raise.
NUMBER = r"\d{1,4}"
HEX = r"-?\d{1,3},-?\d{1,3}"
CARDS = r"(?:\d{1,3} [a-z]+)(?: \d{1,3} [a-z]+)*"


@dataclass(frozen=True, slots=True)
class Form:
    """The notation of one type of move: its pattern, and both directions."""

    type: str
    pattern: str
    example: str
    write: Callable[[JsonObject], str]
    read: Callable[[Mapping[str, str]], JsonObject]


def bare(type_: str, word: str) -> Form:
    """Return the form of a single word."""
    return Form(type_, word, word, lambda _: word, lambda _: {})


def numbered(type_: str, word: str, field: str) -> Form:
    """Return the form of a word and a number."""
    return Form(
        type_,
        rf"{word} (?P<n>{NUMBER})",
        f"{word} 12",
        lambda move: f"{word} {move[field]}",
        lambda groups: {field: int(groups["n"])},
    )


def _with_cards(type_: str, word: str) -> Form:
    """Return the form of a word and cards."""
    return Form(
        type_,
        rf"{word} (?P<cards>{CARDS})",
        f"{word} 1 wool 1 ore",
        lambda move: f"{word} {format_cards(move['cards'])}",
        lambda groups: {"cards": parse_cards(groups["cards"])},
    )


def _robber(type_: str, word: str) -> Form:
    def write(move: JsonObject) -> str:
        q, r = move["hex"]
        # Defaults are left out of the JSON, so a robber without a victim has no such field.
        robbed = f" rob {move['victim']}" if "victim" in move else ""
        return f"{word} {q},{r}{robbed}"

    def read(groups: Mapping[str, str]) -> JsonObject:
        hex_ = {"hex": [int(part) for part in groups["hex"].split(",")]}
        return {**hex_, "victim": int(groups["seat"])} if groups["seat"] else hex_

    pattern = rf"{word} (?P<hex>{HEX})(?: rob (?P<seat>{NUMBER}))?"
    return Form(type_, pattern, f"{word} 0,-1 rob 2", write, read)


def _offer() -> Form:
    return Form(
        "offer_trade",
        rf"offer (?P<give>{CARDS}) for (?P<get>{CARDS})",
        "offer 1 wool for 1 ore",
        lambda move: f"offer {format_cards(move['give'])} for {format_cards(move['get'])}",
        lambda groups: {"give": parse_cards(groups["give"]), "get": parse_cards(groups["get"])},
    )


def _answer() -> Form:
    def write(move: JsonObject) -> str:
        if not move["accept"]:
            return "refuse"
        gives = f" give {format_cards(move['give'])}" if "give" in move else ""
        gets = f" get {format_cards(move['get'])}" if "get" in move else ""
        return f"accept{gives}{gets}"

    def read(groups: Mapping[str, str]) -> JsonObject:
        terms = {side: parse_cards(groups[side]) for side in ("give", "get") if groups[side]}
        return {"accept": groups["word"] == "accept", **terms}

    pattern = rf"(?P<word>accept|refuse)(?: give (?P<give>{CARDS}))?(?: get (?P<get>{CARDS}))?"
    return Form("answer_trade", pattern, "accept give 1 ore get 2 wool", write, read)


def _with_bank() -> Form:
    return Form(
        "trade_with_bank",
        # The rate is written for people and ignored when read: it follows from the harbours.
        rf"bank (?:{NUMBER} )?(?P<give>[a-z]+) for (?:1 )?(?P<get>[a-z]+)",
        "bank 4 wool for 1 ore",
        lambda move: f"bank {move['rate']} {move['give']} for 1 {move['get']}",
        lambda groups: {"give": groups["give"], "get": groups["get"]},
    )


def _monopoly() -> Form:
    return Form(
        "play_monopoly",
        "monopoly (?P<resource>[a-z]+)",
        "monopoly ore",
        lambda move: f"monopoly {move['resource']}",
        lambda groups: {"resource": groups["resource"]},
    )


FORMS = (
    numbered("build_settlement", "settlement", "corner"),
    numbered("build_road", "road", "edge"),
    numbered("build_city", "city", "corner"),
    bare("roll", "roll"),
    _with_cards("discard", "discard"),
    _robber("move_robber", "robber"),
    bare("buy_development_card", "buy"),
    _robber("play_knight", "knight"),
    bare("play_road_building", "roads"),
    _with_cards("play_year_of_plenty", "plenty"),
    _monopoly(),
    _with_bank(),
    _offer(),
    _answer(),
    numbered("close_trade", "close", "seat"),
    bare("withdraw_trade", "withdraw"),
    bare("end_turn", "end"),
    bare("resign", "resign"),
)


def format_cards(cards: Mapping[str, int]) -> str:
    """Return cards as text: ``1 wool 2 ore``."""
    return " ".join(f"{n} {name}" for name, n in cards.items())


def parse_cards(text: str) -> dict[str, int]:
    """Return the numbers by name; a name may come twice."""
    words, cards = text.split(), dict[str, int]()
    for n, name in zip(words[::2], words[1::2], strict=True):
        # Names are not checked here: `MOVES.read` names an unknown good with the field's path.
        cards[name] = cards.get(name, 0) + int(n)
    return cards


def format_move(state: State, move: Move) -> str:
    """Return the move as a line of text; ``parse_move`` reads it back."""
    return format_fields(FORMS, move_fields(state, move))


def move_fields(state: State, move: Move) -> JsonObject:
    """Return the move as JSON, with the rate if it is a trade with the bank."""
    fields = MOVES.json(move)
    if isinstance(move, TradeWithBank):
        # Only the seat on turn trades with the bank (S10).
        fields["rate"] = rates(state, state.turn.seat)[state.table.edition.index[move.give]]
    return fields


def format_fields(forms: tuple[Form, ...], move: JsonObject) -> str:
    """Return the line of a move given as JSON."""
    return next(form.write(move) for form in forms if form.type == move["type"])


def parse_move(text: str) -> AnyMove:
    """Return the move of a line; ``decide`` judges if it is legal. Raises Malformed."""
    return MOVES.read(parse_fields(FORMS, text))


def parse_fields(forms: tuple[Form, ...], text: str) -> Any:
    """Return the move of a line as JSON. Raises Malformed."""
    line = normalised(text)
    for form in forms:
        if match := re.fullmatch(form.pattern, line):
            return {"type": form.type, **form.read(match.groupdict())}
    word = line.partition(" ")[0]
    # Patterns begin with their word, so a word half typed finds its forms too.
    similar = [form.example for form in forms if form.pattern.startswith(word)] if word else []
    raise unreadable(text, similar or [form.example for form in forms])
