"""The JavaScript engine that draws: our own modules, without a network, files or a clock."""

from typing import Any

import msgspec
from quickjs import Context

from service.pictures.sources import modules_of

MEMORY_BYTES = 96_000_000
STACK_BYTES = 512_000
SECONDS = 3
"""Of the whole process's time on processors, for the engine counts no other."""

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
    context.eval(f"(() => {{\n{modules_of(ruleset).script}\n{DRAW}\n}})();")
    return msgspec.json.decode(context.get("draw")(subject.decode()))
