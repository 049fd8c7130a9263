"""Texts of a page that must not be there: codes, gaps, another language; and its overflow."""

import re
from functools import cache

from playwright.sync_api import Page

from service.texts import LANGUAGES, WITH_TEXTS, texts

OVERFLOW = "() => document.documentElement.scrollWidth - innerWidth"
CODE = re.compile(
    rf"^[a-z]+(_[a-z]+)+$|\b({'|'.join([*WITH_TEXTS, 'alexandros', 'settlers'])}"
    r"|alexander_the_great)\.[a-z]"
)
UNFILLED = re.compile(r"\{\w+\}|\bundefined\b|\bNaN\b")
SAID = r"""() => {
  const said = [];
  const own = document.documentElement.lang;
  const isUnseen = (node) => node.closest(`#foot nav:not(:lang(${own}))`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const within = walker.currentNode.parentElement;
    if (!within.closest("script, style, pre, code, datalist, #too-old") && !isUnseen(within)) {
      said.push(walker.currentNode.data.trim());
    }
  }
  for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"]) {
    for (const node of document.querySelectorAll(`[${name}]`)) {
      if (!isUnseen(node)) said.push(node.getAttribute(name));
    }
  }
  return [...new Set(said)];
}"""
"""Every page has the hint to old browsers and the foot in all languages: one foot is shown."""


def codes(page: Page) -> list[str]:
    """Texts shown or read aloud that are a program's own: codes, unfilled gaps."""
    return [said for said in page.evaluate(SAID) if CODE.search(said) or UNFILLED.search(said)]


def foreign(page: Page, language: str) -> list[str]:
    """Texts in another of the languages; a fault too if nothing is in this one alone."""
    said = set(page.evaluate(SAID))
    elsewhere = set[str]().union(*(_whole(other) for other in LANGUAGES if other != language))
    own = _whole(language)
    nothing = [] if said & (own - elsewhere) else [f"nothing is in {LANGUAGES[language]}"]
    return [
        f"not {LANGUAGES[language]}: {text}" for text in sorted(said & (elsewhere - own))
    ] + nothing


@cache
def _whole(language: str) -> set[str]:
    return {text for text in texts(language).values() if isinstance(text, str)}


def overflow(page: Page) -> int:
    """Return the pixels by which the page is wider than its window."""
    return int(page.evaluate(OVERFLOW))
