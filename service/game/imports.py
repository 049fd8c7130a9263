"""Checking an exported game before it is imported: in slices, and nothing in it is trusted."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from domain.errors import RecordBroken
from domain.kernel.game import Game, evolve_recorded
from domain.kernel.window import evolve_long
from domain.record.record import Event, read_entry
from domain.record.visibility import JsonObject
from projections.exports import check_heading, check_marks
from projections.import_reading import ExportParts, ImportRefused, entry_of, names_in, parts_of
from projections.redact import undone_test
from service.game.audits import audit_entries
from service.game.ids import is_game_id
from service.machine.slices import in_slices
from service.texts import DEFAULT
from service.texts.visible_text import fault_in

# The block of a longer record would be read and opened in one piece.
MOST_BYTES = 7_500_000
"""The most bytes of a record that is imported, in its stored form."""
LONGEST_NAME, LONGEST_TITLE, LONGEST_ID = 40, 80, 40


class CheckedGame(Struct, frozen=True):
    """A record that holds by all rules: its game at the end, its entries, its players' names."""

    game_id: str
    game: Game
    entries: list[bytes]
    names: dict[str, str | None]


def check_export(
    document: bytes, at: Callable[[str, int, int], object] = lambda *_: None
) -> CheckedGame:
    """Return the game of an exported document, all of it recomputed. Raises ImportRefused.

    ``at`` hears the game's id, the number of events checked, and that of all.
    """
    parts = parts_of(document)
    game_id = _game_id(parts.heading)
    each = list(in_slices(_entries(parts)))
    entries, shown = [entry for entry, _ in each], [marks for _, marks in each]
    if sum(map(len, entries)) > MOST_BYTES:
        raise ImportRefused(f"its record has over {MOST_BYTES:,} bytes")
    count = len(entries)
    audit = audit_entries(game_id, entries, count, at=lambda version: at(game_id, version, count))
    if audit.broken_at is not None:
        raise ImportRefused(audit.reason or "", audit.broken_at)
    game = _folded(entries)
    names = names_in(parts.heading["seats"])
    _check_game(game, names)
    try:
        _check_document(parts.heading, game, entries, shown)
    except RecordBroken as broken:
        raise ImportRefused(broken.reason, broken.version) from broken
    return CheckedGame(game_id, game, entries, names)


def _game_id(heading: JsonObject) -> str:
    game_id = heading["game_id"]
    if not isinstance(game_id, str) or not is_game_id(game_id):
        raise ImportRefused("its game_id is not the id of a game")
    return game_id


def _entries(parts: ExportParts) -> Iterator[tuple[bytes, JsonObject]]:
    return (entry_of(written, version) for version, written in enumerate(parts.events, start=1))


def _events(entries: list[bytes]) -> Iterator[Event]:
    return in_slices(read_entry(entry, version) for version, entry in enumerate(entries, start=1))


def _folded(entries: list[bytes]) -> Game:
    """Return the game at the end of a sound record."""
    game: Game | None = None
    for event in _events(entries):
        game = evolve_recorded(game, event) if game is None else evolve_long(game, event)
    assert game is not None
    return game


def _check_game(game: Game, names: dict[str, str | None]) -> None:
    """Raise ImportRefused for a sound record that may not be shown here as a finished game."""
    if game.terms.study is not None:
        raise ImportRefused("it is a study: no record proves the position that it begins with", 1)
    if game.status != "finished":
        raise ImportRefused(f"the game is {game.status}, not finished", game.version)
    _check_text("its title", game.terms.title, LONGEST_TITLE, 1)
    for player, name in names.items():
        _check_text("the id of a player", player, LONGEST_ID, None)
        if name is not None:
            _check_text("the name of a player", name, LONGEST_NAME, None)


def _check_text(subject: str, text: str, longest: int, event: int | None) -> None:
    if not 1 <= len(text) <= longest:
        raise ImportRefused(f"{subject} has {len(text)} characters, not 1 to {longest}", event)
    if (fault := fault_in(text)) is not None:
        raise ImportRefused(f"{subject} cannot be shown: {fault.words(DEFAULT)}", event)


def _check_document(
    heading: JsonObject, game: Game, entries: list[bytes], shown: list[JsonObject]
) -> None:
    """Raise RecordBroken if the document contradicts its events."""
    check_heading(heading, game)
    is_undone = undone_test(game)
    for event, marks in zip(_events(entries), shown, strict=True):
        check_marks(event, marks, game.secret, undone=is_undone(event))
