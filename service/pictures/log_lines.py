"""Events in the words of the page's log, by the page's own modules in an engine without network."""

from functools import cache

from service.clients import WEB
from service.pictures.drawing import engine
from service.pictures.sources import INSTEAD, link_modules

TELL = """
globalThis.tell = (input) => {
  const { words, board, record, views, told } = JSON.parse(input);
  texts.speak(words);
  const last = Math.max(...told);
  // The tellers find events and views by their versions; those left out are no moves.
  const none = (version) => ({ type: "created", version, data: {} });
  const events = Array.from({ length: last }, (_, n) => record[n + 1] ?? none(n + 1));
  const seen = Array.from({ length: last }, (_, n) => views[n + 1] && { ...views[n + 1], board });
  const tell = (version) => {
    // Leave out what the engine cannot word: events of a newer release, and times of day.
    try { return telling.sentence(events[version - 1], seen[last - 1], own.tellers, seen, events); }
    catch { return ""; }
  };
  return JSON.stringify(told.map(tell).filter(Boolean));
};
"""


def lines_of(ruleset: str, subject: bytes) -> bytes:
    """Return the lines of a subject as JSON. Raises quickjs.JSException if memory or time is
    used up.
    """
    context = engine(f"{_script(ruleset)}\n{TELL}")
    told: str = context.get("tell")(subject.decode())
    return told.encode()


@cache
def _script(ruleset: str) -> str:
    entries = {
        "texts": "picture/texts.js",
        "telling": "game/words/sentences.js",
        "own": f"{ruleset}/sentences.js",
    }
    return link_modules(WEB, entries, INSTEAD).script
