"""A player's archive: all their games as one stream of documents, as lines or as a zip."""

from collections.abc import Iterator
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from flask import Response, request, stream_with_context

from projections.my_games import key_range
from service.http.answering.archive_lines import ArchiveEntry, PlayerArchive
from service.http.answering.long_answers import add_file
from service.http.answering.private_answers import NOT_KEPT, VARY_PRIVATE
from service.http.asking.access import visible
from service.http.asking.allowances import spend
from service.http.asking.auth import player_id
from service.http.document.describing import scoped
from service.http.document.shapes import ref
from service.http.reading.list_queries import ArchiveQuery, filters_in, position_in
from service.http.reading.parsing import Resource
from service.http.resources.games import export_document

NDJSON, ZIP = "application/x-ndjson", "application/zip"
KINDS = {"ndjson": NDJSON, "zip": ZIP}
LINE = {"oneOf": [ref(each) for each in ("ArchivedGame", "ArchiveFailure", "ArchiveEnd")]}

blp = Resource("archive", __name__, description="All games of a player.")


@blp.get("/me/archive")
@blp.doc(
    operationId="read_archive",
    security=scoped("read"),
    responses={200: {"content": {ZIP: {"schema": {"type": "string", "format": "binary"}}}}},
)
@blp.arguments(ArchiveQuery(), location="query")
@blp.response(
    200,
    LINE,
    content_type=NDJSON,
    description="A line of JSON for each game, and one that ends the answer.",
)
def read_archive(query: dict[str, Any]) -> Response:
    """Read all games this player sits in, each as `GET /games/{game_id}/export` shows it.

    Finished games are complete, others have what the player may see. Each line is such a document
    with one field more, its `cursor`; a game that cannot be read has a line with `failed` in its
    place, and the others follow. The last line has the number of `games`, and `next`: the cursor to
    go on with after 1,000 games, or after the service had to stop (`stopped` says why), null at the
    end. A connection that was lost is resumed by the `cursor` of the last whole line. The games are
    in the order of `GET /me/games` and selected by the same filters; one that has changed meanwhile
    may come twice or not at all, so ask again with `since` and the `began_at` of the first answer.
    With `format=zip` or `Accept: application/zip` the answer is a zip with a file for each game,
    `<game_id>.json` or `<game_id>.failed.json`, and the last line as `archive.json`.
    """
    player, filters = player_id(), filters_in(query)
    spend("archives")
    position = position_in(query)
    archive = PlayerArchive(
        player,
        filters,
        key_range(waiting=False, study=query["study"]),
        position and position.as_start(),
        _document,
    )
    kind = KINDS.get(query["format"]) or request.accept_mimetypes.best_match([NDJSON, ZIP])
    return _streamed(_zipped(archive), ZIP) if kind == ZIP else _streamed(_lines(archive), NDJSON)


def _document(game_id: str) -> bytes:
    return msgspec.json.encode(export_document(game_id, visible(game_id)))


def _streamed(source: Iterator[bytes], kind: str) -> Response:
    response = Response(stream_with_context(source), content_type=kind)
    name = "anabasis.zip" if kind == ZIP else "anabasis.ndjson"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = NOT_KEPT
    # nginx would otherwise hold lines back until its buffer is full.
    response.headers["X-Accel-Buffering"] = "no"
    response.vary.update((*VARY_PRIVATE, "Accept"))
    return response


def _lines(archive: PlayerArchive) -> Iterator[bytes]:
    for entry in archive.entries():
        yield entry.line
    yield msgspec.json.encode(archive.end) + b"\n"


def _zipped(archive: PlayerArchive) -> Iterator[bytes]:
    """Yield a zip piece by piece."""
    sink = _Sink()
    # The sink cannot seek, so each file's length follows it. The list of files at the end is all
    # that grows with the number of games.
    with ZipFile(cast("Any", sink), "w", ZIP_DEFLATED) as files:
        for entry in archive.entries():
            add_file(files, _name(entry), entry.content)
            yield sink.taken()
        add_file(files, "archive.json", msgspec.json.encode(archive.end))
    yield sink.taken()


def _name(entry: ArchiveEntry) -> str:
    return f"{entry.game_id}.failed.json" if entry.has_failed else f"{entry.game_id}.json"


class _Sink:
    """Takes what is written, until it is taken."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, content: bytes) -> int:
        """Add bytes; return their number."""
        self._written += content
        return len(content)

    def flush(self) -> None:
        """Do nothing: there is nothing between this and its reader."""

    def taken(self) -> bytes:
        """Return what was written since the last call."""
        taken = bytes(self._written)
        self._written.clear()
        return taken
