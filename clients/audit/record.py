"""All checks of an export: its record, form, clocks and end, and the places of its cards."""

import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any, NoReturn

from clients.audit.clock import clock
from clients.audit.core import BACK, Checks, Json, canonical, chance_key, core
from clients.audit.form import document, form
from clients.audit.games import game_named
from clients.audit.log import check_head
from clients.audit.luck import Luck
from clients.audit.result import winner

# An export may hold anything in any place, and each check reads it as if it were sound.
FAULTS = (ValueError, ArithmeticError, TypeError, LookupError, AttributeError, RecursionError)
"""The errors of a document that is no export."""


def faults(export: Json, *beside: Json) -> Iterator[tuple[int, str]]:
    """Yield each event that does not hold, and a word for it; ``beside`` may be head and keys."""
    for version, word, stated, due in chain(checks(export), check_head(export, *beside)):
        # Not by ==, for which 1, 1.0 and True are the same.
        if canonical(stated) != canonical(due):
            yield version, word


def checks(export: Json) -> Checks:
    """Yield every check of an export; the cards come last, as they build on all the others."""
    events, terms = export["events"], export["events"][0]["data"]
    if terms["secret"] is None:
        _exit_without_secret(events)
    game = game_named(terms["ruleset"])
    yield from core(events, game and game.HIDDEN)
    yield from form(events)
    yield from clock(events)
    yield from document(export)
    yield from winner(events)
    if not limit(export):
        key = chance_key(bytes.fromhex(terms["secret"]), events)
        yield from _cards(events, Luck(key, terms["chance"]["version"]), game)


def _exit_without_secret(events: list[Json]) -> NoReturn:
    """Exit with the reason why the secret is missing."""
    if events[-1]["type"] == "cancelled":
        sys.exit("the game was cancelled before its start: there is nothing to audit")
    if events[-1]["type"] == "abandoned":
        sys.exit("the game was abandoned, and its secret is never told: there is nothing to audit")
    sys.exit("the game is not over: export it once it is")


def limit(export: Json) -> str:
    """Return the reason why a game's cards are not followed, empty if they are."""
    terms = export["events"][0]["data"]
    is_stated = terms["chance"]["version"] > 1
    less = f", but its {'cards were not followed' if is_stated else 'luck was not checked'}: "
    if game_named(terms["ruleset"]) is None:
        return f"{less}no file here knows {terms['ruleset']!r}"
    return f"{less}a study has no deal" if terms.get("study") else ""


def _cards(events: list[Json], luck: Luck, game: Any) -> Checks:
    """Check that deals, dice and cards are those that the luck gives, by each game's own file."""
    terms, table = dict(events[0]["data"]), None
    tables: dict[int, Json | None] = {}
    if terms["first_seat"] is None:
        terms["first_seat"] = luck.below("first_seat", 0, terms["seats"])
    for version, event in enumerate(events, 1):
        if stated := event["data"].get("dealt"):
            stated, (due, table) = [table, stated], game.deal(luck, terms)
            due = {**stated[1], **due, "first_seat": terms["first_seat"]}
            yield version, "deal", stated, [None, due]
        elif event["type"] in BACK:
            table = tables[event["data"]["to"]]
        elif table:
            stated, due, table = game.draw(luck, table, event)
            yield version, "cards", stated, due
        tables[version] = table
    yield len(events), "deal", table is not None, True
