"""The JavaScript engine that draws: our own modules, without a network, files or a clock."""

from functools import cache
from typing import Any

import msgspec
from quickjs import Context

from service.clients import WEB
from service.pictures.modules import Linked, linked

MEMORY_BYTES = 96_000_000
STACK_BYTES = 512_000
SECONDS = 3
"""Of the whole process's time on processors, for the engine counts no other."""

OWN = "picture/picture.css"
INSTEAD = {"ui/texts.js": "picture/texts.js"}
DRAW = """
globalThis.draw = (input) => {
  const { words, view, event, shape, width } = JSON.parse(input);
  texts.speak(words);
  return JSON.stringify(tree.plain(composing.picture(own.looks, view, event, shape, width)));
};
"""


def tree(ruleset: str, subject: bytes) -> Any:
    """Return the picture of a position as nested lists of tag, attributes and children.

    Each picture has an engine of its own, so that nothing of one game is left for the next.
    Raises quickjs.JSException if memory or time are used up.
    """
    context = Context()
    context.set_memory_limit(MEMORY_BYTES)
    context.set_max_stack_size(STACK_BYTES)
    context.set_time_limit(SECONDS)
    context.eval(f"(() => {{\n{_linked(ruleset).script}\n{DRAW}\n}})();")
    return msgspec.json.decode(context.get("draw")(subject.decode()))


@cache
def stylesheets(ruleset: str) -> tuple[str, ...]:
    """Return the page's stylesheets for a picture: those of the folders that it is drawn from."""
    folders = dict.fromkeys(path.partition("/")[0] for path in _linked(ruleset).paths)
    boards = (f"{folder}/board.css" for folder in folders)
    return ("ui/base.css", *(name for name in boards if (WEB / name).exists()), OWN)


@cache
def _linked(ruleset: str) -> Linked:
    entries = {
        "tree": "picture/tree.js",
        "texts": "picture/texts.js",
        "composing": "picture/compose.js",
        "own": f"{ruleset}/picture.js",
    }
    return linked(WEB, entries, INSTEAD)
