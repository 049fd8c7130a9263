"""The page in every theme, size and language: axe on every scene and phase (`make access`)."""

import pytest
from playwright.sync_api import Page, expect

from service.texts import LANGUAGES
from tests.e2e.web.accessibility import LOOKS, complaints
from tests.e2e.web.front_scenes import EVERY_SCENE
from tests.e2e.web.page_text import codes
from tests.e2e.web.phases import RECORDS, Record, tour
from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitors

pytestmark = [pytest.mark.access, pytest.mark.timeout(3600)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY_SCENE)
def test_a_scene_has_no_fault_in_any_look(
    visitor: Visitors, stage: Stage, name: str, language: str
) -> None:
    guest = visitor(locale=language)
    EVERY_SCENE[name](guest, stage)
    expect(guest.page.locator("html")).to_have_attribute("lang", language)
    assert complaints(guest.page, LOOKS) + codes(guest.page) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", RECORDS, ids=[name for name, *_ in RECORDS])
def test_no_phase_has_a_fault_in_any_look(
    visitor: Visitors, site: str, record: Record, language: str
) -> None:
    found: list[str] = []

    def look(place: str, page: Page) -> None:
        faults = complaints(page, LOOKS) + codes(page)
        found.extend(f"{place}: {fault}" for fault in faults)

    tour(visitor, site, record, look, locale=language)
    assert found == []
