"""Audit the export of a finished game: python -m clients.audit game.zip"""

import json
import sys
from itertools import chain
from pathlib import Path

from clients.audit.core import Json, canonical
from clients.audit.documents import parse, unzipped
from clients.audit.log import check_growth, place_of, refuse_others
from clients.audit.record import FAULTS, faults, limit

USAGE = """\
usage: python3 audit.pyz game.json [head.json [keys.json]], game.zip, or older.json newer.json;
in the sources python3 -m clients.audit instead of python3 audit.pyz"""
NOT_YET = 3
"""The exit code for a game that holds but whose end is not in the log yet."""


def main() -> None:
    """Audit files or standard input; exit with the first event that does not hold, and why."""
    try:
        texts = chain(*map(unzipped, _read(sys.argv[1:])))
        document, *beside = map(parse, texts)
        # Two answers of /log have roots; a game's export has none.
        audit = _audit_log if "root" in document and beside else _audit_game
        sys.stdout.write(f"{audit(document, *beside)}\n")
    except OSError as error:
        sys.exit(f"{error.filename or 'standard input'} cannot be read: {error.strerror}")
    except FAULTS as error:
        why = f"no JSON, {error}" if isinstance(error, json.JSONDecodeError) else repr(error)
        sys.exit(f"{' or '.join(sys.argv[1:]) or 'this'} is no export of a game: {why}")


def _audit_game(export: Json, *beside: Json) -> str:
    refuse_others(export, *beside)
    for version, word in faults(export, *beside):
        sys.exit(f"event {version}: {word}")
    held = f"all {export['version']} events hold{limit(export)}"
    if not beside:
        return held
    if not (place := place_of(export, *beside)):
        sys.stdout.write(f"{held}\nthe end is not in the log yet: save head.json again\n")
        sys.exit(NOT_YET)
    return f"{held}\nrecorded as {place}"


def _audit_log(older: Json, newer: Json) -> str:
    for _, word, stated, due in check_growth(older, newer):
        if canonical(stated) != canonical(due):
            sys.exit(f"the log does not go on from it: {word}")
    return f"the log of {newer['size']} leaves goes on from that of {older['size']}"


def _read(names: list[str]) -> list[bytes]:
    """Return the contents of the named files, or of standard input unless it is a terminal."""
    if {"-h", "--help"} & {*names}:
        sys.stdout.write(f"{USAGE}\n")
        sys.exit()
    # Without this the program would wait for somebody to type an export.
    if names[3:] or (not names and sys.stdin.isatty()):
        sys.exit(USAGE)
    return [Path(name).read_bytes() for name in names] or [sys.stdin.buffer.read()]


if __name__ == "__main__":
    main()
