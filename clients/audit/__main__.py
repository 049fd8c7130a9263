"""Audit the export of a finished game: python -m clients.audit game.json"""

import json
import sys
from pathlib import Path
from typing import Any

from clients.audit.record import canonical, checks, limit

FAULTS = (ValueError, TypeError, LookupError, AttributeError, RecursionError)


def main() -> None:
    """Audit a file or standard input; exit with the first event that does not hold, and why."""
    try:
        export = _parse(Path(sys.argv[1]).read_bytes() if sys.argv[1:] else sys.stdin.buffer.read())
        for version, word, stated, due in checks(export):
            if canonical(stated) != canonical(due):
                sys.exit(f"event {version}: {word}")
        sys.stdout.write(f"all {export['version']} events hold{limit(export)}\n")
    except OSError as error:
        sys.exit(str(error))
    except FAULTS as error:
        sys.exit(f"this is no export of a game: {error!r}")


def _parse(text: bytes) -> Any:
    """Return the JSON, if every program reads the same from it."""
    return json.loads(text, object_pairs_hook=_unique, parse_float=_refuse, parse_constant=_refuse)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return dict(pairs) if len(dict(pairs)) == len(pairs) else sys.exit("a name stands twice")


def _refuse(number: str) -> None:
    sys.exit(f"{number} is no whole number")


if __name__ == "__main__":
    main()
