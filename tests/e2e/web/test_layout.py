"""The page in every phase: as player, as spectator and in replay, at sizes in turn, and by axe."""

from collections import Counter

import pytest
from playwright.sync_api import Page

from service.texts import LANGUAGES
from tests.e2e.web.accessibility import LOOKS, complaints_in
from tests.e2e.web.browsers import Site
from tests.e2e.web.layout import PHONE, SIZES, Size, faults, small_targets
from tests.e2e.web.phases import RECORDS, Record, tour
from tests.e2e.web.scenes import Stage, a_seat_is_free, asked_to_agree, waiting_room
from tests.e2e.web.visitors import Visitors

AXE_TURNS = 7
"""An odd number, as a player and a spectator take turns."""


@pytest.mark.parametrize(
    ("record", "language"),
    [*zip(RECORDS, LANGUAGES, strict=True)],
    ids=[name for name, *_ in RECORDS],
)
def test_every_phase_fits_every_screen_and_is_for_everybody(
    visitor: Visitors, site: Site, record: Record, language: str
) -> None:
    """Places at sizes in turn, axe at every seventh; `make access` looks at all in all."""
    found: list[str] = []
    turns = Counter[str]()

    def look(place: str, page: Page) -> None:
        by_touch = small_targets(page) if page.evaluate("navigator.maxTouchPoints") else []
        turn, rest = divmod(turns.total(), AXE_TURNS)
        axe = [] if rest else complaints_in(page, LOOKS[turn % len(LOOKS)])
        watching = next((way for way in (" in replay", " as spectator") if place.endswith(way)), "")
        sizes = _sizes(turns[watching], bool(watching))
        turns[watching] += 1
        found.extend(f"{place}: {fault}" for fault in faults(page, sizes) + by_touch + axe)

    tour(visitor, site, record, look, [language])
    assert found == []


def _sizes(turn: int, is_watched: bool) -> tuple[Size, ...]:
    """Return two sizes for a player; one for a spectator, whose page has less on it."""
    return (SIZES[turn % 4],) if is_watched else (SIZES[turn % 2], SIZES[turn % 2 + 2])


def test_waiting_and_asking_fit_every_screen(visitor: Visitors, stage: Stage) -> None:
    found: dict[str, list[str]] = {}
    for scene in (waiting_room, a_seat_is_free, asked_to_agree):
        guest = visitor(*PHONE, phone=True)
        scene(guest, stage)
        found[scene.__name__] = faults(guest.page)
    assert not any(found.values()), found
