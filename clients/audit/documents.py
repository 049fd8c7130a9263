"""The documents of a game as JSON, in files of their own or in the zip that *Export* saves."""

import json
import sys
import zlib
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

NAMES = ["game.json", "head.json", "keys.json"]
# A zip may hold RATIO times its own bytes and LEAST more. Hashes hardly get smaller, so a zip that
# claims more is made to fill the reader's memory.
RATIO, LEAST = 50, 1_000_000


def unzipped(text: bytes) -> list[bytes]:
    """Return the documents in a zip, or any other file as it is. Raises ValueError."""
    if not text.startswith(b"PK"):
        return [text]
    try:
        with ZipFile(BytesIO(text)) as file:
            sizes = {info.filename: info.file_size for info in file.infolist()}
            if sum(sizes.values()) > RATIO * len(text) + LEAST:
                raise ValueError("it holds more than such a zip can")
            if {info.compress_type for info in file.infolist()} - {ZIP_STORED, ZIP_DEFLATED}:
                raise ValueError("it is compressed in another way than Export does")
            return [file.read(name) for name in NAMES if name in sizes]
    except (BadZipFile, zlib.error, RuntimeError, EOFError, OSError) as error:
        raise ValueError(f"no zip, {error}") from error


def parse(text: bytes) -> Any:
    """Return the JSON. Exits unless every program reads the same from it."""
    # Programs differ on names that stand twice, on fractions and on NaN: two could hold different
    # games for one and the same file.
    return json.loads(text, object_pairs_hook=_unique, parse_float=_refuse, parse_constant=_refuse)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return dict(pairs) if len(dict(pairs)) == len(pairs) else sys.exit("a name stands twice")


def _refuse(number: str) -> None:
    sys.exit(f"{number} is no whole number")
