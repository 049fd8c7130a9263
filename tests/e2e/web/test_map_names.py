"""Names on maps: at no zoom does one lie on a sign, a number, a piece or another name."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.web.browsers import Site
from tests.e2e.web.old_games import Retold, record_of
from tests.e2e.web.visitors import Visitors

MEASURE = (Path(__file__).parent / "map_names.js").read_text("utf-8")
CLOSER = "document.querySelector('.zoom button').click()"
WHOLE = "document.querySelector('.zoom button:last-child').click()"
RECORDS = {
    "near-east-three": 0.7,
    "asia-minor-four": 0.7,
    "v2-campaign-four-greedy": 0.5,
    "v2-mirror-four": 0.8,
}
"""A record on each kind of board with names, and the part of it that is played."""


@pytest.mark.parametrize("record", RECORDS)
def test_no_name_lies_on_anything_at_six_zooms(visitor: Visitors, site: Site, record: str) -> None:
    told = Retold(site, record_of(record))
    told.reach(round(len(told.events) * RECORDS[record]))
    guest = visitor()
    page = guest.page
    guest.open(f"game/{told.game.game}")
    page.locator("#panel .prompt").wait_for()
    seen = [_measured(page), _closer(page), _closer(page), _closer(page)]
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(WHOLE)
    seen += [_measured(page), _closer(page)]
    assert [each["faults"] for each in seen] == [[]] * 6
    # Near enough, names have room.
    assert max(each["names"] for each in seen) > 0


def _closer(page: Page) -> Any:
    page.evaluate(CLOSER)
    return _measured(page)


def _measured(page: Page) -> Any:
    return page.evaluate(MEASURE)
