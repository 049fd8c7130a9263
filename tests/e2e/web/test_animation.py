"""The animation of a finished game: ordered in a dialog, made by the worker, shown and saved."""

from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitors


def test_a_watcher_has_a_game_animated_and_saves_the_film(
    visitor: Visitors, stage: Stage, tmp_path: Path
) -> None:
    guest = visitor()
    page = guest.page
    guest.open(f"game/{stage.at('finished').game}?at=6")
    page.get_by_role("button", name="Animation…").click()
    dialog = page.get_by_role("dialog", name="Animation of this game")
    dialog.get_by_role("radio", name="GIF").check()
    dialog.get_by_role("button", name="Make it").click()
    expect(dialog.get_by_role("progressbar")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Animation…").click()
    dialog.get_by_role("radio", name="GIF").check()
    dialog.get_by_role("button", name="Make it").click()
    film = dialog.get_by_role("img", name="Animation of this game")
    expect(film).to_be_visible()
    expect(film).to_have_js_property("naturalWidth", 480)
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Download").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert Image.open(saved).format == "GIF"
    assert saved.suffix == ".gif"
