"""The Markdown that hosts may write on their own pages: no HTML, no pictures, safe links only."""

import re
from collections.abc import Iterable
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

WEB = re.compile(r"https?://[^/\\?#]")
OWN = re.compile(r"(?:\./)?(?P<page>[a-z0-9-]{1,40})(?:\.[a-z]{2})?(?:\.md)?")
LINKS = re.compile(
    rf"{WEB.pattern}\S*|mailto:[^\s:/]+|tel:\+?[0-9().-]+|/(?![/\\])\S*|{OWN.pattern}"
)
"""All addresses that a link may lead to: no other scheme, and no other host without one."""
# The parser's time grows with the square of these: a page of 60,000 would hold a process for 30 s.
MOST_BRACKETS = 2_000


class HostMarkdown(MarkdownIt):
    """CommonMark without HTML and pictures; a link of another kind stays the text that it is."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False})
        self.disable(["html_block", "html_inline", "image"])

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        """True for an address that a link may lead to."""
        return LINKS.fullmatch(url) is not None


def html_of(source: str, query: str) -> tuple[Markup, str]:
    """Return a page's HTML and the text of its first heading, empty without a first-level one.

    Links to other pages of the folder get the query. Raises ValueError if the page would take too
    long to read.
    """
    if source.count("[") > MOST_BRACKETS:
        raise ValueError(f"it has more than {MOST_BRACKETS} opening brackets")
    markdown = HostMarkdown()
    tokens = markdown.parse(source)
    for token in _all(tokens):
        if token.type == "link_open":
            token.attrs = {**token.attrs, **_attributes(str(token.attrs["href"]), query)}
    html = markdown.renderer.render(tokens, markdown.options, {})
    # Safe: the parser escapes all text, and lets no HTML through.
    return Markup(html), _title(tokens)


def _attributes(address: str, query: str) -> dict[str, str | int | float]:
    if own := OWN.fullmatch(address):
        return {"href": f"about/{own['page']}{query}"}
    if WEB.match(address):
        return {"rel": "noopener nofollow"}
    # Relative to the service's root, which may lie under a prefix.
    return {"href": address.removeprefix("/") or "./"}


def _all(tokens: Iterable[Token]) -> Iterable[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()


def _title(tokens: list[Token]) -> str:
    for before, inline in pairwise(tokens):
        if before.type == "heading_open" and before.tag == "h1":
            words = (each.content or " " for each in inline.children or ())
            return " ".join("".join(words).split())
    return ""
