"""`anabasis admin suspend`, `ban`, `ban-network` and their undoing, on a running service."""

import json
from typing import Any

from tests.service.api import Api
from tests.waiting import eventually


def test_a_running_process_obeys_a_suspension_and_its_end_at_once(api: Api, admin):
    ada, bob = api.person("Ada"), api.person("Bob")
    game = api.game(ada, bob)
    done = admin("suspend", "Ada", "--days", "3", "--reason", "Stalled", "--by", "Eve")
    assert done.output.startswith(f"The player {ada.player_id} is suspended until 20")
    eventually(lambda: api.act(game, ada, "resign", {}).json["code"] == "suspended")
    assert api.get("/me", ada)["suspended"]["reason"] == "Stalled."
    assert "player_suspended" in admin("show").stdout
    assert admin("resume", "Ada").exit_code == 0
    eventually(lambda: "suspended" not in api.get("/me", ada))
    assert api.act(game, ada, "resign", {}).status_code == 201
    assert "player_suspended" not in admin("show").stdout
    assert admin("log", "--verify").exit_code == 0
    first, second = map(json.loads, admin("log", "--json").stdout.splitlines())
    assert (first["schema"], second["schema"]) == (2, 1)
    assert ("until" in first, "until" in second) == (True, False)


def test_a_running_process_obeys_a_ban_and_its_end_at_once(api: Api, admin):
    ada = api.person("Ada")
    assert admin("ban", "Ada", "--reason", "Insults.").exit_code == 0
    eventually(lambda: api.ask("GET", "/me", ada).status_code == 401)
    lifted = json.loads(admin("unban", "Ada", "--json").stdout)
    unbanned = {"action": "player_unbanned", "subject": ada.player_id, "logged": "new"}
    assert lifted == unbanned
    eventually(lambda: api.ask("GET", "/me", ada).status_code == 200)


def test_a_banned_network_is_listed_until_its_ban_is_lifted(api: Api, admin):
    ada, there = api.person("Ada"), {"REMOTE_ADDR": "203.0.113.7"}

    def register() -> Any:
        return api.ask("POST", "/players", json={"name": "Eve"}, environ_overrides=there)

    assert admin("ban-network", "203.0.113.7", "--reason", "A flood.").exit_code == 0
    assert register().json["code"] == "network_banned"
    assert api.get("/me", ada)["name"] == "Ada"
    assert "203.0.113.7" in admin("networks").stdout
    assert json.loads(admin("networks", "--json").stdout)["network"] == "203.0.113.7"
    assert "203.0.113.7" not in admin("log").stdout
    assert admin("unban-network", "203.0.113.7").exit_code == 0
    assert admin("networks").stderr == "No network is banned.\n"
    assert register().status_code == 201


def test_a_private_network_is_refused_in_one_line(admin):
    refused = admin("ban-network", "127.0.0.1", "--reason", "A flood.")
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "ANABASIS_PROXIES" in refused.stderr
    assert admin("networks").stderr == "No network is banned.\n"
    assert admin("log").stdout == ""
