"""Moves as lines of text: ``road 12``, ``robber 0,-1 rob 2``, ``offer 1 wool for 1 brick``."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from reprlib import repr as brief
from typing import Any

from domain.errors import Malformed
from domain.record.visibility import JsonObject
from domain.settlers.decide_trade import rates
from domain.settlers.moves import AnyMove, TradeWithBank
from domain.settlers.state import State
from domain.settlers.wire.moves import MOVES
from domain.wire.moves import Move

NUMBER = r"\d{1,4}"
HEX = r"-?\d{1,3},-?\d{1,3}"
CARDS = r"(?:\d{1,3} [a-z]+)(?: \d{1,3} [a-z]+)*"


@dataclass(frozen=True, slots=True)
class Form:
    """How the moves of a type are written: what follows the word, field by field, and read."""

    type: str
    pattern: str
    example: str
    write: Callable[[JsonObject], str]
    read: Callable[[Mapping[str, str]], JsonObject]


def bare(type_: str, word: str) -> Form:
    """A word alone."""
    return Form(type_, word, word, lambda _: word, lambda _: {})


def numbered(type_: str, word: str, field: str) -> Form:
    """A word and a number."""
    return Form(
        type_,
        rf"{word} (?P<n>{NUMBER})",
        f"{word} 12",
        lambda move: f"{word} {move[field]}",
        lambda found: {field: int(found["n"])},
    )


def _carried(type_: str, word: str) -> Form:
    """A word and cards."""
    return Form(
        type_,
        rf"{word} (?P<cards>{CARDS})",
        f"{word} 1 wool 1 ore",
        lambda move: f"{word} {cards_written(move['cards'])}",
        lambda found: {"cards": cards_read(found["cards"])},
    )


def _robbing(type_: str, word: str) -> Form:
    def write(move: JsonObject) -> str:
        q, r = move["hex"]
        robbed = f" rob {move['victim']}" if "victim" in move else ""
        return f"{word} {q},{r}{robbed}"

    def read(found: Mapping[str, str]) -> JsonObject:
        hex_ = {"hex": [int(part) for part in found["hex"].split(",")]}
        return {**hex_, "victim": int(found["seat"])} if found["seat"] else hex_

    pattern = rf"{word} (?P<hex>{HEX})(?: rob (?P<seat>{NUMBER}))?"
    return Form(type_, pattern, f"{word} 0,-1 rob 2", write, read)


def _offered() -> Form:
    return Form(
        "offer_trade",
        rf"offer (?P<give>{CARDS}) for (?P<get>{CARDS})",
        "offer 1 wool for 1 ore",
        lambda move: f"offer {cards_written(move['give'])} for {cards_written(move['get'])}",
        lambda found: {"give": cards_read(found["give"]), "get": cards_read(found["get"])},
    )


def _answered() -> Form:
    def write(move: JsonObject) -> str:
        if not move["accept"]:
            return "refuse"
        gives = f" give {cards_written(move['give'])}" if "give" in move else ""
        gets = f" get {cards_written(move['get'])}" if "get" in move else ""
        return f"accept{gives}{gets}"

    def read(found: Mapping[str, str]) -> JsonObject:
        terms = {side: cards_read(found[side]) for side in ("give", "get") if found[side]}
        return {"accept": found["word"] == "accept", **terms}

    pattern = rf"(?P<word>accept|refuse)(?: give (?P<give>{CARDS}))?(?: get (?P<get>{CARDS}))?"
    return Form("answer_trade", pattern, "accept give 1 ore get 2 wool", write, read)


def _with_bank() -> Form:
    return Form(
        "trade_with_bank",
        rf"bank (?:{NUMBER} )?(?P<give>[a-z]+) for (?:1 )?(?P<get>[a-z]+)",
        "bank 4 wool for 1 ore",
        lambda move: f"bank {move['rate']} {move['give']} for 1 {move['get']}",
        lambda found: {"give": found["give"], "get": found["get"]},
    )


def _monopoly() -> Form:
    return Form(
        "play_monopoly",
        "monopoly (?P<resource>[a-z]+)",
        "monopoly ore",
        lambda move: f"monopoly {move['resource']}",
        lambda found: {"resource": found["resource"]},
    )


FORMS = (
    numbered("build_settlement", "settlement", "corner"),
    numbered("build_road", "road", "edge"),
    numbered("build_city", "city", "corner"),
    bare("roll", "roll"),
    _carried("discard", "discard"),
    _robbing("move_robber", "robber"),
    bare("buy_development_card", "buy"),
    _robbing("play_knight", "knight"),
    bare("play_road_building", "roads"),
    _carried("play_year_of_plenty", "plenty"),
    _monopoly(),
    _with_bank(),
    _offered(),
    _answered(),
    numbered("close_trade", "close", "seat"),
    bare("withdraw_trade", "withdraw"),
    bare("end_turn", "end"),
    bare("resign", "resign"),
)


def cards_written(cards: Mapping[str, int]) -> str:
    """Cards in words: ``1 wool 2 ore``."""
    return " ".join(f"{n} {name}" for name, n in cards.items())


def cards_read(text: str) -> dict[str, int]:
    """Cards of words; a name that comes twice counts together."""
    words, found = text.split(), dict[str, int]()
    for n, name in zip(words[::2], words[1::2], strict=True):
        found[name] = found.get(name, 0) + int(n)
    return found


def spelled_move(state: State, move: Move) -> str:
    """The move as a line of text that ``parse_move`` takes back."""
    return written(FORMS, stated(state, move))


def stated(state: State, move: Move) -> JsonObject:
    """The move as JSON, with the rate where the active seat trades with the bank."""
    found = MOVES.json(move)
    if isinstance(move, TradeWithBank):
        found["rate"] = rates(state, state.turn.seat)[state.table.edition.index[move.give]]
    return found


def written(forms: tuple[Form, ...], move: JsonObject) -> str:
    """A move's line in the form of its type."""
    return next(form.write(move) for form in forms if form.type == move["type"])


def parse_move(text: str) -> AnyMove:
    """The move that a text asks for; whether it is legal is for ``decide``. Raises Malformed."""
    return MOVES.read(stated_in(FORMS, text))


def stated_in(forms: tuple[Form, ...], text: str) -> Any:
    """The move of a line as JSON. Raises Malformed."""
    line = re.sub(r"\s*,\s*", ",", " ".join(text.lower().split()))
    for form in forms:
        if found := re.fullmatch(form.pattern, line):
            return {"type": form.type, **form.read(found.groupdict())}
    word = line.partition(" ")[0]
    alike = [form.example for form in forms if form.pattern.startswith(word)] if word else []
    examples = "; ".join(alike or [form.example for form in forms])
    raise Malformed({"notation": [f"must read like one of: {examples}. Given: {brief(text)}."]})
