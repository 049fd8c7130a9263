"""Every text for people, by code and language, from the gettext catalogues beside this file.

Refusals, events and options have a code and values, not a sentence: word order differs by language,
so each language makes its own sentence.

A catalogue is ``<domain>/<language>.po``: its msgids are codes, and ``n`` decides its plurals.
Texts that another language lacks are shown in English.
"""

import logging
import re
from collections.abc import Mapping, Set
from functools import cache
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "nl": "Nederlands",
    "da": "Dansk",
}
DEFAULT = "en"
HOUSE_NAME = "Anabasis"
"""The name of the service, unless its host has given it another."""
FOLDER = Path(__file__).parent
SAID = re.compile(
    r"\b(?:(?:rule|order|refusal|problem|told|mail|house|privacy|device|strength)\.|option_)"
)
# So that a first visit to a game loads little.
WITH_TEXTS = (
    "account",
    "animation",
    "boards",
    "challenge",
    "consent",
    "end",
    "host",
    "keys",
    "lesson",
    "lobby",
    "orders",
    "pace",
    "prepared",
    "report",
    "setup",
    "share",
)
"""Parts of the page that load their own texts, ``<part>.…``."""
WITHIN_RULESETS = {"edit": "boards", "lesson": "lesson"}
"""The parts that load some of each ruleset's texts, ``<ruleset>.<key>_…``."""
OF_OTHER_PAGES = re.compile(
    r"(?:kept|listed|lobby|mine|missing|no_way_back|play_bot|quiet_hours|studies)(?:_.*|$)"
    r"|field_(?!seat$).*|row_(?!open_seat$|pace$|reserve$).*|transfer_(?:ask|done|go|instead)"
    r"|invitation_(?:from|join)|rules_(?:choose|players)|boards_(?:draw|own)|come_back_hint|set_up"
    r"|my_games|page_new|tab_finished|first_lot|seat_me"
    r"|\w+\.(?:quick_hint|aim_short)|tagline|(?:join|watch)_title|undo_(?:usual|free|drawn_stays|consent)|vacation_weeks?"
)
"""Texts of the lists of games and of forms, which no game's page shows."""
GAP = re.compile(r"\{(\w+)\}")

Text = str | tuple[str, str]
"""A text with gaps such as ``{name}``, or its singular and its plural."""

log = logging.getLogger(__name__)

_house = {"name": HOUSE_NAME}


def name_house(name: str) -> None:
    """Name the service in all texts of this process from now on."""
    # One for each process, as its texts are made where no settings are known: in pictures, too.
    if name != _house["name"]:
        _house["name"] = name
        texts.cache_clear()


def house_name() -> str:
    """Return the name of the service in the texts of this process."""
    return _house["name"]


def text(language: str, code: str, /, **gaps: object) -> str:
    """Return the text of a code, known gaps filled; an unknown code is its own text."""
    message = texts(language).get(code, code)
    if not isinstance(message, str):
        message = message[gaps.get("n") != 1]
    return GAP.sub(lambda gap: str(gaps.get(gap[1], gap[0])), message)


def has_text(code: str) -> bool:
    """True if there is a text of the code."""
    return code in texts(DEFAULT)


def page_texts(language: str, part: str = "") -> dict[str, Text]:
    """Return the texts that every page loads, or those of one part."""
    return {
        code: message
        for code, message in texts(language).items()
        # The API's answers carry their own texts.
        if not SAID.search(code) and _part_of(code) == part
    }


def game_texts(language: str, others: Set[str]) -> dict[str, Text]:
    """Return the texts that a game's page loads at once; of other rulesets only their titles."""
    return {
        code: message
        for code, message in page_texts(language).items()
        if (code.partition(".")[0] not in others or code.endswith(".title"))
        and not OF_OTHER_PAGES.fullmatch(code)
    }


def _part_of(code: str) -> str:
    """Return the only part of the page that needs a text, empty if others may need it."""
    part, dot, rest = code.partition(".")
    own = part if part in WITH_TEXTS else WITHIN_RULESETS.get(rest.partition("_")[0], "")
    return own if dot else ""


@cache
def texts(language: str) -> dict[str, Text]:
    """Return every text of a language by its code, in English if the language lacks it."""
    own = {code: _named(message) for code, message in catalogue(language).items()}
    if language == DEFAULT:
        return own
    standard = texts(DEFAULT)
    # English may be newer: a page with some English sentences is better than none.
    if missing := sorted(standard.keys() - own.keys()):
        log.warning("%s lacks %s texts, %s and on", language, len(missing), missing[0])
    return {**standard, **own}


def _named(message: Text) -> Text:
    """Return a message with the name of the service in its gap."""
    if isinstance(message, str):
        return message.replace("{house}", house_name())
    one, many = message
    return one.replace("{house}", house_name()), many.replace("{house}", house_name())


def catalogue(language: str) -> dict[str, Text]:
    """Return the texts that the catalogues of a language hold."""
    paths = sorted(FOLDER.glob(f"*/{language}.po"))
    return {code: message for path in paths for code, message in _read(path).items()}


def _read(path: Path) -> dict[str, Text]:
    with path.open("rb") as file:
        messages = list(read_po(file))
    return {_code(each): text for each in messages if each.id and (text := _text_of(each))}


def _code(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _text_of(message: Message) -> Text | None:
    """Return the text of a message, None if a form of it is missing."""
    match message.string:
        case str(only):
            return only or None
        case (str(one), str(many)) if one and many:
            return one, many
        case _:
            return None
