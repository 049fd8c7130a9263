"""The host's announcement on the pages: in each of them, in no request of its own, and safe."""

import re

import pytest

from service.context import Services
from service.http.page.first_load import digest
from service.machine import clock
from service.people.announcements import new_announcement
from tests.service.api import Api

PATHS = ["/", "/new", "/account", "/rules", "/game/any", "/@ada", "/challenge", "/boards/settlers"]
SAID = {"de": "Heute um 20 Uhr <b>Pause</b>.", "en": "A break & more at 20:00."}


def announce(own: Services) -> None:
    own.announcements.set(new_announcement(SAID, clock.now_ms() + 60_000, "ada"))


@pytest.mark.parametrize("path", [*PATHS, "/nowhere"])
def test_every_page_carries_the_announcement_in_all_its_languages(
    api: Api, own: Services, path: str
):
    headers = {"Accept": "text/html"}
    before = api.client.get(path, headers=headers).text
    assert "announcement" not in before
    announce(own)
    page = api.client.get(path, headers=headers).text
    assert '<p lang="de" data-label="Mitteilung" data-close="Schließen">' in page
    assert "Heute um 20 Uhr &lt;b&gt;Pause&lt;/b&gt;." in page
    assert "A break &amp; more at 20:00." in page
    own.announcements.end()
    assert api.client.get(path, headers=headers).text == before


def test_its_script_is_the_one_that_the_policy_allows(api: Api, own: Services):
    announce(own)
    answer = api.client.get("/")
    scripts = re.findall(r"<script[^>]*>([^<]+)</script>", answer.text)
    assert len(scripts) == 2
    for script in scripts:
        assert digest(script.encode()) in answer.headers["Content-Security-Policy"]


def test_the_pages_kept_for_use_offline_are_a_new_version_with_it(api: Api, own: Services):
    first = api.client.get("/web/shell.json").json
    announce(own)
    second = api.client.get("/web/shell.json").json
    assert first["version"] != second["version"]
    assert second["files"][""] == digest(api.client.get("/").data)
    changed = {path for path, each in second["files"].items() if first["files"].get(path) != each}
    assert changed == {path for path in second["files"] if not path.startswith("web/")}


def test_a_frame_on_another_site_carries_none(api: Api, own: Services):
    announce(own)
    assert "announcement" not in api.client.get("/embed/any").text
