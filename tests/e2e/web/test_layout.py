"""The page in every phase: as a player, a spectator and in a replay, at four sizes and by axe."""

from itertools import count

import pytest
from playwright.sync_api import Page

from service.texts import LANGUAGES
from tests.e2e.web.accessibility import LOOKS, complaints_in
from tests.e2e.web.browsers import Site
from tests.e2e.web.layout import PHONE, SIZES, USUAL_SIZES, faults, small_targets
from tests.e2e.web.phases import RECORDS, Record, tour
from tests.e2e.web.scenes import Stage, a_seat_is_free, asked_to_agree, waiting_room
from tests.e2e.web.visitors import Visitors


@pytest.mark.parametrize(
    ("record", "language"),
    [*zip(RECORDS, LANGUAGES, strict=True)],
    ids=[name for name, *_ in RECORDS],
)
def test_every_phase_fits_every_screen_and_is_for_everybody(
    visitor: Visitors, site: Site, record: Record, language: str
) -> None:
    """Axe meets every fourth page in the next theme and size; `make access` has it look at all.

    Replays and spectators' pages are laid out as the player's is, with less on them: two sizes do
    here, `make access` looks at all.
    """
    found: list[str] = []
    turns = count()

    def look(place: str, page: Page) -> None:
        is_watched = place.endswith((" in replay", " as spectator"))
        sizes = USUAL_SIZES if is_watched else SIZES
        by_touch = small_targets(page) if page.evaluate("navigator.maxTouchPoints") else []
        turn, rest = divmod(next(turns), 4)
        axe = [] if rest else complaints_in(page, LOOKS[turn % len(LOOKS)])
        found.extend(f"{place}: {fault}" for fault in faults(page, sizes) + by_touch + axe)

    tour(visitor, site, record, look, [language])
    assert found == []


def test_waiting_and_asking_fit_every_screen(visitor: Visitors, stage: Stage) -> None:
    found: dict[str, list[str]] = {}
    for scene in (waiting_room, a_seat_is_free, asked_to_agree):
        guest = visitor(*PHONE, phone=True)
        scene(guest, stage)
        found[scene.__name__] = faults(guest.page)
    assert not any(found.values()), found
