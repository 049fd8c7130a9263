"""Links to games as programs and sentences change them: led to the game's own page."""

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
