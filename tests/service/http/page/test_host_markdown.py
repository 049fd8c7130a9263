"""The host's Markdown as HTML: text, and links that lead where they may."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from service.http.page.host_markdown import MOST_BRACKETS, html_of
from tests.service.http.page.hostile_pages import hostile_pages

WORDS = "h1 h2 h3 h4 h5 h6 p a em strong code pre ul ol li blockquote hr br"
TAGS = frozenset(WORDS.split())
HOSTILE = [*hostile_pages()]


class Elements(HTMLParser):
    """The elements of a page, as a browser would find them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def shown(source: str) -> str:
    return str(html_of(source, "?lang=en")[0])


def links(source: str) -> list[dict[str, str | None]]:
    return [attributes for tag, attributes in Elements(shown(source)).found if tag == "a"]


def test_there_are_a_hundred_hostile_pages() -> None:
    assert len({*HOSTILE}) > 100


@pytest.mark.parametrize("source", HOSTILE)
def test_a_hostile_page_is_text_and_plain_links(source: str) -> None:
    for tag, attributes in Elements(shown(source)).found:
        assert tag in TAGS
        assert attributes.keys() <= {"href", "rel", "title", "class"}
        address = urlsplit(attributes.get("href") or "")
        assert address.scheme in {"", "https", "http", "mailto", "tel"}
        assert address.scheme or not address.netloc


def test_links_into_the_web_say_nothing_about_the_house() -> None:
    rel = "noopener nofollow"
    assert links("[a](https://games.example/x)") == [
        {"href": "https://games.example/x", "rel": rel}
    ]
    assert links("<http://games.example>") == [{"href": "http://games.example", "rel": rel}]


@pytest.mark.parametrize(
    ("written", "href"),
    [
        ("privacy", "about/privacy?lang=en"),
        ("privacy.md", "about/privacy?lang=en"),
        ("./privacy.de.md", "about/privacy?lang=en"),
        ("/rules/settlers", "rules/settlers"),
        ("/", "./"),
        ("mailto:ada@games.example", "mailto:ada@games.example"),
        ("tel:+49401234", "tel:+49401234"),
    ],
)
def test_links_within_the_house_work_under_a_prefix(written: str, href: str) -> None:
    assert links(f"[a]({written})") == [{"href": href}]


def test_the_first_heading_is_the_title() -> None:
    assert html_of("## Less\n\n# The *club* `x`\n\n# Other", "")[1] == "The club x"
    assert html_of("Words alone", "")[1] == ""


def test_a_page_that_would_take_long_is_refused() -> None:
    with pytest.raises(ValueError, match="opening brackets"):
        html_of("[" * (MOST_BRACKETS + 1), "")
