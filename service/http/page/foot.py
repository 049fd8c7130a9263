"""The links to the host's own pages, which stand at the foot of every page."""

from functools import cache

import msgspec

from service.settings.config import Config
from service.texts import text

HOUSE_PAGES = ("imprint", "privacy", "rules", "contact")
"""The pages that every house has, filled in or not."""


class HouseLink(msgspec.Struct, frozen=True):
    """A link to a page of the host, from the service's root; ``is_elsewhere`` if it leaves it."""

    href: str
    text: str
    is_elsewhere: bool = False


class Foot(msgspec.Struct, frozen=True):
    """The foot of a page in one language: its links, and the words for them as a whole."""

    label: str
    links: tuple[HouseLink, ...]


def feet(config: Config) -> dict[str, Foot]:
    """Return the foot in each language on offer."""
    # A page holds them all, as it is the same in every language until its script has the texts.
    return {language: foot(language, config.contact) for language in config.languages}


@cache
def foot(language: str, contact: str | None) -> Foot:
    """Return the foot in a language; the host's own contact in place of the page about it."""
    links = [
        HouseLink(f"about/{page}?lang={language}", text(language, f"house.{page}"))
        for page in HOUSE_PAGES
    ]
    if contact:
        links[-1] = HouseLink(contact, links[-1].text, is_elsewhere=True)
    return Foot(text(language, "house.links"), tuple(links))
