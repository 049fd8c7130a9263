"""Alexandros: its deal, and the cards drawn from its supply."""

from collections import Counter
from typing import Any

from clients.audit.core import Json
from clients.audit.luck import Luck

SYMBOLS = ["temple", "amphora", "horse", "lyre", "soldier"]
HIDDEN = dict.fromkeys(["card_chosen", "turn_ended", "resigned"], "supply")
HIDDEN |= {"seat_taken": "dealt/hands/* dealt/supply", "card_taken": "drawn supply"}


def deal(luck: Luck, terms: Json) -> tuple[Json, Json]:
    """Return the deal as the record states it, and the table after it."""
    n, deck = terms["seats"], luck.shuffled("supply", 0, dict.fromkeys(SYMBOLS, 11))
    dealt = {"hands": deck[:n], "display": deck[n : n + 2], "supply": deck[n + 2 :]}
    return dealt, {"supply": deck[n + 2 :], "discard": [], "k": 1}


def draw(luck: Luck, was: Json, event: Json) -> tuple[Any, Any, Json]:
    """Return the luck that an event states, the luck that is due, and the table after it."""
    supply, k, data = was["supply"], was["k"], event["data"]
    spent = event["type"] == "taxes_levied" or data.get("from") == "hand"
    paid = {data["card"]: 1} if spent else data.get("paid") or data.get("cards")
    kept = Counter[str](data.get("compensation"))
    discard = [*was["discard"], *(Counter[str](paid) - kept).elements()]
    stated = [data.get("refill"), data.get("drawn"), *data.get("refilled", [])]
    stated = [card for card in stated if card]
    is_short = len(stated) > len(supply)
    # Sorted, since the order in which cards were discarded is not part of the luck.
    pile = luck.shuffled("supply", k, sorted(discard, key=SYMBOLS.index)) if is_short else []
    drawn, supply = (supply + pile)[: len(stated)], (supply + pile)[len(stated) :]
    now = {"supply": supply, "discard": [] if is_short else discard, "k": k + is_short}
    return [data.get("supply") or [], stated], [pile, drawn], now
