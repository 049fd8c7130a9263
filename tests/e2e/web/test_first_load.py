"""A first visit: few requests, each early answer taken, and nothing moves once it is shown."""

import pytest

from tests.e2e.web.scenes import SCENES, Stage
from tests.e2e.web.shifts import MOST_SHIFT, WATCH
from tests.e2e.web.visitors import Visitors

MOST_REQUESTS = 13
REQUESTS = """performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
  .filter((path) => !path.endsWith(".png"))"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", ["empty lobby", "lobby", "replay", "watching", "rules"])
def test_a_page_comes_in_few_requests_and_stays_where_it_is(
    visitor: Visitors, stage: Stage, name: str, size: tuple[int, int]
) -> None:
    guest = visitor(*size)
    guest.context.add_init_script(WATCH)
    SCENES[name](guest, stage)
    requests = guest.page.evaluate(REQUESTS)
    assert len(requests) <= MOST_REQUESTS, requests
    assert guest.page.evaluate("[...earlyAnswers.keys()]") == []
    assert guest.page.evaluate("shift") < MOST_SHIFT
