"""Two quick taps on a phone: they press twice, where browsers would zoom the page."""

import pytest

from tests.e2e.web.layout import PHONE
from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitors

ZOOMING = """() => Array.from(document.querySelectorAll("button, a.button, label, summary, select"))
  .filter((control) => control.checkVisibility())
  .filter((control) => !["manipulation", "none"].includes(getComputedStyle(control).touchAction))
  .map((control) => control.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("path", ["", "new", "boards/settlers", "game", "embed"])
def test_no_control_zooms_the_page(visitor: Visitors, stage: Stage, path: str) -> None:
    guest = visitor(*PHONE, phone=True)
    guest.open(f"{path}/{stage.at('finished').game}" if path in ("game", "embed") else path)
    guest.page.get_by_role("button").nth(2 if path != "embed" else 0).wait_for()
    assert guest.page.evaluate(ZOOMING) == []
