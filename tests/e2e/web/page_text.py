"""Texts of a page that must not be there: codes and unfilled gaps; and its overflow."""

from playwright.sync_api import Page

OVERFLOW = "() => document.documentElement.scrollWidth - innerWidth"
CODES = r"""() => {
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest("script, style, pre, code, datalist")) {
      said.push(walker.currentNode.data.trim());
    }
  }
  for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"]) {
    for (const node of document.querySelectorAll(`[${name}]`)) said.push(node.getAttribute(name));
  }
  const isCode = /^[a-z]+(_[a-z]+)+$|\b(alexandros|settlers|alexander_the_great)\.[a-z]/;
  const isUnfilled = /\{\w+\}|\bundefined\b|\bNaN\b/;
  return [...new Set(said)].filter((text) => isCode.test(text) || isUnfilled.test(text));
}"""


def codes(page: Page) -> list[str]:
    """Texts shown or read aloud that are a program's own: codes, unfilled gaps."""
    return list(page.evaluate(CODES))


def overflow(page: Page) -> int:
    """Return the pixels by which the page is wider than its window."""
    return int(page.evaluate(OVERFLOW))
