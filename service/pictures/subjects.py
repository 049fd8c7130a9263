"""Subjects of pictures: a position as everybody may see it, and the words for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import chain
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.game import Game, viewer_of
from domain.record.record import Event
from domain.record.visibility import JsonObject, Viewer
from projections.redact import redact
from projections.view import NameOf, view
from service.clients import WEB
from service.game.removals import without
from service.game.state_cache import History
from service.pictures.painter import Job
from service.store.removed_texts import NOTHING, Removed
from service.texts import house_name, page_texts
from service.texts.domain_texts import list_patterns
from service.texts.titles import shown_title

Shape: TypeAlias = Literal["wide", "square", "board"]

FULL: Mapping[str, int] = {"wide": 1200, "square": 1080}
"""The width in pixels of a game's picture in full size, by shape."""
BOARD_WIDTH = 480
"""The width in pixels at which names in a picture of a ruleset's board are readable."""

SHOWN = (
    "ruleset",
    "status",
    "title",
    "options",
    "seats",
    "to_act",
    "turn",
    "state",
    "board",
    "result",
)
"""The fields of a view that pictures use."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a picture: the language of its words, its shape, and its width in pixels.

    What the host has ``removed`` of its game is not drawn.
    """

    language: str
    shape: Shape = "wide"
    width: int | None = None
    removed: Removed = NOTHING

    @property
    def pixels(self) -> int:
        """The width in pixels, by default the full one."""
        return self.width or FULL[self.shape]


@dataclass(frozen=True, slots=True)
class Subject:
    """A picture's subject, encoded: equal subjects give equal pictures, to the byte."""

    ruleset: str
    written: bytes
    width: int

    def job(self, width: int | None) -> Job:
        """Return the job to paint it as a PNG of a width, or as an SVG."""
        return Job(self.ruleset, self.written, width)

    @property
    def digest(self) -> str:
        """A digest of everything that determines the picture, including the page's files."""
        # It is the ETag: a 304 needs no painting, nor does a test of secrecy.
        return sha256(page_digest() + self.written).hexdigest()[:32]


def subject_at(
    game_id: str, history: History, version: int, name_of: NameOf, look: Look
) -> Subject:
    """Return the subject of a game as of an event; everything is open once the game is over."""
    game, event = history.at(version), history.event(version)
    is_over = history.game.status == "finished"
    return subject_of(game_id, game, event, name_of, look, is_over=is_over)


def subject_of(  # noqa: PLR0913 -- all that a picture follows from
    game_id: str,
    game: Game,
    event: Event,
    name_of: NameOf,
    look: Look,
    *,
    is_over: bool = False,
) -> Subject:
    """Return the subject of a game after an event, as everybody may see it.

    Everything is open once the game ``is_over`` by now.
    """
    # The same for everybody, as pictures are passed on, and one painting serves all.
    everybody = Viewer(None, viewer_of(game, None).over or is_over)
    shown = without(view(game_id, game, everybody, name_of), look.removed)
    public = redact(game, event, everybody)
    title = shown_title(shown.title, game.ruleset.id, look.language)
    fields = {field: getattr(shown, field) for field in SHOWN}
    written = {
        "words": words_of(look.language, house_name()),
        "view": fields | {"title": title, "viewer": {"seat": None}},
        "event": {field: getattr(public, field) for field in ("type", "seat", "data")},
        "shape": look.shape,
        "width": look.pixels,
    }
    return Subject(game.ruleset.id, msgspec.json.encode(written), look.pixels)


@cache
def words_of(language: str, _house: str) -> msgspec.Raw:
    """Return the page's texts of a language, encoded; they contain the name of the service."""
    words: JsonObject = {"texts": page_texts(language), "lists": list_patterns(language)}
    return msgspec.Raw(msgspec.json.encode(words))


@cache
def page_digest() -> bytes:
    """Return a digest of the files that pictures are drawn with."""
    digest = sha256()
    found = chain(WEB.glob("*/*.*"), WEB.glob("game/*/*.*"))
    # Some folders in node_modules have names like files.
    files = (path for path in found if path.is_file())
    for path in sorted(path for path in files if path.suffix in (".js", ".css", ".ttf")):
        digest.update(path.read_bytes())
    return digest.digest()
