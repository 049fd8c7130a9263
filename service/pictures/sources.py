"""The page's files that a ruleset's pictures are made from."""

from functools import cache

from service.clients import WEB
from service.pictures.modules import Linked, linked

INSTEAD = {"ui/texts.js": "picture/texts.js"}


@cache
def modules_of(ruleset: str) -> Linked:
    """Return the modules that draw a ruleset's pictures."""
    entries = {
        "tree": "picture/tree.js",
        "texts": "picture/texts.js",
        "composing": "picture/compose.js",
        "own": f"{ruleset}/picture.js",
    }
    return linked(WEB, entries, INSTEAD)


@cache
def stylesheets(ruleset: str) -> tuple[str, ...]:
    """Return the page's stylesheets for a board: those of the folders that it is drawn from."""
    folders = dict.fromkeys(path.partition("/")[0] for path in modules_of(ruleset).paths)
    boards = (f"{folder}/board.css" for folder in folders)
    return ("ui/base.css", *(name for name in boards if (WEB / name).exists()))
