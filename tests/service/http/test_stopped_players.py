"""Twin worlds of stopped players: each sees exactly what is stated, byte for byte."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.record.times import moment
from service.context import Services
from service.machine import clock
from service.moderation.actions import Act, perform
from service.people.network_bans import network_in
from tests.service.api import Api, Person
from tests.service.office import FakeClock

REASON = "Stalled three games."


@pytest.fixture
def host(api: Api, own: Services) -> Person:
    host = api.person("Hana")
    own.players.set_role(host.player_id, "host")
    return host


def stop(api: Api, host: Person, action: str, who: Person, days: float | None = 7) -> Any:
    body = {"action": action, "subject": who.player_id, "reason": REASON}
    if days is not None:
        body["until"] = (datetime.now(UTC) + timedelta(days=days)).isoformat()
    return api.ask("POST", "/host/acts", host, json=body)


READS = ("/me", "/me/games", "/games", "/me/handle", "/me/challenges", "/me/tokens")


def seen(api: Api, who: Person | None, game: str) -> list[tuple[int, bytes, Any]]:
    paths = (*READS, f"/games/{game}", f"/games/{game}/events", f"/games/{game}/export")
    answers = (api.ask("GET", path, who) for path in paths)
    return [(each.status_code, each.data, each.headers.get("ETag")) for each in answers]


def acts(game: str, other: Person) -> list[tuple[str, str, Any]]:
    report = {"target": "player", "id": other.player_id, "reason": "spam"}
    return [
        ("POST", f"/games/{game}/moves", {"type": "end_turn"}),
        ("POST", f"/games/{game}/resign", {}),
        ("POST", "/games", {"ruleset": "alexandros"}),
        ("POST", f"/games/{game}/seats", {}),
        ("POST", "/challenges", {"terms": {"ruleset": "alexandros"}}),
        ("POST", "/reports", report),
        ("PUT", "/me/handle", {"handle": "evil-one"}),
    ]


def test_a_suspended_player_reads_as_before_and_acts_in_nothing(
    api: Api, ada: Person, bob: Person, host: Person
):
    game = api.game(ada, bob)
    before = seen(api, ada, game)
    assert stop(api, host, "player_suspended", ada).status_code == 201
    after = seen(api, ada, game)
    assert after[1:] == before[1:], "all but their own account is the same, byte for byte"
    assert api.get("/me", ada)["suspended"]["reason"] == REASON
    for method, path, body in acts(game, bob):
        refused = api.ask(method, path, ada, json=body, headers={"If-Match": "*"})
        assert (refused.status_code, refused.json["code"]) == (403, "suspended"), path
        assert refused.json["reason"] == REASON
        assert REASON in refused.json["detail"]
    assert api.view(game, bob)["version"] == 3
    api.ask("PATCH", "/me", ada, json={"locale": "de"}, expect=200)
    assert api.ask("DELETE", "/me", ada).status_code == 204


def test_a_suspension_that_comes_while_a_move_is_recorded_refuses_no_answer(
    api: Api, own: Services, ada: Person, bob: Person, host: Person, monkeypatch: pytest.MonkeyPatch
):
    game, append = api.game(ada, bob), own.store.append

    def suspend_and_append(*each: Any) -> Any:
        assert stop(api, host, "player_suspended", ada).status_code == 201
        return append(*each)

    monkeypatch.setattr(own.store, "append", suspend_and_append)
    assert api.act(game, ada, "resign", {}).status_code == 201
    assert api.view(game, bob)["status"] == "finished"


def test_where_a_clock_goes_on_a_suspension_is_seen_by_nobody_else(
    api: Api, ada: Person, bob: Person, host: Person
):
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "skip"})
    before = seen(api, bob, game), seen(api, None, game)
    stop(api, host, "player_suspended", ada)
    assert (seen(api, bob, game), seen(api, None, game)) == before


def test_in_a_game_that_would_wait_forever_the_others_alone_are_offered_a_bot(
    api: Api, ada: Person, bob: Person, eve: Person, host: Person
):
    game, view = api.game(ada, bob), len(READS)
    before = seen(api, eve, game), seen(api, None, game), seen(api, bob, game)
    stop(api, host, "player_suspended", ada)
    assert (seen(api, eve, game), seen(api, None, game)) == before[:2]
    then = seen(api, bob, game)
    assert [each[:2] for n, each in enumerate(then) if n != view] == [
        each[:2] for n, each in enumerate(before[2]) if n != view
    ]
    shown = json.loads(then[view][1])
    assert [each["seat"] for each in shown.pop("stand_ins")] == [0]
    assert {**shown, "stand_ins": []} == json.loads(before[2][view][1])
    stop(api, host, "player_resumed", ada, None)
    assert seen(api, bob, game) == before[2]


def test_a_resumed_player_sees_and_does_all_as_if_nothing_had_been(
    api: Api, ada: Person, bob: Person, host: Person
):
    game = api.game(ada, bob)
    before = seen(api, ada, game)
    stop(api, host, "player_suspended", ada)
    assert stop(api, host, "player_resumed", ada, None).status_code == 201
    assert seen(api, ada, game) == before
    api.move(game, ada)
    (resumed, suspended) = api.get("/host/acts", host)["acts"]
    assert (resumed["until"], suspended["reason"]) == (None, REASON)
    assert suspended["until"] is not None


def test_a_suspension_ends_by_itself(
    api: Api, ada: Person, bob: Person, host: Person, monkeypatch: pytest.MonkeyPatch
):
    game = api.game(ada, bob)
    stop(api, host, "player_suspended", ada)
    assert "suspended" in api.get("/me", ada)
    time = FakeClock()
    time.time = datetime.now(UTC) + timedelta(days=7, seconds=1)
    monkeypatch.setattr(clock, "now", time.now)
    assert "suspended" not in api.get("/me", ada)
    api.move(game, ada)


@pytest.mark.parametrize("days", [None, -1, 0, 367])
def test_a_suspension_has_an_end_within_a_year(
    api: Api, ada: Person, host: Person, days: float | None
):
    refused = stop(api, host, "player_suspended", ada, days)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["until"])


def test_a_banned_player_is_a_stranger_and_cannot_sign_in(
    api: Api, own: Services, ada: Person, bob: Person, host: Person
):
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "skip"})
    code = own.sessions.transfer_code(ada.player_id)
    scoped = {"name": "P", "scopes": ["read"]}
    program = api.ask("POST", "/me/tokens", ada, json=scoped, expect=201).json["token"]
    unknown = Person("p", "Nobody", "ana_unknown")
    before = seen(api, bob, game)
    assert stop(api, host, "player_banned", ada).status_code == 201
    assert seen(api, ada, game) == seen(api, unknown, game)
    assert api.ask("GET", "/me", Person("p", "P", program)).status_code == 401
    assert seen(api, bob, game) == before
    refused = api.ask("POST", "/session", json={"transfer": code})
    assert (refused.status_code, refused.json["code"]) == (403, "banned")
    assert refused.json["reason"] == REASON
    assert refused.headers.getlist("Set-Cookie") == []
    stop(api, host, "player_unbanned", ada, None)
    assert api.get("/me", ada)["name"] == "Ada"


def test_moderators_suspend_but_do_not_ban(
    api: Api, own: Services, ada: Person, eve: Person, host: Person
):
    own.players.set_role(eve.player_id, "moderator")
    assert stop(api, eve, "player_banned", ada).json["code"] == "no_right"
    assert stop(api, eve, "player_suspended", host).json["code"] == "no_right"
    assert stop(api, eve, "player_suspended", ada).status_code == 201


def test_nobody_registers_from_a_banned_network_but_accounts_made_before_play_on(
    api: Api, ada: Person, bob: Person, host: Person
):
    game = api.game(ada, bob)
    body = {"action": "network_banned", "subject": "203.0.113.7", "reason": "A flood."}
    until = (datetime.now(UTC) + timedelta(days=89)).isoformat()
    there, elsewhere = {"REMOTE_ADDR": "203.0.113.7"}, {"REMOTE_ADDR": "203.0.113.9"}
    before = seen(api, ada, game)
    made = api.ask("POST", "/host/acts", host, json={**body, "until": until}, expect=201).json
    for path in ("/players", "/session"):
        refused = api.ask("POST", path, json={"name": "Mallory"}, environ_overrides=there)
        assert (refused.status_code, refused.json["code"]) == (403, "network_banned")
        assert "A flood." in refused.json["detail"]
    assert seen(api, ada, game) == before
    api.move(game, ada)
    other = api.ask("POST", "/players", json={"name": "Eve"}, environ_overrides=elsewhere)
    assert other.status_code == 201
    log = api.ask("GET", "/host/acts", host, expect=200).get_data(as_text=True)
    assert made["subject"] in log
    assert "203.0.113.7" not in log
    lifted = {"action": "network_unbanned", "subject": made["subject"], "reason": "Over."}
    api.ask("POST", "/host/acts", host, json=lifted, expect=201)
    again = api.ask("POST", "/players", json={"name": "Eve"}, environ_overrides=there)
    assert again.status_code == 201


@pytest.mark.parametrize(
    "network", ["127.0.0.1", "::1", "10.1.2.3", "172.31.0.9", "192.168.1.5", "fd00::7", "fe80::1"]
)
def test_a_private_network_behind_which_everybody_may_be_is_not_banned(
    api: Api, own: Services, host: Person, network: str
):
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    body = {"action": "network_banned", "subject": network, "reason": "A flood.", "until": until}
    by_id = {**body, "subject": own.network_bans.name(network_in(network))}
    for asked in (body, by_id):
        refused = api.ask("POST", "/host/acts", host, json=asked, expect=409).json
        assert (refused["code"], refused["reason"]) == ("act_refused", "network_private")
        assert "ANABASIS_PROXIES" in refused["detail"]
    assert own.network_bans.in_force() == []
    assert api.get("/host/acts", host)["acts"] == []


def test_a_ban_of_a_private_network_by_an_older_release_is_lifted(
    api: Api, own: Services, host: Person
):
    end = moment(clock.now_ms() + 86_400_000)
    ban = own.network_bans.name("127.0.0.1")
    perform(own, Act("network_banned", ban, "A flood.", "ada@host", end))
    assert api.ask("POST", "/players", json={"name": "Eve"}).json["code"] == "network_banned"
    body = {"action": "network_unbanned", "subject": "127.0.0.1", "reason": "Everybody's."}
    api.ask("POST", "/host/acts", host, json=body, expect=201)
    assert api.ask("POST", "/players", json={"name": "Eve"}).status_code == 201
