"""The links to the host's own pages, which stand at the foot of every page."""

from functools import cache

import msgspec

from service.texts import LANGUAGES, text

HOUSE_PAGES = ("imprint", "privacy", "rules", "contact")
"""The pages that every house has, filled in or not."""


class HouseLink(msgspec.Struct, frozen=True):
    """A link to a page of the host, from the service's root."""

    href: str
    text: str
    is_elsewhere: bool = False


@cache
def feet(contact: str | None) -> dict[str, list[HouseLink]]:
    """Return the links in each language."""
    # A page holds them all, as it is the same in every language until its script has the texts.
    return {language: foot(contact, language) for language in LANGUAGES}


def foot(contact: str | None, language: str) -> list[HouseLink]:
    """Return the links in a language; the host's own contact in place of the page about it."""
    links = [
        HouseLink(f"about/{page}?lang={language}", text(language, f"house.{page}"))
        for page in HOUSE_PAGES
    ]
    if contact:
        links[-1] = HouseLink(contact, links[-1].text, is_elsewhere=True)
    return links
