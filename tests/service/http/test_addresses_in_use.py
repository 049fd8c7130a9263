"""Addresses that programs, sentences and crawlers use: led to their pages and files."""

import pytest

from tests.service.api import Api, Person

DIRTY = ["{}/", "{}.", "{})", "{}).", "{},", "{}…"]


@pytest.mark.parametrize("form", DIRTY)
def test_a_game_is_found_though_its_link_was_copied_with_a_mark(
    api: Api, ada: Person, bob: Person, form: str
):
    game = api.game(ada, bob)
    for told in (game, game.upper()):
        led = api.client.get(f"/game/{form.format(told)}?at=2")
        assert (led.status_code, led.headers["Location"]) == (308, f"/game/{game}?at=2")
    assert api.client.get(f"/game/{game}").status_code == 200


@pytest.mark.parametrize("path", ["never-opened", "any", "%25", "no.thing.", "UP"])
def test_what_is_no_id_is_left_as_it_is(api: Api, path: str):
    assert api.client.get(f"/game/{path}").status_code == 200


def test_crawlers_and_old_browsers_find_their_files(api: Api):
    robots, icon = api.client.get("/robots.txt"), api.client.get("/favicon.ico")
    assert robots.text == "User-agent: *\nDisallow: /api/\n"
    assert (icon.status_code, icon.content_type) == (200, "image/png")
