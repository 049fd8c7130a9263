"""Audit the export of a finished game: python -m clients.audit game.json"""

import json
import sys
from pathlib import Path
from typing import Any

from clients.audit.core import canonical
from clients.audit.record import checks, limit

USAGE = "usage: python3 audit.pyz game.json, or python3 -m clients.audit game.json in the sources"
FAULTS = (ValueError, ArithmeticError, TypeError, LookupError, AttributeError, RecursionError)


def main() -> None:
    """Audit a file or standard input; exit with an event that does not hold, and why."""
    try:
        export = _parse(_read(sys.argv[1:]))
        for version, word, stated, due in checks(export):
            if canonical(stated) != canonical(due):
                sys.exit(f"event {version}: {word}")
        sys.stdout.write(f"all {export['version']} events hold{limit(export)}\n")
    except OSError as error:
        sys.exit(f"{error.filename or 'standard input'} cannot be read: {error.strerror}")
    except FAULTS as error:
        sys.exit(f"this is no export of a game: {error!r}")


def _read(names: list[str]) -> bytes:
    """Return the text of the file named, or of standard input unless somebody would type it."""
    if {"-h", "--help"} & {*names}:
        sys.stdout.write(f"{USAGE}\n")
        sys.exit()
    if names[1:] or (not names and sys.stdin.isatty()):
        sys.exit(USAGE)
    return Path(names[0]).read_bytes() if names else sys.stdin.buffer.read()


def _parse(text: bytes) -> Any:
    """Return the JSON, if every program reads the same from it."""
    return json.loads(text, object_pairs_hook=_unique, parse_float=_refuse, parse_constant=_refuse)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return dict(pairs) if len(dict(pairs)) == len(pairs) else sys.exit("a name stands twice")


def _refuse(number: str) -> None:
    sys.exit(f"{number} is no whole number")


if __name__ == "__main__":
    main()
