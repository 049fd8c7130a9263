"""A person exports a finished game on the page and audits it with the program saved there."""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.web.accessibility import complaints
from tests.e2e.web.prepared_games import finished, person, prepared
from tests.e2e.web.visitors import Visitors


def saved(page: Page, selector: str, folder: Path) -> Path:
    """Press a link that downloads and return the file."""
    with page.expect_download() as download:
        page.locator(selector).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_finished_game_is_exported_and_audited(
    visitor: Visitors, site: str, tmp_path: Path
) -> None:
    guest, over = visitor(), finished(site)
    guest.open(f"game/{over.game}")
    guest.page.locator("#audit").click()
    expect(guest.page.locator("#recorded")).to_contain_text("The end is entry ")
    program = saved(guest.page, "a.button[download]", tmp_path)
    guest.open(f"game/{over.game}")
    game = saved(guest.page, "#export", tmp_path)
    audited = subprocess.check_output([sys.executable, "-I", "-S", program, game], text=True)
    held, recorded = audited.splitlines()
    assert held == f"all {over.view['version']} events hold"
    assert recorded.startswith("recorded as entry ")


def test_an_unlisted_game_is_exported_by_its_link(
    visitor: Visitors, site: str, tmp_path: Path
) -> None:
    guest, ada = visitor(), person(site, "Ada").client
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2}
    view = ada.create_game(**terms, bots=["greedy"], listed=False)
    ada.resign(view["game_id"])
    guest.open(f"game/{view['game_id']}#join={view['join_code']}")
    assert saved(guest.page, "#export", tmp_path).name == f"{view['game_id']}.zip"


def test_a_game_that_goes_on_is_not_offered_for_audit(visitor: Visitors, site: str) -> None:
    guest, live = visitor(), prepared(site, "Ada", "Bob", board="tiny")
    guest.open(f"game/{live.game}")
    expect(guest.page.locator("#branch")).to_be_visible()
    for name in ("#export", "#audit"):
        expect(guest.page.locator(name)).to_be_hidden()


def test_the_audit_s_page_is_for_everybody(visitor: Visitors) -> None:
    guest = visitor()
    guest.open("docs/audit")
    guest.page.get_by_role("link", name="Settlers").click()
    expect(guest.page.locator("#settlers")).to_be_in_viewport()
    assert complaints(guest.page) == []
