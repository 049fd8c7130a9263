"""The page for everybody in every theme, size and language: axe everywhere (`make access`).

Every state is seen in every language in every theme. The sizes take turns: over the languages
each theme is seen at each size, and all rules are asked at each, by the light.
"""

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from service.texts import LANGUAGES, text
from tests.e2e.web import layout
from tests.e2e.web.accessibility import LOOKS, Look, complaints, complaints_in, looks_in
from tests.e2e.web.browsers import Site
from tests.e2e.web.front_scenes import EVERY_SCENE
from tests.e2e.web.page_text import codes, foreign
from tests.e2e.web.phases import RARE, RECORDS, Record, tour
from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitors

pytestmark = [pytest.mark.access, pytest.mark.timeout(3600)]
CODES = [*LANGUAGES]
PLANT = """() => {
  const [pale, button] = [document.createElement("p"), document.createElement("button")];
  pale.id = "pale";
  pale.textContent = "pale";
  pale.style.color = "#888";
  pale.style.backgroundColor = "#999";
  document.querySelector("main").prepend(pale, button);
}"""


@pytest.mark.parametrize("record", RECORDS + RARE, ids=lambda record: record[0])
def test_no_phase_has_a_fault_in_any_look(visitor: Visitors, site: Site, record: Record) -> None:
    found: list[str] = []
    seen: Counter[str] = Counter()

    def look(place: str, page: Page) -> None:
        seen[place] += 1
        language = page.evaluate("navigator.language")
        faults = _faults(page, language) + _layout_faults(record, page, language)
        found.extend(f"{place}: {fault}" for fault in faults)

    tour(visitor, site, record, look, CODES)
    assert found == []
    assert set(seen.values()) == {len(CODES)}


def _layout_faults(record: Record, page: Page, language: str) -> list[str]:
    """Return the faults of a layout at all sizes, in one language: `make test` looks at some."""
    is_usual = (record, language) in zip(RECORDS, CODES, strict=True)
    return layout.faults(page) if is_usual else []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY_SCENE)
def test_a_scene_has_no_fault_in_any_look(
    visitor: Visitors, stage: Stage, name: str, language: str
) -> None:
    guest = visitor(locale=language)
    EVERY_SCENE[name](guest, stage)
    assert _faults(guest.page, language) == []


def _faults(page: Page, language: str) -> list[str]:
    expect(page.locator("html")).to_have_attribute("lang", language)
    words = codes(page) + foreign(page, language)
    axe = complaints(page, looks_in(CODES.index(language)))
    return [f"{language}: {fault}" for fault in words + axe]


def test_a_planted_fault_is_found_in_each_theme(visitor: Visitors) -> None:
    page = _planted(visitor)
    faults = [fault for look in LOOKS[:3] for fault in complaints_in(page, look)]
    assert [fault.split()[0] for fault in faults if "color-contrast" in fault] == ["light", "dark"]
    assert sum("button-name" in fault for fault in faults) == 3
    page.evaluate("document.querySelector('#pale').style.forcedColorAdjust = 'none'")
    assert any("color-contrast" in fault for fault in complaints_in(page, LOOKS[2]))


def test_axe_that_judges_nothing_is_a_fault(visitor: Visitors) -> None:
    page = _planted(visitor)
    page.evaluate("axe = {run: async () => ({violations: [], passes: []})}")
    assert complaints_in(page, LOOKS[0]) != []


@pytest.mark.parametrize("look", LOOKS[1:3], ids=str)
def test_a_theme_that_is_not_on_show_fails(
    visitor: Visitors, monkeypatch: pytest.MonkeyPatch, look: Look
) -> None:
    page = _planted(visitor)
    monkeypatch.setattr(page, "emulate_media", lambda **_: None)
    with pytest.raises(AssertionError):
        complaints_in(page, look)


def test_another_language_is_a_fault(visitor: Visitors) -> None:
    page = _planted(visitor)
    assert foreign(page, "en") == []
    assert f"not Deutsch: {text('en', 'page_new')}" in foreign(page, "de")
    page.evaluate("document.body.replaceChildren()")
    assert foreign(page, "en") == ["nothing is in English"]


def _planted(visitor: Visitors) -> Page:
    """Return a page with pale words and a nameless button."""
    guest = visitor()
    guest.open("new")
    guest.page.get_by_role("heading", level=1).wait_for()
    guest.page.evaluate(PLANT)
    return guest.page
