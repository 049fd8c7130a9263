"""Exports of finished games as one file: the record, its signed head, and the server's keys."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from flask import Response

from domain.kernel.play import GameNotOver
from service.http.answering.long_answers import add_file, in_turn
from service.http.answering.private_answers import kept_private
from service.http.asking.access import visible
from service.http.asking.languages import in_language, language
from service.http.document.describing import scoped_or_none
from service.http.document.shapes import response_ref
from service.http.reading.parsing import Resource
from service.http.reading.queries import CodeQuery
from service.http.resources.games import export_document
from service.http.resources.heads import head_document, keys_document
from service.texts import text

ZIP = "application/zip"

blp = Resource("exports", __name__, description="Finished games, each as one file to be audited.")


@blp.get("/games/<game_id>/export.zip")
@blp.doc(
    operationId="export_game_zip",
    security=scoped_or_none("read"),
    responses={409: response_ref("Refused409")},
)
@blp.arguments(CodeQuery(), location="query")
@blp.response(
    200,
    {"type": "string", "format": "binary"},
    content_type=ZIP,
    description="A zip of `game.json`, `head.json`, `keys.json` and `README.txt`.",
)
# This holds the whole record in memory at once, and compresses it.
@in_turn
def export_zip(query: dict[str, Any], game_id: str) -> Response:
    """Export a finished game as one zip: the answers of `export`, of `head` and of `/keys`.

    The program at `/docs/audit` and `anabasis verify` check the file directly. In the first seconds
    after the end the head is signed, but has no proof yet. That of an imported game has no head and
    no keys, as it was not played here. A game that is not over is refused (`game_not_over`).
    """
    history = visible(game_id, query["join_code"])
    if history.game.status != "finished":
        raise GameNotOver
    documents: dict[str, Any] = {"game.json": export_document(game_id, history)}
    if history.game.origin is None:
        documents["head.json"] = head_document(game_id, history.game)
        documents["keys.json"] = keys_document()
    spoken_language, name = language(), f"{game_id}.zip"
    readme = text(spoken_language, "told.export_readme", name=name)
    files = {path: msgspec.json.encode(document) for path, document in documents.items()}
    response = Response(_zipped({**files, "README.txt": readme.encode()}), content_type=ZIP)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return in_language(kept_private(response, None), spoken_language)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of files; other requests are served while it is made."""
    zipped = BytesIO()
    with ZipFile(zipped, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            add_file(archive, name, content)
    return zipped.getvalue()
