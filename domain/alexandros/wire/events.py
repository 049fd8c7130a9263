"""Events as JSON: the data of the record, hidden values included."""

from collections.abc import Callable
from typing import assert_never

from domain.alexandros.board import SYMBOLS, Symbol
from domain.alexandros.cards import Counts, from_list
from domain.alexandros.events import (
    CardChosen,
    CardTaken,
    Dealt,
    GovernorRecalled,
    Happening,
    Marched,
    Passing,
    Pile,
    ProvinceOccupied,
    ProvinceTakenOver,
    Resigned,
    TaxesLevied,
    TurnEnded,
)
from domain.alexandros.state import Display
from domain.grids.triangular import Side
from domain.kernel.outcome import Outcome
from domain.record.visibility import JsonObject

_SYMBOL = {symbol.value: symbol for symbol in SYMBOLS}
_CARD: dict[str | None, Symbol | None] = {None: None}
_CARD.update(_SYMBOL)
_NAMES = tuple(symbol.value for symbol in SYMBOLS)


def event_json(event: Happening) -> JsonObject:  # noqa: PLR0911 - one case a kind
    """An event's data as it is stored, hidden values included."""
    match event:
        case Dealt():
            return _dealt_json(event)
        case CardChosen():
            return _card_chosen_json(event)
        case Marched():
            return _marched_json(event)
        case CardTaken():
            return _card_taken_json(event)
        case ProvinceOccupied() | ProvinceTakenOver():
            return _conquest_json(event)
        case TaxesLevied():
            return _taxes_levied_json(event)
        case GovernorRecalled(space=space):
            return {"space": list(space)}
        case TurnEnded():
            return {**_passing(event.passing), "result": _result(event.result)}
        case Resigned():
            return _resigned_json(event)
        case _:
            assert_never(event)


def _dealt_json(event: Dealt) -> JsonObject:
    return {
        "first_seat": event.first_seat,
        "hands": _names(event.hands),
        "display": _names(event.display),
        "supply": _names(event.supply),
        "march_skipped": event.march_skipped,
    }


def _card_chosen_json(event: CardChosen) -> JsonObject:
    return {
        **_taken_from(event.slot, "hand"),
        "card": event.card.value,
        "joker": _name(event.joker),
        "refill": _name(event.refill),
        **_reshuffle(event.supply),
    }


def _marched_json(event: Marched) -> JsonObject:
    return {
        "space": list(event.space),
        "path": _lists(event.path),
        "black_walls": [_lists(side) for side in event.black_walls],
        "red_walls": [_lists(side) for side in event.red_walls],
    }


def _card_taken_json(event: CardTaken) -> JsonObject:
    is_hidden = event.slot is None
    return {
        **_taken_from(event.slot, "supply"),
        "card": None if is_hidden else event.card.value,
        "drawn": event.card.value if is_hidden else None,
        **_reshuffle(event.supply),
    }


def _taxes_levied_json(event: TaxesLevied) -> JsonObject:
    return {
        "card": event.card.value,
        "gains": list(event.gains),
        "scores": list(event.scores),
        "result": _result(event.result),
    }


def _resigned_json(event: Resigned) -> JsonObject:
    return {
        "seat": event.seat,
        "governors": _lists(event.governors),
        "cards": _counts(event.cards),
        **_passing(event.passing),
        "result": _result(event.result),
    }


def _conquest_json(event: ProvinceOccupied | ProvinceTakenOver) -> JsonObject:
    data = {
        "province": list(event.province),
        "governors": _lists(event.governors),
        "paid": _counts(event.paid),
        "yield": event.yields,
    }
    if isinstance(event, ProvinceOccupied):
        return data
    given = event.compensation
    return {
        **data,
        "loser": event.loser,
        "removed": _lists(event.removed),
        "compensation": None if given is None else _counts(given),
    }


def _taken_from(slot: int | None, elsewhere: str) -> JsonObject:
    return {"from": elsewhere if slot is None else "display", "slot": slot}


def _reshuffle(supply: Pile | None) -> JsonObject:
    return {
        "reshuffled": supply is not None,
        "supply": None if supply is None else _names(supply),
    }


def _passing(passing: Passing) -> JsonObject:
    return {
        "refilled": _names(passing.refilled),
        **_reshuffle(passing.supply),
        "next_seat": passing.next_seat,
        "march_skipped": passing.march_skipped,
        "last_turn": passing.last_turn,
    }


def _result(result: Outcome | None) -> JsonObject | None:
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "scores": list(result.scores),
        "reason": result.reason,
    }


def _name(symbol: Symbol | None) -> str | None:
    return None if symbol is None else symbol.value


def _names(symbols: tuple[Symbol | None, ...]) -> list[str | None]:
    return [None if symbol is None else symbol.value for symbol in symbols]


def _counts(counts: Counts) -> dict[str, int]:
    return dict(zip(_NAMES, counts, strict=True))


def _lists(pairs: tuple[tuple[int, int], ...]) -> list[list[int]]:
    return [[a, b] for a, b in pairs]


def event_from_json(type_: str, data: JsonObject) -> Happening:
    """The event of a stored type and its whole data. Raises KeyError for what was never stored."""
    return _DECODERS[type_](data)


def _dealt(data: JsonObject) -> Dealt:
    hands = tuple(_SYMBOL[name] for name in data["hands"])
    pile = tuple(_SYMBOL[name] for name in data["supply"])
    return Dealt(data["first_seat"], hands, _display(data["display"]), pile, data["march_skipped"])


def _card_chosen(data: JsonObject) -> CardChosen:
    card, joker, refill = data["card"], data["joker"], data["refill"]
    return CardChosen(
        data["slot"], _SYMBOL[card], _CARD[joker], _CARD[refill], _pile(data["supply"])
    )


def _marched(data: JsonObject) -> Marched:
    return Marched(
        _pair(data["space"]),
        _pairs(data["path"]),
        tuple([_side(side) for side in data["black_walls"]]),
        tuple([_side(side) for side in data["red_walls"]]),
    )


def _card_taken(data: JsonObject) -> CardTaken:
    card = data["card"] or data["drawn"]
    return CardTaken(data["slot"], _SYMBOL[card], _pile(data["supply"]))


def _province_occupied(data: JsonObject) -> ProvinceOccupied:
    return ProvinceOccupied(
        _pair(data["province"]),
        _pairs(data["governors"]),
        _cards(data["paid"]),
        data["yield"],
    )


def _province_taken_over(data: JsonObject) -> ProvinceTakenOver:
    given = data["compensation"]
    return ProvinceTakenOver(
        _pair(data["province"]),
        _pairs(data["governors"]),
        data["loser"],
        _pairs(data["removed"]),
        _cards(data["paid"]),
        None if given is None else _cards(given),
        data["yield"],
    )


def _taxes_levied(data: JsonObject) -> TaxesLevied:
    return TaxesLevied(
        _SYMBOL[data["card"]],
        tuple(data["gains"]),
        tuple(data["scores"]),
        _outcome(data["result"]),
    )


def _governor_recalled(data: JsonObject) -> GovernorRecalled:
    return GovernorRecalled(_pair(data["space"]))


def _turn_ended(data: JsonObject) -> TurnEnded:
    return TurnEnded(_passed(data), _outcome(data["result"]))


def _resigned(data: JsonObject) -> Resigned:
    return Resigned(
        data["seat"],
        _pairs(data["governors"]),
        _cards(data["cards"]),
        _passed(data),
        _outcome(data["result"]),
    )


_DECODERS: dict[str, Callable[[JsonObject], Happening]] = {
    "dealt": _dealt,
    "card_chosen": _card_chosen,
    "marched": _marched,
    "card_taken": _card_taken,
    "province_occupied": _province_occupied,
    "province_taken_over": _province_taken_over,
    "taxes_levied": _taxes_levied,
    "governor_recalled": _governor_recalled,
    "turn_ended": _turn_ended,
    "resigned": _resigned,
}


def _passed(data: JsonObject) -> Passing:
    return Passing(
        _display(data["refilled"]),
        _pile(data["supply"]),
        data["next_seat"],
        data["march_skipped"],
        data["last_turn"],
    )


def _outcome(data: JsonObject | None) -> Outcome | None:
    if data is None:
        return None
    return Outcome(tuple(data["winners"]), tuple(data["scores"]), data["reason"])


def _display(names: list[str | None]) -> Display:
    first, second = names
    return (_CARD[first], _CARD[second])


def _pile(names: list[str] | None) -> Pile | None:
    return None if names is None else tuple([_SYMBOL[name] for name in names])


def _cards(counts: dict[str, int]) -> Counts:
    return from_list(counts[name] for name in _NAMES)


def _pair(numbers: list[int]) -> tuple[int, int]:
    a, b = numbers
    return (a, b)


def _pairs(lists: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple([(a, b) for a, b in lists])


def _side(lists: list[list[int]]) -> Side:
    (a, b), (c, d) = lists
    return ((a, b), (c, d))
