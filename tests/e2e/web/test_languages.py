"""The page in its four languages: asked for by the browser or chosen, whole, and not too wide."""

import pytest
from playwright.sync_api import expect

from service.texts import LANGUAGES, text
from tests.e2e.web.page_text import codes, overflow
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.scenes import SCENES, Stage, mine
from tests.e2e.web.visitors import Visitors

PAGES = ("lobby", "new game", "a takeover proposed", "replay", "rules", "settings")
OTHERS = [code for code in LANGUAGES if code != "de"]
"""German is looked at in every scene by test_access."""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", PAGES)
def test_no_page_lacks_a_text(visitor: Visitors, stage: Stage, name: str, language: str) -> None:
    guest = visitor(320, 640, locale=language)
    SCENES[name](guest, stage)
    expect(guest.page.locator("html")).to_have_attribute("lang", language)
    assert codes(guest.page) == []
    assert overflow(guest.page) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browsers_language_is_spoken(visitor: Visitors, language: str) -> None:
    guest = visitor(locale=language)
    guest.open("new")
    heading = text(language, "page_new")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text(heading)
    assert (heading == text("en", "page_new")) == (language == "en")


def test_the_board_is_worded_and_named_in_the_readers_language(
    visitor: Visitors, stage: Stage
) -> None:
    guest = visitor(locale="de-AT")
    mine("choose_card", guest, stage)
    label = text("de", "map_label", board=text("de", "alexandros.board_tiny"))
    expect(guest.page.locator("svg.map")).to_have_attribute("aria-label", label)
    guest.page.get_by_role("button", name=guest.text("text_board")).click()
    told = guest.page.locator("dialog .text-board")
    expect(told).to_contain_text("du: Platz 0 (Ada)")
    expect(told).to_contain_text("die Wahl einer Karte, 2 Aktionen")
    expect(told).to_contain_text("Tempel")
    expect(told).not_to_contain_text("seat")


def test_a_game_without_a_title_has_its_rulesets_name_in_the_readers_language(
    visitor: Visitors, stage: Stage
) -> None:
    # Ada speaks English, and the game is stored under its English name.
    made = prepared(stage.site, "Ada", ruleset="settlers", board="standard", seats=3)
    guest = visitor(locale="de-DE")
    guest.open(f"game/{made.game}")
    expect(guest.page).to_have_title("Siedler – Anabasis")
    guest.open()
    expect(guest.page.locator(f'a[href$="{made.game}"] .row-title')).to_have_text("Siedler: Ada")


def test_a_language_that_nobody_translated_is_answered_in_english(visitor: Visitors) -> None:
    guest = visitor(locale="fi-FI")
    guest.open()
    expect(guest.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_chosen_in_the_settings_stays(visitor: Visitors, language: str) -> None:
    guest = visitor(locale="en-GB" if language != "en" else "de-DE")
    guest.open()
    guest.page.locator("#bar button.settings").click()
    name = LANGUAGES[language]
    choice = guest.page.locator("dialog select").filter(has=guest.page.locator("option[lang]"))
    with guest.page.expect_navigation():
        choice.select_option(label=name)
    for path in ("", "new"):
        guest.open(path)
        expect(guest.page.locator("html")).to_have_attribute("lang", language)
        expect(guest.page.locator("#bar nav a").first).to_have_text(text(language, "nav_games"))
