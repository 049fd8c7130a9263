"""What the host removed of an imported game stays removed, whoever brings it again."""

from service.context import Services
from service.moderation.actions import Act, perform
from tests import fixtures
from tests.service.api import Api, Person
from tests.service.http.resources.test_imports import FILE, GAME, brought


def test_a_removed_title_stays_removed_when_the_game_is_imported_again(
    api: Api, own: Services, ada: Person, bob: Person
):
    made = brought(api, ada, fixtures.read(FILE)).json
    assert made["title"] != "Alexandros"
    for action in ("title_removed", "board_removed"):
        perform(own, Act(action, GAME, "Why.", "eve@host"))
    [row] = api.get("/me/imports", ada)["imports"]
    assert row["title"] == "Alexandros"
    api.ask("DELETE", f"/games/{GAME}", ada, expect=204)
    assert brought(api, bob, fixtures.read(FILE)).json["title"] == "Alexandros"
    assert own.removals.marks.all() == {GAME: (True, True)}
