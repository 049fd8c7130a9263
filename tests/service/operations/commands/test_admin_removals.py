"""`anabasis admin remove-title`, `remove-board` and their undoing, beside a running service."""

import json

import pytest

from tests.service.api import Api
from tests.waiting import eventually


@pytest.fixture
def game(api: Api) -> str:
    drawn = api.get("/rulesets/alexandros/boards/tiny")["board"]
    board = {"rows": drawn["rows"], "start": drawn["start"], "title": "Rude map"}
    ada, bob = api.person("Ada"), api.person("Bob")
    return api.game(ada, bob, title="Rude night", board=board)


def test_a_running_process_obeys_at_once_and_undoes_it(api: Api, game: str, admin):
    (ada, _) = api.people
    assert (api.view(game)["title"], api.view(game)["board"]["title"]) == ("Rude night", "Rude map")
    removed = admin("remove-title", game, "--reason", "Rude.", "--by", "Eve")
    assert removed.output == f"The game {game} is shown under its ruleset's name.\n"
    eventually(lambda: api.view(game)["title"] == "Alexandros")
    again = admin("remove-title", game, "--json")
    known = {"action": "title_removed", "subject": game, "logged": "known"}
    assert json.loads(again.stdout) == known
    assert admin("remove-board", game, "--reason", "Rude.").exit_code == 0
    eventually(lambda: api.ask("GET", f"/games/{game}").status_code == 404)
    assert api.view(game, ada)["board"]["title"] == ""
    assert "title_removed" in admin("show").stdout
    assert "board_removed" in admin("show").stdout
    assert "title removed  board removed" in admin("search", "--titles", game).stdout
    for restored in ("restore-title", "restore-board"):
        assert admin(restored, game, "--reason", "A mistake.").exit_code == 0
    eventually(lambda: api.view(game, ada)["title"] == "Rude night")
    eventually(lambda: api.ask("GET", f"/games/{game}").status_code == 200)
    assert admin("show").stdout == ""
    actions = [json.loads(line)["action"] for line in admin("log", "--json").stdout.splitlines()]
    assert actions == ["title_removed", "board_removed", "title_restored", "board_restored"]
    assert admin("log", "--verify").exit_code == 0


def test_a_game_without_either_or_none_at_all_is_refused_in_one_line(api: Api, admin):
    plain = api.game(*api.people or (api.person("Ada"), api.person("Bob")))
    for command, game, words in (
        ("remove-title", plain, "no title of its own"),
        ("remove-board", plain, "on the board 'tiny' of this service"),
        ("restore-title", "nowhere", "There is no game 'nowhere'"),
        ("restore-board", "nowhere", "There is no game 'nowhere'"),
    ):
        refused = admin(command, game)
        assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
        assert words in refused.stderr
    assert admin("log").stdout == ""
